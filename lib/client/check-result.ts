import 'server-only'
import type { Evidence, ResultMismatch } from '@/lib/contract/evidence'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import { type ValidationResult, validationResult } from '@/lib/contract/results'
import { type CallFailure, callFailureOf, excerpt, storable } from './call-failure'

/** One reason that the service gave for one order or product; its texts are cut to a readable length. */
export interface ReportedFailure {
  /** Empty for a product. */
  readonly field: string
  readonly message: string
  /** Set only for products. */
  readonly errorCode?: string
}

/** The verdict of a check on one order. A failed order may have no reason. */
export interface Verdict {
  readonly passed: boolean
  readonly failures: readonly ReportedFailure[]
  /** How many further reasons are left out, because together they are too long to be stored and shown. */
  readonly omitted?: number
}

/** Verdicts by position of the request, or why there are none. */
export type CheckResult =
  | {
      readonly ok: true
      readonly verdicts: readonly Verdict[]
      /** Set when the response's positions were wrong and verdicts were matched by order numbers: what was wrong. */
      readonly byNumber?: readonly string[]
    }
  | {
      readonly ok: false
      readonly failure: CallFailure
      /** How the response contradicts the request, in machine text: the first 20 findings. */
      readonly findings?: readonly string[]
    }

const MESSAGE_LENGTH = 1000
const FIELD_LENGTH = 200

/**
 * Reads the result of a check and compares it with the request by position and by number. When anything contradicts,
 * nothing of the result is used: no order passes by default (docs/reliability.md, rows 51 and 52).
 * @param sent order numbers of the request, by position
 */
export function readCheckResult(evidence: Evidence, sent: readonly string[]): CheckResult {
  const failure = callFailureOf(evidence)
  if (failure) return { ok: false, failure }
  const json = readStrictJson(evidence.body)
  if (!json.ok && json.twice !== undefined) return unusable('contradictory', json.twice)
  if (!json.ok) return unusable('not_json', excerpt(evidence.body))
  const result = validationResult.safeParse(json.value)
  if (!result.success) {
    const findings = result.error.issues.slice(0, MAX_FINDINGS).map(issueText)
    return unusable('other_shape', findings[0] ?? '', { findings })
  }
  const mismatch = findMismatch(result.data, sent)
  if (mismatch) return unusable('does_not_fit', mismatch.detail, { mismatch: mismatch.kind })
  const displaced = findDisplaced(result.data.failures, sent)
  const [first] = displaced
  const positions = first ? byNumber(result.data.failures, sent) : byPosition
  if (first && !positions) {
    const findings = displaced.slice(0, MAX_FINDINGS).map(({ detail }) => detail)
    return unusable('does_not_fit', first.detail, { mismatch: first.kind, findings })
  }
  const verdicts: Verdict[] = sent.map(() => ({ passed: true, failures: [] }))
  for (const failure of result.data.failures) {
    verdicts[positions?.(failure) ?? failure.rowIndex] = failedVerdict(
      failure.failures.map(one => reportedFailure(one.errorField, one.errorMessage)),
    )
  }
  const wrong = displaced.slice(0, MAX_FINDINGS).map(({ detail }) => detail)
  return { ok: true, verdicts, ...(wrong.length > 0 && { byNumber: wrong }) }
}

/** Maximum length of the reasons for one order: more than a thousand of usual length. */
const MAX_REASONS_LENGTH = 200_000
/** What a reason takes besides its texts, as JSON. */
const REASON_OVERHEAD = 30

/** The verdict on a failed order or product with its first reasons. */
export function failedVerdict(reported: readonly ReportedFailure[]): Verdict {
  let length = 0
  const end = reported.findIndex(({ field, message, errorCode = '' }) => {
    length += field.length + message.length + errorCode.length + REASON_OVERHEAD
    return length > MAX_REASONS_LENGTH
  })
  if (end === -1) return { passed: false, failures: reported }
  return { passed: false, failures: reported.slice(0, end), omitted: reported.length - end }
}

/** Maximum number of findings that are reported. */
const MAX_FINDINGS = 20

const issueText = ({ path, message }: { path: readonly PropertyKey[]; message: string }) =>
  `${path.map(String).join('.') || 'the response'}: ${message}`

function unusable(
  code: 'not_json' | 'contradictory' | 'other_shape' | 'does_not_fit',
  detail: string,
  about: { readonly mismatch?: ResultMismatch; readonly findings?: readonly string[] } = {},
): CheckResult {
  const { mismatch, findings = [detail] } = about
  return {
    ok: false,
    failure: { code, status: 200, detail, isTransient: false, ...(mismatch && { mismatch }) },
    ...(code !== 'not_json' && { findings }),
  }
}

interface Mismatch {
  readonly kind: ResultMismatch
  readonly detail: string
}

/** The first contradiction between the counts of a result, or between them and the request. */
function findMismatch(result: ValidationResult, sent: readonly string[]): Mismatch | undefined {
  const { requestCount, successCount, failureCount, failures, isSuccess } = result
  const mismatch = (kind: ResultMismatch, detail: string) => ({ kind, detail })
  if (requestCount !== sent.length) {
    return mismatch('request_count', `requestCount is ${requestCount}, sent were ${sent.length}`)
  }
  if (successCount + failureCount !== requestCount) {
    return mismatch(
      'sum',
      `successCount is ${successCount}, failureCount ${failureCount}, of ${requestCount}`,
    )
  }
  if (failures.length !== failureCount) {
    return mismatch('failure_count', `failureCount is ${failureCount}, listed are ${failures.length}`)
  }
  // The reverse is accepted: the API document does not say whether a result with failures can be a success.
  if (!isSuccess && failureCount === 0) return mismatch('no_failures', 'isSuccess is false without a failure')
  return undefined
}

type Listed = ValidationResult['failures'][number]

/** Entries whose position does not belong to their number. */
function findDisplaced(failures: readonly Listed[], sent: readonly string[]): readonly Mismatch[] {
  const seen = new Set<number>()
  return failures.flatMap(({ rowIndex, mallOrderNumber }): Mismatch[] => {
    const number = clip(mallOrderNumber, FIELD_LENGTH)
    const there = sent[rowIndex]
    const isRepeated = seen.has(rowIndex)
    seen.add(rowIndex)
    if (there === undefined) {
      return [{ kind: 'foreign_position', detail: `rowIndex ${rowIndex} (${number}) was not sent` }]
    }
    if (isRepeated)
      return [{ kind: 'repeated_position', detail: `rowIndex ${rowIndex} comes twice (${number})` }]
    if (there === mallOrderNumber) return []
    return [{ kind: 'foreign_number', detail: `rowIndex ${rowIndex} is ${number}, sent there was ${there}` }]
  })
}

const byPosition = ({ rowIndex }: Listed) => rowIndex

/**
 * Matches entries by their numbers, if each number was sent once and is in the response once; undefined otherwise.
 */
function byNumber(failures: readonly Listed[], sent: readonly string[]) {
  const places = new Map(sent.map((number, position) => [number, position]))
  const numbers = new Set(failures.map(({ mallOrderNumber }) => mallOrderNumber))
  const isUnique = places.size === sent.length && numbers.size === failures.length
  if (!isUnique || failures.some(({ mallOrderNumber }) => !places.has(mallOrderNumber))) return undefined
  return ({ mallOrderNumber, rowIndex }: Listed) => places.get(mallOrderNumber) ?? rowIndex
}

/** A reason as it is stored and shown. */
export const reportedFailure = (field: string, message: string, errorCode?: string): ReportedFailure => ({
  field: clip(field, FIELD_LENGTH),
  message: clip(message, MESSAGE_LENGTH),
  ...(errorCode !== undefined && { errorCode: clip(errorCode, FIELD_LENGTH) }),
})

const clip = (text: string, length: number) =>
  storable(text.length > length ? `${text.slice(0, length)}…` : text)
