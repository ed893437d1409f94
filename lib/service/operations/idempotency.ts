import 'server-only'
import { createHash } from 'node:crypto'
import type { Operation } from '@/lib/contract/operations'
import {
  deleteExpiredOutcomes,
  findOutcome,
  IdempotencyKeyTaken,
  type StoredOutcome,
  saveOutcome,
} from '@/lib/store/service/idempotency'
import { getTranslations } from '@/lib/words/server'
import { discardElements } from '../body/body'
import type { Call, CallResult } from '../call'
import type { HttpProblem } from '../problems'

const t = getTranslations('service.idempotencyKey')

/** Responds to a call of an operation. */
export type Handler = (call: Call) => Promise<CallResult>

/** Rebuilds the response from its stored outcome. */
export type ReplayResponse = (call: Call, outcome: string) => Extract<CallResult, { ok: true }>

/**
 * Makes a registration repeatable with an `Idempotency-Key`: the same key and body get the first response, byte for
 * byte and in its language, and nothing is registered twice. A concurrent repetition waits for the first to commit.
 * Refusals with a 4xx or 5xx status are not stored.
 */
export const idempotent =
  (handler: Handler, replay: ReplayResponse): Handler =>
  async call => {
    if (call.idempotencyKey === undefined) return handler(call)
    const { kysely } = call.database
    const request = {
      clientId: call.principal.clientId,
      operation: call.operation.id,
      key: call.idempotencyKey,
    }
    const hash = createHash('sha256')
    const digest = () => hash.copy().digest('hex')
    const hashing: Call = {
      ...call,
      read: consumer => call.read(consumer, bytes => hash.update(bytes)),
      keep: (db, outcome) => saveOutcome(db, request, { bodySha256: digest(), outcome }),
    }
    const replayed = ({ bodySha256, outcome }: StoredOutcome): CallResult =>
      bodySha256 === digest()
        ? { ...replay(call, outcome), headers: { 'idempotency-replayed': 'true' } }
        : { ok: false, problem: differentBody() }

    await deleteExpiredOutcomes(kysely)
    const known = await findOutcome(kysely, request)
    if (known) {
      // A repeated body is only hashed.
      const problem = await hashing.read(discardElements)
      return problem ? { ok: false, problem } : replayed(known)
    }
    try {
      return await handler(hashing)
    } catch (error) {
      const first = error instanceof IdempotencyKeyTaken ? await findOutcome(kysely, request) : undefined
      if (!first) throw error
      return replayed(first)
    }
  }

const differentBody = (): HttpProblem => ({ status: 409, detail: t('differentBody') })

/** 1 to 255 visible ASCII characters. */
const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/

/**
 * The idempotency key of a registration, or why it is invalid. A check has none because it changes nothing.
 */
export function readIdempotencyKey(
  { act }: Operation,
  headers: Headers,
): { readonly key: string | undefined } | { readonly problem: HttpProblem } {
  const key = headers.get('idempotency-key')
  if (key === null || act === 'check') return { key: undefined }
  return KEY_PATTERN.test(key) ? { key } : { problem: invalidKey() }
}

const invalidKey = (): HttpProblem => ({ status: 400, detail: t('invalid') })
