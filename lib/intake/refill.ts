import type { Line, LineId, Texts } from '@/lib/sheet/draft'
import { isBlank } from '@/lib/sheet/kinds'
import type { Sheet } from '@/lib/sheet/sheets'
import { type Fillable, fillerOf, noCounts } from './fill-orders'
import { hidden, type Origins } from './imported'
import { liveOrigins, originJson, withOrigins } from './origins'
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
  const writes = new Map<LineId, Texts>()
  const isImported = order.some(({ texts }) => texts[hidden.source] !== undefined)
  const lines = order.map(({ id, texts }) => new RefilledLine(id, texts, changes.get(id)))
  fillerOf(sheet, { postal }, noCounts())(lines)
  for (const line of lines) {
    const texts = line.changed(isImported)
    if (texts) writes.set(line.id, texts)
  }
  return writes
}

/** A line whose following cells count as blank. */
class RefilledLine implements Fillable {
  private readonly found = new Map<string, string>()
  private origins: Origins = {}
  private readonly follows: ReadonlySet<string>

  private readonly texts: Texts

  constructor(
    readonly id: LineId,
    before: Texts,
    private readonly change: Texts = {},
  ) {
    this.texts = { ...before, ...change }
    this.follows = new Set(
      [...liveOrigins(before)].filter(([, { kind }]) => following.has(kind)).map(([column]) => column),
    )
  }

  said(column: string): string | undefined {
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
    if (news.length === 0) return undefined
    const origins = news.flatMap(([column]) => {
      const origin = this.origins[column]
      return origin ? [originJson(column, origin)] : []
    })
    const next = Object.fromEntries(news)
    return { ...next, [hidden.origins]: withOrigins({ ...this.texts, ...next }, origins.join(',')) }
  }
}
