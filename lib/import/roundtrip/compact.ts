import { isBlank } from '@/lib/sheet/schema/kinds'
import type { LineId } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { ReimportedFile, ReimportedLine } from './read'

/**
 * Drops the orders that were not edited in the file, so that less is transferred and compared; their lines do not count
 * as missing. An edited order is kept as a whole, because a text that many rows repeat is edited in one of them.
 */
export function compactReimport(returned: ReimportedFile): ReimportedFile {
  const { base, lines, columns } = returned
  if (!base) return returned
  const orders = ordersOf(returned, base)
  const edited = new Set<number>()
  for (const line of lines) {
    const order = line.key === undefined ? undefined : orders.get(line.key)
    if (order !== undefined && isEdited(line, base, columns)) edited.add(order)
  }
  const there = new Set(lines.map(({ key }) => key))
  const isNeeded = (key: LineId) => edited.has(orders.get(key) ?? -1) || !there.has(key)
  return {
    ...returned,
    base: new Map([...base].filter(([key]) => isNeeded(key))),
    lines: lines.filter(({ key }) => key === undefined || isNeeded(key)),
  }
}

const isEdited = (
  { key = '', texts, unknownColumns }: ReimportedLine,
  base: NonNullable<ReimportedFile['base']>,
  columns: ReimportedFile['columns'],
): boolean =>
  [...columns].some(
    column => !unknownColumns?.includes(column) && (texts[column] ?? '') !== (base.get(key)?.[column] ?? ''),
  )

/** The order of each line at export time, counted from 0: lines of an order were exported one below the other. */
function ordersOf(
  { sheet }: ReimportedFile,
  base: NonNullable<ReimportedFile['base']>,
): ReadonlyMap<LineId, number> {
  const { key: number } = sheets[sheet]
  const orders = new Map<LineId, number>()
  let at = 0
  let current: string | undefined
  for (const [key, texts] of base) {
    const text = texts[number]?.trim() ?? ''
    if (!isBlank(text) && text !== current) at++
    if (!isBlank(text)) current = text
    orders.set(key, at)
  }
  return orders
}
