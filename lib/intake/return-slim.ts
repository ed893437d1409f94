import type { LineId } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { Returned, ReturnedLine } from './return-read'

/**
 * Leaves out the orders of which nothing was edited in the file, so that little has to be handed over and compared:
 * neither what they say now nor what they said is told, and none of them counts as missing. An order that was edited
 * is told as a whole, since what many rows repeat is edited in one of them.
 */
export function slimReturn(returned: Returned): Returned {
  const { base, lines, columns } = returned
  if (!base) return returned
  const orders = ordersOf(returned, base)
  const edited = new Set<number>()
  for (const line of lines) {
    const order = line.key === undefined ? undefined : orders.get(line.key)
    if (order !== undefined && isEdited(line, base, columns)) edited.add(order)
  }
  const there = new Set(lines.map(({ key }) => key))
  const isTold = (key: LineId) => edited.has(orders.get(key) ?? -1) || !there.has(key)
  return {
    ...returned,
    base: new Map([...base].filter(([key]) => isTold(key))),
    lines: lines.filter(({ key }) => key === undefined || isTold(key)),
  }
}

const isEdited = (
  { key = '', texts, unsaid }: ReturnedLine,
  base: NonNullable<Returned['base']>,
  columns: Returned['columns'],
): boolean =>
  [...columns].some(
    column => !unsaid?.includes(column) && (texts[column] ?? '') !== (base.get(key)?.[column] ?? ''),
  )

/** Which order each line was of when it left, counted from 0: lines of an order left one below the other. */
function ordersOf({ sheet }: Returned, base: NonNullable<Returned['base']>): ReadonlyMap<LineId, number> {
  const { key: number } = sheets[sheet]
  const orders = new Map<LineId, number>()
  let at = 0
  let current: string | undefined
  for (const [key, texts] of base) {
    const said = texts[number]?.trim() ?? ''
    if (!isBlank(said) && said !== current) at++
    if (!isBlank(said)) current = said
    orders.set(key, at)
  }
  return orders
}
