import { coordinatesOf, type ShopCoordinates } from '@/lib/intake/coordinates'
import type { FailureGroup } from '@/lib/sheet/failure-index'
import { isBlank } from '@/lib/sheet/kinds'
import { type ListedFailure, subjectOf } from '@/lib/sheet/order-failures'
import { formatTsv } from '@/lib/sheet/tsv'
import type { Workbook } from '@/lib/sheet/workbook'
import { isolated } from '@/lib/words/isolated'
import type { SheetWords } from './grid-source'
import type { Say } from './use-say'

/** The order's number as shown, which of its lines is meant, and where that is in the file and in the request. */
export interface FailurePlace extends ShopCoordinates {
  readonly number: string
  /** From 1; undefined where the order as a whole is meant, or has one line. */
  readonly item: number | undefined
  /** In the request in which the order was sent last, from 0. */
  readonly position: number | undefined
}

/** Where a failure is, as operators call it. */
export function placeOf(workbook: Workbook, { lead, line, column, mark }: ListedFailure): FailurePlace {
  const { key } = workbook.sheet
  const lines = workbook.index.find(lead)?.lines ?? []
  const numbered = lines.find(id => !isBlank(workbook.text({ line: id, column: key })))
  const isItem = lines.length > 1 && (column === undefined ? line !== lead : column.includes('[]'))
  const number = numbered === undefined ? '' : workbook.text({ line: numbered, column: key })
  return {
    number,
    item: isItem ? lines.indexOf(line) + 1 : undefined,
    position: mark.position ?? workbook.outcomeOf(line)?.position,
    ...coordinatesOf(workbook.draft.lines.get(line)?.texts ?? {}, number),
  }
}

/** What is wrong in a group, in a few words: the column's name, the field as the service called it, or the order. */
export function titleOf(failure: ListedFailure, workbook: Workbook, words: SheetWords, t: Say): string {
  const { column: id, mark } = failure
  const column = id === undefined || subjectOf(failure) === 'oneOf' ? undefined : workbook.column(id)
  return column ? words.column(column).name : isolated(mark.field ?? '') || t('failures.wholeOrder')
}

/**
 * What a group says: the desk's sentence, or the service's own words and whose they are.
 * @param count how many failures it has: a sentence that names a value speaks of one of them
 */
export function reasonOf(
  { mark }: ListedFailure,
  count: number,
  words: SheetWords,
  connection: string,
  t: Say,
): string {
  const message = words.sentence(mark)
  if (mark.source === 'service') return t('failures.fromService', { message, connection })
  return count > 1 && mark.params?.value !== undefined ? t('failures.forExample', { message }) : message
}

/**
 * The failures of some groups as a table, one failure a line: number, item, field, value and message; then the row of
 * the file, the shop's own number and the position in the request, as far as there are any.
 */
export function tableOf(
  workbook: Workbook,
  groups: readonly FailureGroup[],
  words: SheetWords,
  t: Say,
): string {
  return formatTsv(
    groups.flatMap(group =>
      group.list(workbook.view.places).map(failure => {
        const { number, item, row, shopNumber, position } = placeOf(workbook, failure)
        const { line, column, mark } = failure
        const value =
          column === undefined || subjectOf(failure) === 'oneOf' ? '' : workbook.text({ line, column })
        return [
          number,
          item === undefined ? '' : String(item),
          titleOf(failure, workbook, words, t),
          value,
          words.sentence(mark),
          String(row ?? ''),
          shopNumber ?? '',
          String(position ?? ''),
        ]
      }),
    ),
  )
}
