import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Evidence } from '@/lib/contract/evidence'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import { registerJapanOrders } from '@/lib/contract/operations'
import { registrationResult } from '@/lib/contract/results'
import { call, type Target } from './call'
import { probeAccessToken, probeSecretKey, TRIAL_NUMBER, trialBody } from './probe'

/**
 * Whether a service honours idempotency keys. `ignored`: it treated a repetition like a new request, or one key for two
 * bodies. `untestable`: the service did not clearly reject the trial order, so the test could not be completed.
 */
export type IdempotencyFinding = 'honoured' | 'ignored' | 'untestable' | 'unreachable'

const DEADLINE_MS = 15_000

/**
 * Tests with an order that cannot pass, and that the service's own check has just refused, whether the service honours
 * idempotency keys (docs/decisions/0088): the first registration is refused, its repetition gets the same bytes with
 * `Idempotency-Replayed: true`, and the same key with another body is refused with a 4xx status. Nothing is registered.
 */
export async function probeIdempotency(target: Target): Promise<IdempotencyFinding> {
  const check =
    target.accessToken === undefined ? await probeSecretKey(target) : await probeAccessToken(target)
  if (check.code !== 'works' && check.code !== 'key-known') return 'untestable'
  const idempotencyKey = randomUUID()
  const send = (number: string) =>
    call(registerJapanOrders, trialBody(number), target, { deadlineMs: DEADLINE_MS, idempotencyKey })
  const first = await send(TRIAL_NUMBER)
  if (first.status === undefined || first.error) return 'unreachable'
  if (!isRefused(first)) return 'untestable'
  if (isReplayed(first)) return 'ignored'
  const second = await send(TRIAL_NUMBER)
  if (second.status === undefined || second.error) return 'unreachable'
  if (!isRefused(second) || !isReplayed(second) || !Buffer.from(second.body).equals(first.body))
    return 'ignored'
  const other = await send(`${TRIAL_NUMBER}-2`)
  if (other.status === undefined) return 'unreachable'
  return other.status >= 400 && other.status < 500 ? 'honoured' : 'ignored'
}

/** Whether the response says that the order was not registered, in the words of the API. */
function isRefused({ status, body }: Evidence): boolean {
  if (status !== 200) return false
  const json = readStrictJson(body)
  const read = json.ok ? registrationResult.safeParse(json.value) : undefined
  return read?.data !== undefined && !read.data.isSuccess && read.data.orderSuccesses.length === 0
}

const isReplayed = ({ headers }: Evidence): boolean =>
  headers['idempotency-replayed']?.trim().toLowerCase() === 'true'
