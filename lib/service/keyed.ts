import 'server-only'
import { createHash } from 'node:crypto'
import type { Operation } from '@/lib/contract/operations'
import { findOutcome, forgetOutcomes, KeyTaken, keepOutcome, type Outcome } from '@/lib/store/outcomes'
import type { Taker } from './body'
import type { Answer, Call } from './call'
import type { Trouble } from './problems'

/** Answers a request. */
export type Handler = (call: Call) => Promise<Answer>

/** An answer that is given again, out of what was kept of it. */
export type Replay = (call: Call, outcome: string) => Extract<Answer, { ok: true }>

/**
 * Makes a registration one that may be sent again with its `Idempotency-Key`: the same key and body get the first
 * answer, byte for byte, and nothing is registered twice. A request that comes while the first is under way is read,
 * waits for the first to commit, and gets its answer. What was refused with a status (4xx, 5xx) is not kept.
 */
export const keyed =
  (handler: Handler, replay: Replay): Handler =>
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
    const heard: Call = {
      ...call,
      read: taker => call.read(taker, bytes => hash.update(bytes)),
      keep: (handle, outcome) => keepOutcome(handle, request, { bodySha256: digest(), outcome }),
    }
    const again = ({ bodySha256, outcome }: Outcome): Answer =>
      bodySha256 === digest()
        ? { ...replay(call, outcome), headers: { 'idempotency-replayed': 'true' } }
        : { ok: false, trouble: otherBody }

    await forgetOutcomes(kysely)
    const known = await findOutcome(kysely, request)
    if (known) {
      const trouble = await heard.read(nobody)
      return trouble ? { ok: false, trouble } : again(known)
    }
    try {
      return await handler(heard)
    } catch (error) {
      const first = error instanceof KeyTaken ? await findOutcome(kysely, request) : undefined
      if (!first) throw error
      return again(first)
    }
  }

/** Of a body that was there before only its bytes are compared. */
const nobody: Taker = { take() {}, async settle() {} }

const otherBody: Trouble = {
  status: 409,
  detail: 'This Idempotency-Key was sent with another body before. Send that body again, or take a new key.',
}

/** 1 to 255 characters that can be seen, ASCII alone. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** The key that a caller gave a registration, or why it is none. A check is given none: it changes nothing. */
export function readIdempotencyKey(
  { act }: Operation,
  headers: Headers,
): { readonly key: string | undefined } | { readonly trouble: Trouble } {
  const key = headers.get('idempotency-key')
  if (key === null || act === 'check') return { key: undefined }
  return KEY.test(key) ? { key } : { trouble: badKey }
}

const badKey: Trouble = {
  status: 400,
  detail:
    'This Idempotency-Key cannot be taken. Send one of 1 to 255 visible ASCII characters without blanks, once.',
}
