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
  | {
      readonly ok: true
      readonly verdicts: readonly Verdict[]
      /** Its positions were wrong in these ways: what it says was placed by the numbers of orders. */
      readonly byNumber?: readonly string[]
    }
  | {
      readonly ok: false
      readonly trouble: Trouble
      /** Every way in which the response does not fit what was sent, as far as they were looked for. */
      readonly misfits?: readonly string[]
    }

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
  if (!result.success) {
    const misfits = result.error.issues.slice(0, MISFITS).map(issueText)
    return unusable('other_shape', misfits[0] ?? '', { misfits })
  }
  const mismatch = findMismatch(result.data, sent)
  if (mismatch) return unusable('does_not_fit', mismatch.detail, { misfit: mismatch.misfit })
  const displaced = findDisplaced(result.data.failures, sent)
  const [first] = displaced
  const positions = first ? byNumber(result.data.failures, sent) : byPosition
  if (first && !positions) {
    const misfits = displaced.slice(0, MISFITS).map(({ detail }) => detail)
    return unusable('does_not_fit', first.detail, { misfit: first.misfit, misfits })
  }
  const verdicts: Verdict[] = sent.map(() => ({ passed: true, failures: [] }))
  for (const failure of result.data.failures) {
    verdicts[positions?.(failure) ?? failure.rowIndex] = {
      passed: false,
      failures: failure.failures.map(one => givenFailure(one.errorField, one.errorMessage)),
    }
  }
  const wrong = displaced.slice(0, MISFITS).map(({ detail }) => detail)
  return { ok: true, verdicts, ...(wrong.length > 0 && { byNumber: wrong }) }
}

/** Ways in which a response does not fit that are told, at most. */
const MISFITS = 20

const issueText = ({ path, message }: { path: readonly PropertyKey[]; message: string }) =>
  `${path.map(String).join('.') || 'the response'}: ${message}`

function unusable(
  code: 'not_json' | 'contradictory' | 'other_shape' | 'does_not_fit',
  detail: string,
  about: { readonly misfit?: Misfit; readonly misfits?: readonly string[] } = {},
): CheckAnswer {
  const { misfit, misfits = [detail] } = about
  return {
    ok: false,
    trouble: { code, status: 200, detail, mayPass: false, ...(misfit && { misfit }) },
    ...(code !== 'not_json' && { misfits }),
  }
}

interface Mismatch {
  readonly misfit: Misfit
  readonly detail: string
}

/** The first way in which the counts of a result contradict themselves or what was sent. */
function findMismatch(result: ValidationResult, sent: readonly string[]): Mismatch | undefined {
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
  return undefined
}

type Listed = ValidationResult['failures'][number]

/** Entries that do not stand where they say. */
function findDisplaced(failures: readonly Listed[], sent: readonly string[]): readonly Mismatch[] {
  const seen = new Set<number>()
  return failures.flatMap(({ rowIndex, mallOrderNumber }): Mismatch[] => {
    const number = clip(mallOrderNumber, FIELD_LENGTH)
    const there = sent[rowIndex]
    const isRepeated = seen.has(rowIndex)
    seen.add(rowIndex)
    if (there === undefined) {
      return [{ misfit: 'foreign_position', detail: `rowIndex ${rowIndex} (${number}) was not sent` }]
    }
    if (isRepeated)
      return [{ misfit: 'repeated_position', detail: `rowIndex ${rowIndex} comes twice (${number})` }]
    if (there === mallOrderNumber) return []
    return [
      { misfit: 'foreign_number', detail: `rowIndex ${rowIndex} is ${number}, sent there was ${there}` },
    ]
  })
}

const byPosition = ({ rowIndex }: Listed) => rowIndex

/**
 * Where entries belong by their numbers, if that is beyond doubt: each number is in the response once, and was sent once.
 */
function byNumber(failures: readonly Listed[], sent: readonly string[]) {
  const places = new Map(sent.map((number, position) => [number, position]))
  const numbers = new Set(failures.map(({ mallOrderNumber }) => mallOrderNumber))
  const isUnique = places.size === sent.length && numbers.size === failures.length
  if (!isUnique || failures.some(({ mallOrderNumber }) => !places.has(mallOrderNumber))) return undefined
  return ({ mallOrderNumber, rowIndex }: Listed) => places.get(mallOrderNumber) ?? rowIndex
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
