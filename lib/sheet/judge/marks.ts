import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { LineId } from '@/lib/sheet/schema/line'

/** A failure, a warning or a notice on a cell, a line or an order. A notice asks for no action. */
export interface Mark {
  readonly severity: 'failure' | 'warning' | 'notice'
  /** Who judged: the desk, by the contract and its own rules, or the service. */
  readonly source: 'desk' | 'service'
  /** The code of a mark of the desk; `lib/words` has its sentence. */
  readonly code?: FailureCode
  readonly params?: FailureParams
  /** The message of the service, verbatim, in the language of its response. */
  readonly message?: string
  /** The message is a sentence of the desk, in the place of one of the service. */
  readonly isOwn?: boolean
  /** The field as the service named it. */
  readonly field?: string
  /** How many cells this failure is on; above 1 it means "one of these cells". */
  readonly oneOf: number
  /** Identifies, within its order, a failure of several cells: the same text on each of its cells. */
  readonly shared?: string
  /** The code that the service gave beside its message. */
  readonly errorCode?: string
  /** Id of the attempt whose response to read, when the service gave no reason. */
  readonly response?: string
  /** Zero-based position of the order in the request. */
  readonly position?: number
  /** Path of the page with details. */
  readonly path?: string
  /** The cell was edited since it was judged; the next check decides. */
  readonly stale: boolean
}

/** Whether a mark contains words of the service, possibly in a language that the operator does not read. */
export const isApiError = ({ source, isOwn, message }: Mark): boolean =>
  source === 'service' && isOwn !== true && message !== undefined

/** Whether the sentence of a mark names other lines by their places, which change when lines move. */
export const namesOtherLines = ({ code }: Pick<Mark, 'code'>): boolean => code === 'repeated_here'

/** Marks of one line: by column, and of the line as a whole. */
export interface LineMarks {
  readonly cells: ReadonlyMap<string, readonly Mark[]>
  readonly line: readonly Mark[]
}

export const noMarks: LineMarks = { cells: new Map(), line: [] }

/** A mark with its address; without `column` it is a mark of the whole line. */
export interface PlacedMark {
  readonly line: LineId
  readonly column?: string
  readonly mark: Mark
}

/** Marks by line, in the order given. */
export function collectMarks(placed: readonly PlacedMark[]): Map<LineId, LineMarks> {
  const lines = new Map<LineId, { cells: Map<string, Mark[]>; line: Mark[] }>()
  for (const { line, column, mark } of placed) {
    const at = lines.get(line) ?? { cells: new Map<string, Mark[]>(), line: [] }
    lines.set(line, at)
    if (column === undefined) at.line.push(mark)
    else at.cells.set(column, [...(at.cells.get(column) ?? []), mark])
  }
  return lines
}
