import { tableOf } from '@/lib/sheet/orders/grouping'
import { foldAddress } from '@/lib/sheet/schema/fold-address'
import { type LineId, SOURCE } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Orders that go to the same person at the same place. */
export interface SameParcel {
  /** First lines of the orders, in the order of the draft. */
  readonly firstLines: readonly LineId[]
  readonly numbers: readonly string[]
  readonly name: string
  readonly address: string
  /** Columns in which the orders differ; the merged order would have the text of the first. */
  readonly differing: readonly string[]
}

/** Columns of the recipient's address, which are compared without regard to spelling. */
const PLACE = [
  'recipient.country',
  'recipient.name',
  'recipient.zipCode',
  'recipient.state',
  'recipient.city',
  'recipient.address',
  'recipient.addressDetail',
]

/**
 * Orders of a draft that could be sent in one parcel: they are not sent yet and have the same name and address. An order
 * that two files contain is left out: merged, it would have every item twice.
 */
export function sameParcels(workbook: Workbook): SameParcel[] {
  const byPlace = new Map<string, LineId[]>()
  const textOf = (firstLine: LineId, column: string) => workbook.text({ line: firstLine, column })
  for (const firstLine of workbook.firstLines()) {
    if (workbook.isFixed(firstLine) || isInTwoFiles(workbook, firstLine)) continue
    const place = PLACE.map(column => foldAddress(textOf(firstLine, column)))
    if (place[1] === '' || place.slice(2).every(text => text === '')) continue
    const key = place.join('\n')
    const there = byPlace.get(key)
    if (there) there.push(firstLine)
    else byPlace.set(key, [firstLine])
  }
  return [...byPlace.values()].flatMap(firstLines => {
    const [first] = firstLines
    if (first === undefined || firstLines.length < 2) return []
    return [
      {
        firstLines,
        numbers: firstLines.map(firstLine => textOf(firstLine, workbook.sheet.key)),
        name: textOf(first, 'recipient.name'),
        address: PLACE.slice(2)
          .map(column => textOf(first, column))
          .filter(text => text !== '')
          .join(' '),
        differing: differingIn(workbook, firstLines),
      },
    ]
  })
}

/** Whether an order with the same number comes from another file, or another report of its file. */
function isInTwoFiles({ index, draft }: Workbook, firstLine: LineId): boolean {
  if (!index.isRepeated(firstLine)) return false
  const tables = index
    .ordersWith(index.numberOf(firstLine))
    .map(order => tableOf(draft.lines.get(order)?.texts[SOURCE] ?? ''))
  return new Set(tables.filter(table => table !== '')).size > 1
}

/** Columns of the order, except its number and address, in which the orders differ. */
function differingIn({ sheet, draft }: Workbook, firstLines: readonly LineId[]): string[] {
  const columns = sheet.columns.filter(
    ({ id, scope }) => scope === 'record' && id !== sheet.key && !PLACE.includes(id),
  )
  return columns.flatMap(({ id }) => {
    const texts = new Set(firstLines.map(firstLine => draft.lines.get(firstLine)?.texts[id] ?? ''))
    texts.delete('')
    return texts.size > 1 ? [id] : []
  })
}
