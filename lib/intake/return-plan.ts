import type { LineId, Texts } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import { sheets } from '@/lib/sheet/sheets'
import type { Returned, ReturnedLine } from './return-read'

/** A cell that was corrected elsewhere. */
export interface ReturnedCell {
  readonly line: LineId
  readonly column: string
  /** What stands here now, and what the file says. */
  readonly here: string
  readonly there: string
  /** What stood here when the file left, where somebody edited the cell here too since. */
  readonly left?: string
}

/** What a file that came back would change. Nothing is changed yet. */
export interface ReturnPlan {
  /** Edited in the file alone. */
  readonly changed: readonly ReturnedCell[]
  /** Edited in the file and here, each to another text. */
  readonly clashing: readonly ReturnedCell[]
  /** Rows that somebody added in the file. */
  readonly added: readonly { readonly row: number; readonly texts: Texts }[]
  /** Lines that left and are not in the file any more; they stay as they are. */
  readonly missing: readonly LineId[]
  /** Lines that are no more in the draft, and lines that are registered: nothing is done to them. */
  readonly gone: readonly LineId[]
  readonly locked: readonly LineId[]
}

/** The draft that a file comes back to. */
export interface ReturnDraft {
  /** What a line says now; undefined when it is no more. */
  texts(line: LineId): Texts | undefined
  /** The lines of the order that a line belongs to, from the first on. */
  orderOf(line: LineId): readonly LineId[]
  isLocked(line: LineId): boolean
}

/**
 * Compares what came back with what left and with what stands here: only what was edited in the file counts, so that
 * work done here meanwhile stays. What an order says of itself is compared order by order, since rows may have been
 * sorted elsewhere and a text that many rows repeat is corrected in one of them.
 */
export function planReturn(returned: Returned, draft: ReturnDraft): ReturnPlan {
  const { lines, base } = returned
  const { columns, key: number } = sheets[returned.sheet]
  const spoken = columns.filter(({ id }) => returned.columns.has(id))
  const record = spoken.filter(({ id, scope }) => scope === 'record' && id !== number).map(({ id }) => id)
  const own = spoken.filter(({ id, scope }) => scope === 'item' || id === number).map(({ id }) => id)
  const back = lines.filter(isKeyed)
  const there = back.filter(({ key }) => draft.texts(key) !== undefined)
  const cells = [
    ...there.flatMap(line => ownCells(line, own, base, draft)),
    ...ordersOf(there, draft).flatMap(order => orderCells(order, record, base, draft)),
  ]
  const locked = new Set(cells.map(({ line }) => line).filter(line => draft.isLocked(line)))
  const free = cells.filter(({ line }) => !locked.has(line))
  const keys = new Set(back.map(({ key }) => key))
  return {
    changed: free.filter(({ left }) => left === undefined),
    clashing: free.filter(({ left }) => left !== undefined),
    added: lines.filter(line => !isKeyed(line) && Object.values(line.texts).some(text => !isBlank(text))),
    missing: [...base.keys()].filter(key => !keys.has(key) && draft.texts(key) !== undefined),
    gone: [...keys].filter(key => draft.texts(key) === undefined),
    locked: [...locked],
  }
}

type Keyed = ReturnedLine & { readonly key: LineId }

const isKeyed = (line: ReturnedLine): line is Keyed => line.key !== undefined

function ordersOf(lines: readonly Keyed[], draft: ReturnDraft): Keyed[][] {
  const orders = new Map<LineId, Keyed[]>()
  for (const line of lines) {
    const lead = draft.orderOf(line.key)[0] ?? line.key
    orders.set(lead, [...(orders.get(lead) ?? []), line])
  }
  return [...orders.values()]
}

const ownCells = (
  { key, texts }: Keyed,
  columns: readonly string[],
  base: Returned['base'],
  draft: ReturnDraft,
): ReturnedCell[] =>
  columns.flatMap(column =>
    cellOf(key, column, {
      there: texts[column] ?? '',
      left: base.get(key)?.[column] ?? '',
      here: draft.texts(key)?.[column] ?? '',
    }),
  )

function orderCells(
  order: readonly Keyed[],
  columns: readonly string[],
  base: Returned['base'],
  draft: ReturnDraft,
): ReturnedCell[] {
  const [first] = order
  if (!first) return []
  const lines = draft.orderOf(first.key)
  return columns.flatMap(column => {
    const left = firstSaid(lines.map(line => base.get(line)?.[column]))
    const edited = order.filter(({ texts }) => !isBlank(texts[column]) && texts[column] !== left)
    const blanked = order.every(({ texts }) => isBlank(texts[column]))
    const here = firstSaid(lines.map(line => draft.texts(line)?.[column]))
    const lead = lines.find(line => !isBlank(draft.texts(line)?.[column])) ?? lines[0] ?? first.key
    const there = blanked ? '' : (edited[0]?.texts[column] ?? left)
    // Rows that were edited to different texts contradict each other, here as there.
    const others = edited.filter(({ texts }) => texts[column] !== there)
    return [
      ...cellOf(lead, column, { there, left, here }),
      ...others.flatMap(({ key, texts }) =>
        cellOf(key, column, { there: texts[column] ?? '', left, here: draft.texts(key)?.[column] ?? '' }),
      ),
    ]
  })
}

/** A cell that the file has otherwise than it left with, and otherwise than it stands here. */
function cellOf(
  line: LineId,
  column: string,
  { there, left, here }: { there: string; left: string; here: string },
): ReturnedCell[] {
  if (there === left || there === here) return []
  return [here === left ? { line, column, here, there } : { line, column, here, there, left }]
}

const firstSaid = (texts: readonly (string | undefined)[]): string =>
  texts.find(text => text !== undefined && !isBlank(text)) ?? ''
