import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import type { WorkbenchTranslator } from '@/components/workbench/use-workbench-translations'
import { type ShopCoordinates, shopCoordinatesOf } from '@/lib/import/recipe/hidden-columns'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import type { FailureGroup } from '@/lib/sheet/judge/failures/failure-index'
import { failureSubject, type ListedFailure } from '@/lib/sheet/judge/failures/order-failures'
import { isApiError, type Mark } from '@/lib/sheet/judge/marks'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { isolated } from '@/lib/words/sentences/isolated'

/** The number of an order, and which of its lines is meant. */
interface OrderPlace {
  readonly number: string
  /** The position of the line in its order, from 1; undefined where the order as a whole is meant, or has one line. */
  readonly item: number | undefined
}

/** The place of a failure in its order, in the file and in the request. */
export interface FailurePlace extends OrderPlace, ShopCoordinates {
  /** The position of the order in the request in which it was sent last, from 1. */
  readonly position: number | undefined
}

/** The colour of a failure's, or a warning's, text. */
export const inkOf = ({ severity }: Mark): string => (severity === 'failure' ? 'text-fail' : 'text-warn')

/** The place of a failure, in the terms of operators. */
export function placeOf(workbook: Workbook, { line, column, mark }: ListedFailure): FailurePlace {
  const place = orderPlaceOf(workbook, line, column)
  return {
    ...place,
    position: requestPlaceOf(workbook, line, mark),
    ...shopCoordinatesOf(workbook.draft.lines.get(line)?.texts ?? {}, place.number),
  }
}

/** The place of a cell in its order. @param column undefined: the line as a whole */
export function orderPlaceOf(workbook: Workbook, line: LineId, column: string | undefined): OrderPlace {
  const { key } = workbook.sheet
  const order = workbook.index.orderOf(line)
  const lines = order?.lines ?? []
  const numbered = lines.find(id => !isBlank(workbook.text({ line: id, column: key })))
  const isItem =
    lines.length > 1 && (column === undefined ? line !== order?.firstLine : column.includes('[]'))
  return {
    number: numbered === undefined ? '' : workbook.text({ line: numbered, column: key }),
    item: isItem ? lines.indexOf(line) + 1 : undefined,
  }
}

/** The place of an order in the request in which it was sent last, from 1; undefined where that is not known. */
export function requestPlaceOf(workbook: Workbook, line: LineId, mark: Mark): number | undefined {
  const position = mark.position ?? workbook.outcomeOf(line)?.position
  return position === undefined || position === null ? undefined : position + 1
}

/**
 * The title of a group: the name of the column, the field name of the service, or the order as a whole. A warning about
 * a duplicate has a title of its own: it is shown on the number, and is not about the number.
 */
export function titleOf(
  failure: ListedFailure,
  workbook: Workbook,
  words: SheetWords,
  t: WorkbenchTranslator,
): string {
  const { column: id, mark } = failure
  if (mark.code === 'same_parcel') return t('failures.sameParcel')
  const column = id === undefined || failureSubject(failure) === 'oneOf' ? undefined : workbook.column(id)
  return column ? words.column(column).name : isolated(mark.field ?? '') || t('failures.wholeOrder')
}

/** Parameters of a sentence that every failure of a group has in common. */
const OF_THE_RULE: ReadonlySet<string> = new Set(['expected', 'choices', 'min', 'max', 'limit'])

/**
 * The reason of a group: a sentence of the desk, or the explanation of the service's message with the name
 * of the connection.
 * @param count of failures in the group: a sentence with a value is an example then
 */
export function reasonOf(
  { mark, line, column }: ListedFailure,
  count: number,
  words: SheetWords,
  connection: string,
  t: WorkbenchTranslator,
): string {
  const sentence = words.sentence(mark, { line, column })
  // An explanation is about the value of one cell.
  const isOfOneCell = isApiError(mark) || Object.keys(mark.params ?? {}).some(name => !OF_THE_RULE.has(name))
  const isExample = count > 1 && isOfOneCell
  const message = isExample ? t('failures.forExample', { message: sentence }) : sentence
  return mark.source === 'service' ? t('failures.fromService', { message, connection }) : message
}

/** The sentence of a failure for other programs, where no button shows the message of the service. */
export function fullSentence({ mark, line, column }: ListedFailure, words: SheetWords): string {
  const sentence = words.sentence(mark, { line, column })
  const message = words.original(mark)
  return message === undefined ? sentence : words.withOriginal(sentence, message)
}

/**
 * The failures of some groups as a table, one failure a line: number, item, field, value and message; then the row of
 * the file, the shop's own number and the position in the request, as far as there are any.
 */
export function tableOf(
  workbook: Workbook,
  groups: readonly FailureGroup[],
  words: SheetWords,
  t: WorkbenchTranslator,
): string {
  return formatTsv(
    groups.flatMap(group =>
      group.list(workbook.view.lineOrder).map(failure => {
        const { number, item, row, shopNumber, position } = placeOf(workbook, failure)
        const { line, column } = failure
        const value =
          column === undefined || failureSubject(failure) === 'oneOf' ? '' : workbook.text({ line, column })
        return [
          number,
          item === undefined ? '' : String(item),
          titleOf(failure, workbook, words, t),
          value,
          fullSentence(failure, words),
          String(row ?? ''),
          shopNumber ?? '',
          String(position ?? ''),
        ]
      }),
    ),
  )
}
