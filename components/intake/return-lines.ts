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

/** The layout of the one table that all lines of some orders came from; undefined where it is not one, or not known. */
export async function layoutOf(leaving: Leaving, leads: readonly LineId[]): Promise<ShopLayout | undefined> {
  const { workbook, intake, draftId } = leaving
  let one: LinePlace | undefined
  const isOne = await inSlices(leads, lead =>
    (workbook.index.find(lead)?.lines ?? []).every(line => {
      const place = placeOf(workbook.draft.lines.get(line)?.texts[hidden.source])
      one ??= place
      return (
        place !== undefined &&
        place.file === one?.file &&
        place.table === one.table &&
        place.reading === one.reading
      )
    }),
  )
  if (!one || !isOne) return undefined
  const { file, table, reading } = one
  const report = intake.summaries.find(({ report: { id } }) => id === file)?.report
  const isHere = report?.reading === reading && report.understood.table === table
  const layout = isHere ? report.understood : await keptLayout(draftId, one)
  // Where one row is several lines, a line has no row of its own to be corrected in.
  return layout && !layout.recipe.options ? layout : undefined
}

async function keptLayout(
  draftId: string,
  { file, table, reading }: LinePlace,
): Promise<ShopLayout | undefined> {
  const answer = await fetchJson<{ sources: readonly KeptSource[] }>(`/drafts/${draftId}/sources`)
  const source = answer?.sources.find(({ id }) => id === file)
  return source?.tables.find(one => one.position === table && one.reading === reading)
}

interface KeptSource {
  readonly id: string
  readonly tables: readonly (ShopLayout & { readonly position: number; readonly reading: string })[]
}

/** Who takes lines that are handed over. */
export interface Taker {
  /** JSON of the rows of the file that the next lines came from. */
  rows(json: string): void
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
    const rows = isShop ? await rowsOf(leaving, some) : undefined
    if (isShop && rows === undefined) return false
    if (rows !== undefined) to.rows(rows)
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
    const row = placeOf(texts[hidden.source])?.row
    return {
      key: line,
      lead,
      texts: withoutHidden(texts),
      messages: [...new Set(here.map(failure => sentences.numberOf(message(failure))))],
      failing: here.flatMap(({ column }) => column ?? []),
      ...(row !== undefined && { row }),
    }
  })
}

/** What columns show. What travels unseen is long, and stays here. */
function withoutHidden(texts: Texts): Texts {
  const { [hidden.source]: _, [hidden.number]: __, [hidden.origins]: ___, ...shown } = texts
  return shown
}

/** JSON of the rows of the file that some orders came from: of the worker that has it open, else of the server. */
async function rowsOf(
  { workbook, intake, draftId }: Leaving,
  leads: readonly LineId[],
): Promise<string | undefined> {
  let first: LinePlace | undefined
  const wanted = new Set<number>()
  for (const lead of leads) {
    for (const line of workbook.index.find(lead)?.lines ?? []) {
      const place = placeOf(workbook.draft.lines.get(line)?.texts[hidden.source])
      first ??= place
      if (place) wanted.add(place.row)
    }
  }
  if (!first) return '[]'
  const numbers = [...wanted]
  const here = await intake.rowsJson(first, numbers)
  if (here !== undefined) return here
  const rows: FileRow[] = []
  for (let at = 0; at < numbers.length; at += IN_ADDRESS) {
    const some = numbers.slice(at, at + IN_ADDRESS)
    const query = new URLSearchParams({
      reading: first.reading,
      table: String(first.table),
      numbers: some.join(','),
    })
    const path = `/drafts/${draftId}/sources/${first.file}/rows?${query}`
    const kept = await fetchJson<{ rows: readonly FileRow[] }>(path)
    if (!kept) return undefined
    rows.push(...kept.rows)
  }
  return JSON.stringify(rows)
}
