import { respaceRanks } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'

/** The column of an order's number. */
export const NUMBER = 'orderInfo.mallOrderNumber'

/** A workbook of orders by number: the first line of each order has its recipient and weight. */
export function ordersByNumber(
  orders: Record<string, { name?: string; weight?: string; items: string[] }>,
): Workbook {
  const lines: Line[] = Object.entries(orders).flatMap(([number, { name = '', weight = '', items }]) =>
    items.map((item, i) => ({
      id: item,
      rank: 0,
      texts: {
        [NUMBER]: number,
        'items[].name': item,
        ...(i === 0 && name !== '' && { 'recipient.name': name }),
        ...(i === 0 && weight !== '' && { 'packageInfo.actualWeight': weight }),
      },
    })),
  )
  const workbook = new Workbook(sheets['orders/japan'], respaceRanks(lines))
  workbook.begin()
  return workbook
}

/** The number, the recipient, the weight and the lines of each order. */
export const shownOrders = (workbook: Workbook) =>
  workbook.firstLines().map(firstLine => {
    const lines = workbook.index.find(firstLine)?.lines ?? []
    const textIn = (column: string) => workbook.text({ line: firstLine, column })
    return [textIn(NUMBER), textIn('recipient.name'), textIn('packageInfo.actualWeight'), lines.join(' ')]
  })

/** Types a text into a cell. */
export function typeText(workbook: Workbook, line: string, column: string, after: string) {
  const before = workbook.text({ line, column })
  const change = { line, before: { [column]: before }, after: { [column]: after } }
  workbook.perform({ changes: [change], removed: [], inserted: [] }, null)
}

/** Three orders to one person, and one to another between them. */
export const ordersToTwo = () =>
  ordersByNumber({
    A: { name: '山田', items: ['a1', 'a2'] },
    B: { name: '山田', weight: '0.4', items: ['b1'] },
    C: { name: '鈴木', items: ['c1'] },
    D: { name: '山田', weight: '0.9', items: ['d1'] },
  })
