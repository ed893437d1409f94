import type { FailureCode, FailureParams } from '@/lib/contract/failures'
import type { LineId } from './draft'

/** A failure, a warning or a notice that found its place. A notice asks for nothing. */
export interface Mark {
  readonly severity: 'failure' | 'warning' | 'notice'
  /** Who says so: the desk (the contract and face.md's rules), or the service that was asked. */
  readonly source: 'desk' | 'service'
  /** For the desk's own marks; `lib/words` has the sentence. */
  readonly code?: FailureCode
  readonly params?: FailureParams
  /** The service's own words, verbatim, in whatever language it answered. */
  readonly message?: string
  /** The field as the service named it. */
  readonly field?: string
  /** How many cells this one failure stands on; above 1 it means "one of these". */
  readonly oneOf: number
  /** The same on all cells of one failure that stands on several cells together. */
  readonly shared?: string
  /** The code that a service gave beside its words. */
  readonly errorCode?: string
  /** The request whose response to look at, where no reason was given. */
  readonly response?: string
  /** Zero-based position of the order in the request that was answered. */
  readonly position?: number
  /** Path of the page that tells more. */
  readonly path?: string
  /** The value has been edited since it was judged: check again. */
  readonly stale: boolean
}

/** Marks of one line: by column, and those of the line as a whole. */
export interface LineMarks {
  readonly cells: ReadonlyMap<string, readonly Mark[]>
  readonly line: readonly Mark[]
}

export const noMarks: LineMarks = { cells: new Map(), line: [] }

/** A mark with its address; without `column` it is the line's own. */
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
