import 'server-only'
import type { Evidence, Misfit } from '@/lib/contract/evidence'
import { type ValidationResult, validationResult } from '@/lib/contract/results'
import { readStrictJson } from '@/lib/contract/strict-json'
import { excerpt, type Trouble, troubleOf } from './trouble'

/** One reason that the service gave for one order or product; texts of the service, cut to a readable length. */
export interface GivenFailure {
  /** Empty for a product. */
  readonly field: string
  readonly message: string
  /** Given for products alone. */
  readonly errorCode?: string
}

/** What a check says of one order. A failed order may come without any reason. */
export interface Verdict {
  readonly passed: boolean
  readonly failures: readonly GivenFailure[]
}

/** Verdicts by position of what was sent, or why there are none. */
export type CheckAnswer =
  | { readonly ok: true; readonly verdicts: readonly Verdict[] }
  | { readonly ok: false; readonly trouble: Trouble }

const MESSAGE_LENGTH = 1000
const FIELD_LENGTH = 200

/**
 * Reads the answer of a check against the order numbers that were sent, by position and by number. When
 * anything in it does not fit, nothing of it is used: no order passes by default (reliability.md rows 51, 52).
 */
export function readCheckAnswer(evidence: Evidence, sent: readonly string[]): CheckAnswer {
  const trouble = troubleOf(evidence)
  if (trouble) return { ok: false, trouble }
  const json = readStrictJson(evidence.body)
  if (!json.ok && json.twice !== undefined) return unusable('contradictory', json.twice)
  if (!json.ok) return unusable('not_json', excerpt(evidence.body))
  const result = validationResult.safeParse(json.value)
  if (!result.success) return unusable('other_shape', result.error.issues[0]?.path.join('.') ?? '')
  const mismatch = findMismatch(result.data, sent)
  if (mismatch) return unusable('does_not_fit', mismatch.detail, mismatch.misfit)
  const verdicts: Verdict[] = sent.map(() => ({ passed: true, failures: [] }))
  for (const { rowIndex, failures } of result.data.failures) {
    verdicts[rowIndex] = {
      passed: false,
      failures: failures.map(one => givenFailure(one.errorField, one.errorMessage)),
    }
  }
  return { ok: true, verdicts }
}

function unusable(
  code: 'not_json' | 'contradictory' | 'other_shape' | 'does_not_fit',
  detail: string,
  misfit?: Misfit,
): CheckAnswer {
  return { ok: false, trouble: { code, status: 200, detail, mayPass: false, ...(misfit && { misfit }) } }
}

/** The first way in which a result contradicts itself or what was sent. */
function findMismatch(result: ValidationResult, sent: readonly string[]) {
  const { requestCount, successCount, failureCount, failures, isSuccess } = result
  const say = (misfit: Misfit, detail: string) => ({ misfit, detail })
  if (requestCount !== sent.length) {
    return say('request_count', `requestCount is ${requestCount}, sent were ${sent.length}`)
  }
  if (successCount + failureCount !== requestCount) {
    return say('sum', `successCount is ${successCount}, failureCount ${failureCount}, of ${requestCount}`)
  }
  if (failures.length !== failureCount) {
    return say('failure_count', `failureCount is ${failureCount}, listed are ${failures.length}`)
  }
  // The other way round is let pass: nothing says when a result with failures is a success (api.md).
  if (!isSuccess && failureCount === 0) return say('no_failures', 'isSuccess is false without a failure')
  const seen = new Set<number>()
  for (const { rowIndex, mallOrderNumber } of failures) {
    if (rowIndex < 0 || rowIndex >= sent.length) {
      return say('foreign_position', `rowIndex ${rowIndex} was not sent`)
    }
    if (seen.has(rowIndex)) return say('repeated_position', `rowIndex ${rowIndex} comes twice`)
    if (sent[rowIndex] !== mallOrderNumber) {
      return say('foreign_number', `rowIndex ${rowIndex} is not ${mallOrderNumber}`)
    }
    seen.add(rowIndex)
  }
  return undefined
}

/** A reason as it is kept and shown. */
export const givenFailure = (field: string, message: string, errorCode?: string): GivenFailure => ({
  field: clip(field, FIELD_LENGTH),
  message: clip(message, MESSAGE_LENGTH),
  ...(errorCode !== undefined && { errorCode: clip(errorCode, FIELD_LENGTH) }),
})

/** Cuts between characters, so that no half of a surrogate pair is kept: a database would not keep it. */
const clip = (text: string, length: number) =>
  (text.length > length ? `${text.slice(0, length)}…` : text).toWellFormed().replaceAll('\0', '\ufffd')
