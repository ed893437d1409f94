import { hidden } from '@/lib/intake/imported'
import { type LinePlace, placeOf } from '@/lib/intake/line-place'
import type { Recipe } from '@/lib/intake/recipe'
import type { LineId, Texts } from '@/lib/sheet/draft'
import type { ListedFailure } from '@/lib/sheet/order-failures'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Intake } from './intake'
import type { FileRow } from './open-file'
import { painted } from './painted'
import type { HandedLine } from './return-protocol'
import { Sentences } from './sentences'
import { inSlices } from './slices'
import { fetchJson } from './traces'

/** Orders whose rows are asked for together, and lines that are handed over together. */
const TOGETHER = 250
const HANDED = 40
/** Numbers of rows that an address takes: servers refuse those of more than 16 KB. */
const IN_ADDRESS = 1000

/** Which lines go out: those of orders that fail, of orders of which a line is chosen, or all; always whole orders. */
export type Which = 'failing' | 'all' | readonly LineId[]

/** From where lines go out. */
export interface Leaving {
  readonly workbook: Workbook
  readonly intake: Pick<Intake, 'summaries' | 'rowsJson'>
  readonly draftId: string
  /** Whether the operator may read the files of the draft; without them, lines go out in our own columns. */
  readonly mayReadFiles: boolean
  /** What a failure says, with the column it is about. */
  readonly message: (failure: ListedFailure) => string
}

/** The shop's own layout. */
export interface ShopLayout {
  readonly headings: readonly string[]
  readonly recipe: Recipe
}

/** First lines of the orders that go out, in the order of the screen. */
export function leadsOf({ index, failures, view }: Workbook, which: Which): LineId[] {
  if (which === 'all') return [...index.leads()]
  if (which === 'failing') return [...failures.leads.list(view.places)]
  return [...new Set(which.flatMap(line => index.orderOf(line)?.lead ?? []))]
}

/**
 * The layout that all lines of some orders came in: of one table, or of several that have the same headings and were
 * read alike, as when a shop cuts its export into files. Undefined where there is no such, or it is not known.
 */
export async function layoutOf(leaving: Leaving, leads: readonly LineId[]): Promise<ShopLayout | undefined> {
  const { workbook } = leaving
  if (!leaving.mayReadFiles) return undefined
  const places = new Map<string, LinePlace>()
  const isFromFiles = await inSlices(leads, lead =>
    (workbook.index.find(lead)?.lines ?? []).every(line => {
      const place = placeOf(workbook.draft.lines.get(line)?.texts[hidden.source])
      if (place) places.set(tableOf(place), place)
      return place !== undefined && places.size <= TABLES
    }),
  )
  if (!isFromFiles) return undefined
  const [layout, ...others] = await layoutsAt(leaving, [...places.values()])
  // Where one row is several lines, a line has no row of its own to be corrected in.
  if (!layout || layout.recipe.options) return undefined
  const said = sayOf(layout)
  return others.every(other => other && sayOf(other) === said) ? layout : undefined
}

/** So many tables, and readings of them, are held against each other. */
const TABLES = 50

const sayOf = ({ headings, recipe }: ShopLayout): string => JSON.stringify([headings, recipe])

/** A table of a file as it was read once. */
const tableOf = ({ file, table, reading }: LinePlace): string => `${file}:${table}:${reading}`

async function layoutsAt(
  { intake, draftId }: Leaving,
  places: readonly LinePlace[],
): Promise<(ShopLayout | undefined)[]> {
  let kept: readonly KeptSource[] | undefined
  const layouts: (ShopLayout | undefined)[] = []
  for (const { file, table, reading } of places) {
    const report = intake.summaries.find(({ report: { id } }) => id === file)?.report
    if (report?.reading === reading && report.understood.table === table) layouts.push(report.understood)
    else {
      kept ??= (await fetchJson<{ sources: readonly KeptSource[] }>(`/drafts/${draftId}/sources`))?.sources
      const source = kept?.find(({ id }) => id === file)
      layouts.push(source?.tables.find(one => one.position === table && one.reading === reading))
    }
  }
  return layouts
}

interface KeptSource {
  readonly id: string
  readonly tables: readonly (ShopLayout & { readonly position: number; readonly reading: string })[]
}

/** Who takes lines that are handed over. */
export interface Taker {
  /** JSON of the rows of a table that the next lines came from. @param table how these lines call it */
  rows(table: string, json: string): void
  /** Some lines, sentences that were not told before, and how far it is (from 0 to 1); false ends it. */
  lines(lines: readonly HandedLine[], sentences: readonly string[], done: number): boolean
}

/**
 * Hands over the lines of some orders, piece by piece.
 * @param isShop whether each is to bring the row of the file that it came from
 * @returns whether all were handed over; false also where the server did not answer with their rows
 */
export async function handOut(
  leaving: Leaving,
  leads: readonly LineId[],
  isShop: boolean,
  to: Taker,
): Promise<boolean> {
  const sentences = new Sentences()
  for (let at = 0; at < leads.length; at += TOGETHER) {
    const some = leads.slice(at, at + TOGETHER)
    for (const [table, wanted] of isShop ? rowsWanted(leaving, some) : []) {
      const rows = await rowsOf(leaving, wanted)
      if (rows === undefined) return false
      to.rows(table, rows)
    }
    let lines: HandedLine[] = []
    const hand = () => {
      const handed = lines
      lines = []
      return to.lines(handed, sentences.takeFresh(), (at + some.length) / leads.length)
    }
    const isWanted = await inSlices(some, lead => {
      for (const line of outLines(leaving, lead, sentences)) lines.push(line)
      return lines.length < HANDED || hand()
    })
    if (!isWanted || !hand()) return false
    await painted()
  }
  return true
}

function outLines({ workbook, message }: Leaving, lead: LineId, sentences: Sentences): HandedLine[] {
  const failures = workbook.listFailures(lead)
  return (workbook.index.find(lead)?.lines ?? []).map(line => {
    const texts = workbook.draft.lines.get(line)?.texts ?? {}
    const here = failures.filter(failure => failure.line === line)
    const place = placeOf(texts[hidden.source])
    return {
      key: line,
      lead,
      texts: withoutHidden(texts),
      messages: [...new Set(here.map(failure => sentences.numberOf(message(failure))))],
      failing: here.flatMap(({ column }) => column ?? []),
      ...(place && { row: place.row, table: tableOf(place) }),
    }
  })
}

/** What columns show. What travels unseen is long, and stays here. */
function withoutHidden(texts: Texts): Texts {
  const { [hidden.source]: _, [hidden.number]: __, [hidden.origins]: ___, ...shown } = texts
  return shown
}

interface Wanted {
  readonly place: LinePlace
  readonly numbers: Set<number>
}

/** The rows that the lines of some orders came from, by their tables. */
function rowsWanted({ workbook }: Leaving, leads: readonly LineId[]): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const lead of leads) {
    for (const line of workbook.index.find(lead)?.lines ?? []) {
      const place = placeOf(workbook.draft.lines.get(line)?.texts[hidden.source])
      if (!place) continue
      const table = tableOf(place)
      const known = wanted.get(table) ?? { place, numbers: new Set() }
      known.numbers.add(place.row)
      wanted.set(table, known)
    }
  }
  return wanted
}

/** JSON of rows of a file: of the worker that has it open, else of the server. */
async function rowsOf(
  { intake, draftId }: Leaving,
  { place, numbers: all }: Wanted,
): Promise<string | undefined> {
  const numbers = [...all]
  const here = await intake.rowsJson(place, numbers)
  if (here !== undefined) return here
  const rows: FileRow[] = []
  for (let at = 0; at < numbers.length; at += IN_ADDRESS) {
    const some = numbers.slice(at, at + IN_ADDRESS)
    const query = new URLSearchParams({
      reading: place.reading,
      table: String(place.table),
      numbers: some.join(','),
    })
    const path = `/drafts/${draftId}/sources/${place.file}/rows?${query}`
    const kept = await fetchJson<{ rows: readonly FileRow[] }>(path)
    if (!kept) return undefined
    rows.push(...kept.rows)
  }
  return JSON.stringify(rows)
}
