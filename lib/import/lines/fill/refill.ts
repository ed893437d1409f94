import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import {
  liveOrigins,
  type Origin,
  type Origins,
  originJson,
  originsOf,
  withOrigins,
} from '@/lib/import/recipe/values/origins'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { createOrderFiller, emptyCounts, type Fillable } from './order-filler'
import type { PostalLookup } from './postal'

/** Kinds of origins that follow other cells of the order: copies of the recipient, and places of a postal code. */
const derivedKinds: ReadonlySet<string> = new Set(['recipient', 'postal-code'])

/**
 * Refills cells that were derived from changed cells: the importer's copies of the recipient, and the prefecture and
 * city of a postal code. In an imported order blank cells are filled as well, because the import could not fill them
 * from a cell that it could not read. Typed texts stay, and so does a copy for which no new text is found.
 * @param order all lines of an order, before the change
 * @param changes changed texts by line
 * @returns texts to write with the changes, by line
 */
export function refillOrder(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
): Map<LineId, Texts> {
  const isFromFile = order.some(isImported)
  return writesOf(deriveLines(order, changes, sheet, postal), line => line.changed(isFromFile))
}

/**
 * Refills cells that were derived from a cell that an operator types into. Cells that were edited or cleared by hand
 * stay; other cells change only if the new text gives another result. A copy for which no new text is found stays,
 * marked for review.
 * @returns as `refillOrder`
 */
export function refillTyped(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
): Map<LineId, Texts> {
  const isFromFile = order.some(isImported)
  const before = new Map(deriveLines(order, new Map(), sheet, postal).map(line => [line.id, line]))
  return writesOf(deriveLines(order, changes, sheet, postal, true), line =>
    line.followed(before.get(line.id), isFromFile),
  )
}

/** Columns of an order that affect a lookup by postal code. */
export const postalDependent: ReadonlySet<string> = new Set([
  'recipient.country',
  'recipient.zipCode',
  'recipient.state',
  'recipient.city',
  'recipient.importerJapaneseZipCode',
])

const isImported = ({ texts }: Line): boolean => texts[hiddenColumns.source] !== undefined

/**
 * The lines of an order as they would be filled without their derived cells.
 * @param isTyped whether the changes were typed: a typed cell is derived from nothing
 */
function deriveLines(
  order: readonly Line[],
  changes: ReadonlyMap<LineId, Texts>,
  sheet: Sheet,
  postal: PostalLookup | undefined,
  isTyped = false,
): readonly RefilledLine[] {
  const lines = order.map(({ id, texts }) => new RefilledLine(id, texts, changes.get(id), isTyped))
  createOrderFiller(sheet, { postal }, emptyCounts())(lines)
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
      [...this.live].filter(([, { kind }]) => derivedKinds.has(kind)).map(([column]) => column),
    )
  }

  textIn(column: string): string | undefined {
    if (this.isTyped && this.change[column] !== undefined) return this.change[column]
    return this.follows.has(column) ? undefined : this.texts[column]
  }

  fill(columns: readonly string[], texts: readonly string[], origins: string): void {
    for (const [at, column] of columns.entries()) this.found.set(column, texts[at] ?? '')
    this.origins = JSON.parse(`{${origins}}`)
  }

  /** @param mayFillBlanks whether cells that nothing had filled are filled, too */
  changed(mayFillBlanks: boolean): Texts | undefined {
    const changed = [...this.found].filter(([column, text]) => {
      // A copy that is repaired together with its original remains a copy.
      if (this.change[column] !== undefined) return this.follows.has(column) && this.change[column] === text
      return text !== (this.texts[column] ?? '') && (mayFillBlanks || !isBlank(this.texts[column]))
    })
    return this.written(changed, [])
  }

  /** @param was the line as it was derived before the change @param mayFillBlanks as `changed` */
  followed(was: RefilledLine | undefined, mayFillBlanks: boolean): Texts | undefined {
    const origins = originsOf(this.texts)
    const isOther = (column: string, text: string | undefined) =>
      this.change[column] === undefined && was?.found.get(column) !== text
    const changed = [...this.found].filter(([column, text]) => {
      if (!isOther(column, text) || text === (this.texts[column] ?? '')) return false
      if (this.follows.has(column)) return true
      // A cell that was filled once and is blank now was cleared by hand.
      return mayFillBlanks && was?.found.get(column) === undefined && !Object.hasOwn(origins, column)
    })
    const lost = [...this.follows].filter(
      column => !this.found.has(column) && was?.found.has(column) && isOther(column, undefined),
    )
    return this.written(changed, lost)
  }

  /** @param lost columns of copies whose source is gone */
  private written(
    changed: readonly (readonly [string, string])[],
    lost: readonly string[],
  ): Texts | undefined {
    if (changed.length + lost.length === 0) return undefined
    const origins = [
      ...changed.map(([column]) => [column, this.origins[column]] as const),
      ...lost.map(column => [column, markForReview(this.live.get(column))] as const),
    ].flatMap(([column, origin]) => (origin ? [originJson(column, origin)] : []))
    const next = Object.fromEntries(changed)
    return { ...next, [hiddenColumns.origins]: withOrigins({ ...this.texts, ...next }, origins.join(',')) }
  }
}

const markForReview = (origin: Origin | undefined): Origin | undefined =>
  origin && { ...origin, review: true }
