import type { useTranslations } from 'use-intl'
import type { CellCount } from '@/lib/files/book/book'
import { columnLetters } from '@/lib/files/book/column-letters'
import { isSkipped, type SkippedOrder, type SkipState, skipStates } from '@/lib/import/lines/skipped-orders'
import type { ImportReport } from '@/lib/import/reader/protocol'
import { GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'
import { type Sheet, sheets } from '@/lib/sheet/schema/sheets'
import { firstOf, joinClauses } from '@/lib/words/sentences/join'

// Sentences about an imported file.

/** Sentences say "order" or "product" by it. */
export type RecordType = Sheet['recordType']

/** Translates the words of imports on the desk. */
export type Translate = ReturnType<typeof useTranslations<'intake.desk'>>

/** The name of a recipe; a guess is called a guess. */
export function recipeName({ id, name }: Recipe, t: Translate): string {
  if (id === 'own') return t('summary.own')
  return name || t(id === GUESSED_RECIPE_ID ? 'summary.guessed' : 'summary.guess')
}

/** Why orders were skipped, or why orders that are in the sheet may not belong there. */
export type SkipReason = SkipState | 'there' | 'claimThere'

/** Why orders that are in the sheet may not belong there. */
export const reportReason = (means: SkipState): SkipReason => (means === 'claim' ? 'claimThere' : 'there')

/** How many orders, and items of orders, and why; '' for none. */
export function skippedText(
  t: Translate,
  language: string,
  record: RecordType,
  orders: readonly SkippedOrder[],
  why: SkipReason,
): string {
  const items = orders.filter(({ isWhole }) => !isWhole).length
  const whole = orders.length - items
  return joinClauses(language, [
    whole > 0 && t(`skipped.orders.${why}`, { record, count: whole }),
    items > 0 && t(`skipped.parts.${why}`, { record, count: items }),
  ])
}

/** Orders that an import skipped, and imported orders that the shop lists as shipped; '' if there are none. */
export function skippedOnArrival(
  t: Translate,
  language: string,
  record: RecordType,
  orders: readonly SkippedOrder[],
): string {
  const of = (means: SkippedOrder['means']) => orders.filter(one => one.means === means)
  const sentences = skipStates.map(means =>
    skippedText(t, language, record, of(means), isSkipped(means) ? means : reportReason(means)),
  )
  return joinClauses(language, sentences)
}

/** Names of the delimiters at which rows are divided that are a single text each. */
const delimiterNames: Readonly<Record<string, string>> = { '\t': 'tab', ';': 'semicolon', '|': 'bar' }

/** A sentence for each oddity of a file that may have cost it a text, or moved one. */
export function fileWarnings(
  t: Translate,
  language: string,
  {
    innerDelimiter,
    unsolved,
    nuls,
    longRows,
    brokenRows,
    joinedRows,
    dateCodes,
    mapping: { oddPrice, sheet },
  }: Pick<
    ImportReport,
    | 'innerDelimiter'
    | 'dateCodes'
    | 'unsolved'
    | 'nuls'
    | 'longRows'
    | 'brokenRows'
    | 'joinedRows'
    | 'mapping'
  >,
): string[] {
  return [
    ...(innerDelimiter === undefined
      ? []
      : [t('odd.inner', { delimiter: delimiterNames[innerDelimiter] ?? 'comma' })]),
    ...(oddPrice ? [t('odd.decimals', { record: sheets[sheet].recordType, ...oddPrice })] : []),
    ...(longRows ? [t('odd.longRows', { count: longRows.count, list: cellList(language, longRows) })] : []),
    ...(brokenRows
      ? [t('odd.brokenRows', { count: brokenRows.count, list: cellList(language, brokenRows) })]
      : []),
    ...(joinedRows
      ? [t('odd.joinedRows', { count: joinedRows.count, list: cellList(language, joinedRows) })]
      : []),
    ...(longRows || brokenRows || joinedRows ? [t('odd.torn')] : []),
    ...(dateCodes
      ? [t('odd.dateCodes', { count: dateCodes.count, list: cellList(language, dateCodes) })]
      : []),
    ...(unsolved ? [t('odd.unsolved', { count: unsolved.count, list: cellList(language, unsolved) })] : []),
    ...(nuls ? [t('odd.nuls', { count: nuls.count, list: cellList(language, { ...nuls, count: 1 }) })] : []),
  ]
}

/** Says that the file hides rows that were imported; '' where it hides none. */
export const hiddenOnArrival = (t: Translate, { hiddenRows }: Pick<ImportReport, 'hiddenRows'>): string =>
  hiddenRows.length === 0 ? '' : t('hidden.sentence', { count: hiddenRows.length })

/** Cells that a sentence names. */
const NAMED_CELLS = 5

/** The first cells as a spreadsheet calls them: C5, D7, …. */
export function cellList(language: string, { count, first }: CellCount): string {
  const names = first.slice(0, NAMED_CELLS).map(({ row, column }) => `${columnLetters(column)}${row}`)
  return firstOf(language, names, NAMED_CELLS, count)
}
