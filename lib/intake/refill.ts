import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { type Fillable, fillerOf, noCounts } from './fill-orders'
import { hidden, type Origin, type Origins } from './imported'
import { liveOrigins, originJson, originsOf, withOrigins } from './origins'
import type { PostalLookup } from './postal'

/** Kinds of cells that follow other cells of their order: copies of the recipient, and what a postal code tells. */
const following: ReadonlySet<string> = new Set(['recipient', 'postal-code'])

/**
 * Fills again what was copied from cells that change: the importer's copies of the recipient, the prefecture and the
 * city of a postal code. Of an imported order its blanks are filled as well, because the import filled none from a
 * cell that it could not read. What was typed stays, and so does a copy for which nothing new is found.
 * @param order all lines of an order, before the change
 * @param changes texts that change, by line
 * @returns texts to be written along with the changes, by line
 */
export function refillOrder(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
): Map<LineId, Texts> {
  const isImported = order.some(isBrought)
  return writesOf(derive(order, changes, sheet, postal), line => line.changed(isImported))
}

/**
 * Fills again what was copied from a cell that somebody types. What was edited by hand stays, a cell that was blanked by
 * hand too: of the other cells only those change that are told otherwise by the new text. A copy for which nothing new is
 * found stays, to be looked at.
 * @returns as `refillOrder`
 */
export function refillTyped(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
): Map<LineId, Texts> {
  const isImported = order.some(isBrought)
  const before = new Map(derive(order, new Map(), sheet, postal).map(line => [line.id, line]))
  return writesOf(derive(order, changes, sheet, postal, true), line =>
    line.followed(before.get(line.id), isImported),
  )
}

/** Columns of an order that decide, beside others, what a postal code is asked for. */
export const postalDependent: ReadonlySet<string> = new Set([
  'recipient.country',
  'recipient.zipCode',
  'recipient.state',
  'recipient.city',
  'recipient.importerJapaneseZipCode',
])

const isBrought = ({ texts }: Line): boolean => texts[hidden.source] !== undefined

/**
 * The lines of an order as they would be filled, had they no cells that follow others.
 * @param isTyped whether what changes was typed: it follows nothing any more
 */
function derive(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
  isTyped = false,
): readonly RefilledLine[] {
  const lines = order.map(({ id, texts }) => new RefilledLine(id, texts, changes.get(id), isTyped))
  fillerOf(sheet, { postal }, noCounts())(lines)
  return lines
}

function writesOf(
  lines: readonly RefilledLine[],
  changed: (line: RefilledLine) => Texts | undefined,
): Map<LineId, Texts> {
  const writes = new Map<LineId, Texts>()
  for (const line of lines) {
    const texts = changed(line)
    if (texts) writes.set(line.id, texts)
  }
  return writes
}

/** A line whose following cells count as blank. */
class RefilledLine implements Fillable {
  private readonly found = new Map<string, string>()
  private origins: Origins = {}
  private readonly follows: ReadonlySet<string>

  private readonly live: ReadonlyMap<string, Origin>
  private readonly texts: Texts

  constructor(
    readonly id: LineId,
    before: Texts,
    private readonly change: Texts = {},
    private readonly isTyped = false,
  ) {
    this.texts = { ...before, ...change }
    this.live = liveOrigins(before)
    this.follows = new Set(
      [...this.live].filter(([, { kind }]) => following.has(kind)).map(([column]) => column),
    )
  }

  said(column: string): string | undefined {
    if (this.isTyped && this.change[column] !== undefined) return this.change[column]
    return this.follows.has(column) ? undefined : this.texts[column]
  }

  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    for (const [at, column] of columns.entries()) this.found.set(column, texts[at] ?? '')
    this.origins = JSON.parse(`{${origins}}`)
  }

  /** @param mayFillBlanks whether cells that nothing had filled are filled, too */
  changed(mayFillBlanks: boolean): Texts | undefined {
    const news = [...this.found].filter(([column, text]) => {
      // A copy that is repaired together with its original is still a copy of it.
      if (this.change[column] !== undefined) return this.follows.has(column) && this.change[column] === text
      return text !== (this.texts[column] ?? '') && (mayFillBlanks || !isBlank(this.texts[column]))
    })
    return this.written(news, [])
  }

  /** @param was the line as it was derived before the change @param mayFillBlanks as `changed` */
  followed(was: RefilledLine | undefined, mayFillBlanks: boolean): Texts | undefined {
    const told = originsOf(this.texts)
    const isOther = (column: string, text: string | undefined) =>
      this.change[column] === undefined && was?.found.get(column) !== text
    const news = [...this.found].filter(([column, text]) => {
      if (!isOther(column, text) || text === (this.texts[column] ?? '')) return false
      if (this.follows.has(column)) return true
      // What was filled once, and is blank now, was blanked by hand.
      return mayFillBlanks && was?.found.get(column) === undefined && !Object.hasOwn(told, column)
    })
    const lost = [...this.follows].filter(
      column => !this.found.has(column) && was?.found.has(column) && isOther(column, undefined),
    )
    return this.written(news, lost)
  }

  /** @param lost columns of copies that nothing tells any more */
  private written(news: readonly (readonly [string, string])[], lost: readonly string[]): Texts | undefined {
    if (news.length + lost.length === 0) return undefined
    const origins = [
      ...news.map(([column]) => [column, this.origins[column]] as const),
      ...lost.map(column => [column, reviewed(this.live.get(column))] as const),
    ].flatMap(([column, origin]) => (origin ? [originJson(column, origin)] : []))
    const next = Object.fromEntries(news)
    return { ...next, [hidden.origins]: withOrigins({ ...this.texts, ...next }, origins.join(',')) }
  }
}

const reviewed = (origin: Origin | undefined): Origin | undefined => origin && { ...origin, review: true }
