import type { Book } from '@/lib/files/book/book'
import type { CompactLine } from '@/lib/import/lines/compact/compact-line'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns, withReading } from '@/lib/import/recipe/hidden-columns'
import type { ImportRule } from '@/lib/import/rules/rule'
import { sha256Of } from '@/lib/import/sha256'

/** One reading of a file. */
export interface FileReading {
  readonly book: Book
  readonly mapping: DetectedMapping
  /** The imported tables; the first one decided the mapping. */
  readonly tables: readonly DetectedMapping[]
  /** The name of the reading in its lines. */
  readonly reading: string
  /** The rules of the operators that were applied. */
  readonly rules: readonly ImportRule[]
  /** Whether the rules were applied, left out by the operator, or could not be loaded. */
  readonly ruleState: RuleState
}

/**
 * Whether the operators' rules were applied to a file: `off` by the operator, `failed` where they could not be loaded.
 */
export type RuleState = 'applied' | 'off' | 'failed'

/** Ends the name of a reading from which the operator left the rules out. */
const WITHOUT_RULES = '-plain'

/** Whether the operator left the rules out of a reading. */
export const isWithoutRules = (reading: string): boolean => reading.endsWith(WITHOUT_RULES)

/** Enough digits to distinguish the few readings of one file. */
const DIGITS = 10

/**
 * Names the readings of a file: '' for the first one, a hash of its options for every other, so that all pages use the
 * same names.
 */
export class ReadingNames {
  private readonly known = new Map<string, string>()

  of(book: Book, mapping: DetectedMapping, rules: readonly ImportRule[], state: RuleState): string {
    const way = wayOf(book, mapping, rules)
    const known = this.known.get(way) ?? (this.known.size === 0 ? '' : undefined)
    return known ?? (state === 'off' ? `${way}${WITHOUT_RULES}` : way)
  }

  /** The sheet has this reading. */
  note({ book, mapping, rules, reading }: FileReading): void {
    this.known.set(wayOf(book, mapping, rules), reading)
  }
}

function wayOf({ text }: Book, { header, recipe }: DetectedMapping, rules: readonly ImportRule[]): string {
  const way = JSON.stringify([
    ...[text?.encoding, text?.delimiter, header, recipe],
    ...(rules.length > 0 ? [rules] : []),
  ])
  return sha256Of(new TextEncoder().encode(way)).slice(0, DIGITS)
}

/** Adds the name of its reading to the source position of a line. */
export function nameReading(line: CompactLine, reading: string): void {
  const source = line.textIn(hiddenColumns.source)
  if (reading !== '' && source !== undefined) line.setText(hiddenColumns.source, withReading(source, reading))
}
