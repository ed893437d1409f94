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

/** A row that has no line yet. */
export interface AddedRow {
  readonly row: number
  readonly texts: Texts
  /** The last line of the order that it belongs to; undefined: it is the first of a new one. */
  readonly after?: LineId
}

/** What a file that came back would change. Nothing is changed yet. */
export interface ReturnPlan {
  /** Edited in the file alone. */
  readonly changed: readonly ReturnedCell[]
  /** Edited in the file and here, each to another text. */
  readonly clashing: readonly ReturnedCell[]
  /** Rows that somebody added in the file. */
  readonly added: readonly AddedRow[]
  /** Rows that were added and say what a line of their order says already: brought once, they come no second time. */
  readonly doubled: readonly number[]
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
  /** All lines. Asked for only where rows were added. */
  lines(): Iterable<LineId>
}

/** So many lines are compared between two rests. */
const STEP = 50

/** Steps to something that takes a while; whoever takes them may rest between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>

function* each<T>(all: Iterable<T>, work: (one: T) => void): Steps<void> {
  let done = 0
  for (const one of all) {
    work(one)
    if (++done % STEP === 0) yield
  }
}

/** What `planSteps` comes to, at once. */
export function planReturn(returned: Returned, draft: ReturnDraft): ReturnPlan {
  const steps = planSteps(returned, draft)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Compares what came back with what left and with what stands here: only what was edited in the file counts, so that
 * work done here meanwhile stays. What an order says of itself is compared order by order, since rows may have been
 * sorted elsewhere and a text that many rows repeat is corrected in one of them.
 */
export function* planSteps(returned: Returned, draft: ReturnDraft): Steps<ReturnPlan> {
  const { lines } = returned
  // Where nobody knows what left, whatever differs from what stands here was edited there.
  const base = returned.base ?? (yield* baseHere(lines, draft))
  const { columns, key: number } = sheets[returned.sheet]
  const spoken = columns.filter(({ id }) => returned.columns.has(id))
  const record = spoken.filter(({ id, scope }) => scope === 'record' && id !== number).map(({ id }) => id)
  const own = spoken.filter(({ id, scope }) => scope === 'item' || id === number).map(({ id }) => id)
  const cells: ReturnedCell[] = []
  const orders = new Map<LineId, Keyed[]>()
  const keys = new Set<LineId>()
  const gone = new Set<LineId>()
  yield* each(lines.filter(isKeyed), line => {
    keys.add(line.key)
    if (draft.texts(line.key) === undefined) return void gone.add(line.key)
    cells.push(...ownCells(line, own, base, draft))
    const lead = draft.orderOf(line.key)[0] ?? line.key
    const order = orders.get(lead)
    if (order) order.push(line)
    else orders.set(lead, [line])
  })
  yield* each(orders.values(), order => {
    cells.push(...orderCells(order, record, base, draft))
  })
  const fresh = yield* planAdded(lines, base, own, number, draft)
  const locked = new Set(fresh.locked)
  const changed: ReturnedCell[] = []
  const clashing: ReturnedCell[] = []
  yield* each(cells, cell => {
    if (draft.isLocked(cell.line)) locked.add(cell.line)
    else if (cell.left === undefined) changed.push(cell)
    else clashing.push(cell)
  })
  const missing: LineId[] = []
  yield* each(base.keys(), key => {
    if (!keys.has(key) && draft.texts(key) !== undefined) missing.push(key)
  })
  const { added, doubled } = fresh
  return { changed, clashing, added, doubled, missing, gone: [...gone], locked: [...locked] }
}

type Keyed = ReturnedLine & { readonly key: LineId }

const isKeyed = (line: ReturnedLine): line is Keyed => line.key !== undefined

function* baseHere(lines: readonly ReturnedLine[], draft: ReturnDraft): Steps<ReadonlyMap<LineId, Texts>> {
  const base = new Map<LineId, Texts>()
  yield* each(lines, ({ key }) => {
    if (key !== undefined) base.set(key, draft.texts(key) ?? {})
  })
  return base
}

/** Where rows without a line belong: to the order of their number; one without a number to that of the row above. */
function* planAdded(
  lines: readonly ReturnedLine[],
  base: ReadonlyMap<LineId, Texts>,
  items: readonly string[],
  number: string,
  draft: ReturnDraft,
): Steps<Pick<ReturnPlan, 'added' | 'doubled'> & { readonly locked: readonly LineId[] }> {
  const added: AddedRow[] = []
  const doubled: number[] = []
  const locked: LineId[] = []
  const own = items.filter(column => column !== number)
  const isFresh = (line: ReturnedLine) =>
    !isKeyed(line) && Object.values(line.texts).some(text => !isBlank(text))
  if (!lines.some(isFresh)) return { added, doubled, locked }
  const orders = yield* leadsByNumber(draft, number)
  let above: LineId | undefined
  yield* each(lines, line => {
    const said = line.texts[number]?.trim() ?? ''
    if (isKeyed(line)) above = draft.texts(line.key) && line.key
    else if (said !== '') above = orders.get(said)
    if (!isFresh(line)) return
    const order = above === undefined ? [] : draft.orderOf(above)
    const last = order.at(-1)
    // What somebody copied and left as it was says what its original says, here or when it left.
    const isSame = (id: LineId) =>
      [draft.texts(id), base.get(id)].some(
        said =>
          said && own.every(column => isBlank(line.texts[column]) || said[column] === line.texts[column]),
      )
    if (order.some(isSame)) doubled.push(line.row)
    else if (last !== undefined && draft.isLocked(last)) locked.push(last)
    else added.push({ row: line.row, texts: line.texts, ...(last !== undefined && { after: last }) })
  })
  return { added, doubled, locked }
}

/** A line of the order of each number; of namesakes the last one. */
function* leadsByNumber(draft: ReturnDraft, number: string): Steps<ReadonlyMap<string, LineId>> {
  const leads = new Map<string, LineId>()
  yield* each(draft.lines(), line => {
    const said = draft.texts(line)?.[number]?.trim() ?? ''
    if (said !== '') leads.set(said, line)
  })
  return leads
}

const ownCells = (
  { key, texts, unsaid }: Keyed,
  columns: readonly string[],
  base: ReadonlyMap<LineId, Texts>,
  draft: ReturnDraft,
): ReturnedCell[] =>
  columns.flatMap(column =>
    unsaid?.includes(column)
      ? []
      : cellOf(key, column, {
          there: texts[column] ?? '',
          left: base.get(key)?.[column] ?? '',
          here: draft.texts(key)?.[column] ?? '',
        }),
  )

function orderCells(
  order: readonly Keyed[],
  columns: readonly string[],
  base: ReadonlyMap<LineId, Texts>,
  draft: ReturnDraft,
): ReturnedCell[] {
  const [first] = order
  if (!first) return []
  const lines = draft.orderOf(first.key)
  return columns.flatMap(column => {
    const left = firstSaid(lines.map(line => base.get(line)?.[column]))
    // Lines that contradicted each other when they left still do.
    const edited = order.filter(({ key, texts }) => {
      const text = texts[column] ?? ''
      return !isBlank(text) && !isAlike(text, left) && !isAlike(text, base.get(key)?.[column] ?? '')
    })
    const blanked = order.every(({ texts, unsaid }) => isBlank(texts[column]) && !unsaid?.includes(column))
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
  if (isAlike(there, left) || isAlike(there, here)) return []
  return [isAlike(here, left) ? { line, column, here, there } : { line, column, here, there, left }]
}

/** Spreadsheets end the lines of a cell their own way. */
const isAlike = (a: string, b: string): boolean => a === b || oneWay(a) === oneWay(b)

const oneWay = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const firstSaid = (texts: readonly (string | undefined)[]): string =>
  texts.find(text => text !== undefined && !isBlank(text)) ?? ''
