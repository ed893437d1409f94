import { unprotectCell } from '@/lib/sheet/export-cell'
import { isIdsFile } from './ids-headings'
import { type Field, type ImportPlan, planImport } from './import-plan'
import type { Imported, Understood } from './imported'
import { limits } from './limits'
import { LineMaker } from './line-maker'
import { Layout, type MadeLine } from './made-line'
import { withoutAcross } from './merged-cells'
import type { OriginTally } from './origin-tally'
import { type ShopState, shopStates } from './recipe'
import { RecordWriter } from './record-writer'
import { type Group, groupRows } from './rows-to-groups'
import { asidePlace, type SetAside, staysOut } from './set-aside'
import type { Book, Rows, Table } from './table'
import { Unreadable } from './unreadable'

/** What an import brought, its lines as they were made. */
export interface Whole extends Imported {
  readonly lines: readonly MadeLine[]
}

/** What an import brought beside its lines. */
export interface Summary extends Omit<Imported, 'lines'> {
  readonly tally: OriginTally
}

/** Which lines are wanted, where the shop does not want all of them shipped any more. */
export interface Wanted {
  /** Those in this state alone; else all but those that stay out. */
  readonly only?: ShopState
  /** Rows that come in after all, by `asidePlace`. */
  readonly anyhow?: ReadonlySet<string>
}

/** How an import is handed over. */
export interface Slices extends Wanted {
  /** The file's id, which `hidden.source` begins with. */
  readonly file?: string
  /** How many lines a slice has at least; a record is never cut in two. */
  readonly size?: number
  /** Where the columns of the lines have their places; to be given where several tables become lines of one file. */
  readonly layout?: Layout
}

const blank: Table = { name: '', isHidden: false, rows: [], numbers: [], notes: new Map() }

/** Turns a table that was understood into lines, all at once. @param file the file's id @throws as `importSlices` */
export function importBook(book: Book, understood: Understood, file = ''): Whole {
  const lines: MadeLine[] = []
  const slices = importSlices(book, understood, { file, size: 10_000 })
  for (;;) {
    const next = slices.next()
    if (next.done) return { ...next.value, lines }
    for (const line of next.value) lines.push(line)
  }
}

/**
 * Turns a table into lines slice by slice, so that a worker can hand over each while it makes the next.
 * @throws Unreadable where its products have more options than there can be lines
 */
export function* importSlices(
  book: Book,
  understood: Understood,
  { file = '', size = 2000, layout = new Layout(), ...wanted }: Slices = {},
): Generator<readonly MadeLine[], Summary, undefined> {
  const read = withoutAcross(book.tables[understood.table] ?? blank, understood.header)
  // A CSV of ours has an apostrophe before what a spreadsheet would run.
  const isOurs = understood.by === 'own' || isIdsFile(understood.headings)
  const table = isOurs && book.kind === 'text' ? unprotected(read) : read
  const plan = planImport(table, understood)
  const groups = groupRows(table.rows, plan.positions, plan.grouping)
  const parcels = parcelsOf(table.rows, groups, plan)
  const source = `${file}:${understood.table}:`
  const ids = (fields: readonly Field[]) => fields.map(field => field.id)
  const maker = new LineMaker(layout, source, ids(plan.record), [plan.key, ...ids(plan.item)])
  const writer = new RecordWriter(table, plan, maker, parcels)
  let lines: MadeLine[] = []
  const aside: SetAside[] = []
  const rowOf = (position: number) => table.numbers[position] ?? position + 1
  const isWanted = (position: number, state: ShopState | undefined): boolean => {
    if (wanted.only) return state === wanted.only
    return !staysOut(state) || wanted.anyhow?.has(asidePlace(understood.table, rowOf(position))) === true
  }
  const { hiddenRows } = table
  const unseen: string[] = []
  let handed = 0
  let orders = 0
  for (const group of groups) {
    const states = plan.states?.of(group)
    if (states) aside.push(...asideOf(group, states, writer.numberOfGroup(group), understood.table, rowOf))
    else if (wanted.only) continue
    const rows = states ? group.filter((position, at) => isWanted(position, states[at])) : group
    if (rows.length === 0) continue
    if (hiddenRows)
      for (const position of rows) {
        const row = rowOf(position)
        if (hiddenRows.has(row)) unseen.push(asidePlace(understood.table, row))
      }
    orders++
    writer.write(rows, group, lines)
    if (handed + lines.length > limits.rows)
      throw new Unreadable({ code: 'too_many_rows', most: limits.rows })
    if (lines.length < size) continue
    handed += lines.length
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
  return { understood, leftOut: plan.leftOut, aside, unseen, orders, tally: maker.tally }
}

/** What of an order is not to be shipped any more, by why. */
function asideOf(
  group: Group,
  states: readonly (ShopState | undefined)[],
  number: string,
  table: number,
  rowOf: (position: number) => number,
): SetAside[] {
  return shopStates.flatMap(means => {
    const rows = group.filter((_, at) => states[at] === means).map(rowOf)
    return rows.length === 0 ? [] : { means, number, isWhole: rows.length === group.length, table, rows }
  })
}

const unprotected = (table: Table): Table => ({
  ...table,
  rows: table.rows
    .slice()
    .map(row => (row.some(cell => cell.startsWith("'")) ? row.map(unprotectCell) : row)),
})

/** Of each number that several parcels have: the text that tells one of them apart, by the group's first row. */
function parcelsOf(
  rows: Rows,
  groups: readonly Group[],
  { grouping: { groupOf, apartOf } }: ImportPlan,
): ReadonlyMap<number, string> {
  const parcels = new Map<number, string>()
  if (!apartOf) return parcels
  const firstOf = new Map<string, number>()
  for (const [first = -1] of groups) {
    const row = rows.at(first) ?? []
    const apart = apartOf(row).trim()
    if (apart === '') continue
    const number = groupOf(row).trim()
    const before = firstOf.get(number)
    if (before === undefined) firstOf.set(number, first)
    else {
      parcels.set(first, apart)
      parcels.set(before, apartOf(rows.at(before) ?? []).trim())
    }
  }
  return parcels
}
