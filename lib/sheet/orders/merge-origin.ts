import { foldAddress } from '@/lib/sheet/schema/fold-address'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'

/** Hidden key of a line: the order that it was merged from, as JSON of `StoredOrigin`. */
export const MERGE_ORIGIN = '[].$apart'

/** Hidden key of a line (lib/import/recipe/hidden-columns.ts): the number of its order in the shop. */
export const SHOP_NUMBER = '[].$number'

/** The order that a merged line came from. */
export interface MergeOrigin {
  /** The first line of that order. */
  readonly firstLine: LineId
  /** The order's own texts before the merge; only on that first line. */
  readonly ownTexts?: Texts | undefined
  /** The texts of the merged order right after the merge; only on that first line. */
  readonly mergedTexts?: Texts | undefined
}

/** The same with the member names that stored drafts have. */
interface StoredOrigin {
  readonly lead: LineId
  readonly said?: Texts | undefined
  readonly spoken?: Texts | undefined
}

/** The order that a merged line came from; undefined for a line that was not merged. */
export function mergeOriginOf(line: Line): MergeOrigin | undefined {
  const json = line.texts[MERGE_ORIGIN]
  if (json === undefined || json === '') return undefined
  const { lead, said, spoken }: StoredOrigin = JSON.parse(json)
  return { firstLine: lead, ownTexts: said, mergedTexts: spoken }
}

/** The text of a line in the column `MERGE_ORIGIN`. */
export function mergeOriginText({ firstLine, ownTexts, mergedTexts }: MergeOrigin): string {
  const stored: StoredOrigin = { lead: firstLine, said: ownTexts, spoken: mergedTexts }
  return JSON.stringify(stored)
}

/**
 * The original order of each line of an order, by its first line; undefined where none was merged. A line that was
 * added to a merged order belongs to the original order of the line above.
 */
export function originalOrders(lines: readonly Line[]): readonly (LineId | undefined)[] {
  const origins = lines.map(mergeOriginOf)
  let above = origins.find(origin => origin)?.firstLine
  return origins.map(origin => {
    above = origin?.firstLine ?? above
    return above
  })
}

/**
 * The origins that some lines of a merged order need when they become an order without the others: the own texts of an
 * original order are on one of its lines, and its first line here gets them if that one is elsewhere.
 * @param lines all lines of the merged order
 * @param isHere whether a line is among those some
 * @returns texts for the column `MERGE_ORIGIN`, by line
 */
export function inheritedOrigins(
  lines: readonly Line[],
  isHere: (line: LineId) => boolean,
): ReadonlyMap<LineId, string> {
  const inherited = new Map<LineId, string>()
  if (!lines.some(line => line.texts[MERGE_ORIGIN])) return inherited
  const originals = originalOrders(lines)
  const withTexts = new Map<LineId, MergeOrigin>()
  const held = new Set<LineId>()
  for (const line of lines) {
    const origin = mergeOriginOf(line)
    if (!origin?.ownTexts) continue
    withTexts.set(origin.firstLine, origin)
    if (isHere(line.id)) held.add(origin.firstLine)
  }
  for (const [at, { id }] of lines.entries()) {
    const original = originals[at]
    const origin = original === undefined ? undefined : withTexts.get(original)
    if (!origin || !isHere(id) || held.has(origin.firstLine)) continue
    held.add(origin.firstLine)
    inherited.set(id, mergeOriginText(origin))
  }
  return inherited
}

/**
 * The texts of an original order after a merge: its own texts, with corrections that were made in the merged
 * order since in columns where both had the same text, ignoring spelling, or none. Texts of another original
 * order stay there.
 * @param now texts of the merged order
 */
export function correctedTexts(origin: MergeOrigin, now: Texts, key: string): Texts {
  const { ownTexts: own = {}, mergedTexts: merged = now } = origin
  const next: Record<string, string> = { ...own }
  for (const column of new Set([...Object.keys(now), ...Object.keys(merged)])) {
    const [then, text] = [merged[column] ?? '', now[column] ?? '']
    if (column === key || text === then || foldAddress(own[column] ?? '') !== foldAddress(then)) continue
    if (text === '') delete next[column]
    else next[column] = text
  }
  return next
}

/** The columns that belong to a whole order, and the one with its number. */
interface OrderColumns {
  readonly recordColumns: ReadonlySet<string>
  readonly keyColumn: string
}

/** One of the orders that were merged. */
export interface OriginalOrder {
  /** Its lines in the merged order. */
  readonly lines: readonly Line[]
  /** Its own texts, with later corrections. */
  readonly texts: Texts
  readonly number: string
  /** Whether the merged order has the number of one of its original orders, and none that an operator gave it. */
  readonly isNumberKept: boolean
}

/**
 * The original order from which some lines of a merged order came; undefined if they came from several, or if all lines
 * of the order came from one.
 * @param lines all lines of the merged order
 * @param isHere whether a line is among those some
 */
export function originalOrderOf(
  lines: readonly Line[],
  isHere: (line: LineId) => boolean,
  columns: OrderColumns,
): OriginalOrder | undefined {
  if (!lines.some(line => line.texts[MERGE_ORIGIN])) return undefined
  const originals = originalOrders(lines)
  const [original, ...others] = new Set(originals.filter((_, at) => isHere(lines[at]?.id ?? '')))
  if (original === undefined || others.length > 0) return undefined
  const ofOriginal = lines.filter((_, at) => originals[at] === original)
  const origin = ofOriginal.map(mergeOriginOf).find(known => known?.ownTexts)
  if (!origin || ofOriginal.length === lines.length) return undefined
  const texts = correctedTexts(origin, orderTexts(lines, columns.recordColumns), columns.keyColumn)
  const numberOf = (of: Texts | undefined) => of?.[columns.keyColumn]?.trim() ?? ''
  const now = numberOf(orderTexts(lines, columns.recordColumns))
  const isNumberKept = lines.some(line => numberOf(mergeOriginOf(line)?.ownTexts) === now)
  return { lines: ofOriginal, texts, number: numberOf(texts), isNumberKept }
}

/** The texts of an order: in each of its columns the first text that any of its lines has. */
export function orderTexts(
  lines: readonly Line[],
  recordColumns: ReadonlySet<string>,
): Record<string, string> {
  const own: Record<string, string> = {}
  for (const { texts } of lines) {
    for (const column of recordColumns) {
      const text = texts[column]
      if (text !== undefined && !isBlank(text)) own[column] ??= text
    }
  }
  return own
}

/** Lines of a merged order as an order of their own. @param texts those of the new order */
export function asOwnOrder(
  lines: readonly Line[],
  texts: Texts,
  number: string,
  { recordColumns, keyColumn }: OrderColumns,
): Line[] {
  return lines.map((line, i): Line => {
    const { [MERGE_ORIGIN]: _, [SHOP_NUMBER]: own, ...others } = withoutColumns(line.texts, recordColumns)
    // A line that was added to the merged order has none.
    const shop = own || texts[keyColumn] || ''
    const kept = { ...others, ...(shop.trim() !== number.trim() && { [SHOP_NUMBER]: shop }) }
    return { ...line, texts: { ...kept, ...(i === 0 && texts), [keyColumn]: number } }
  })
}

/** The texts of a line without some columns. */
export const withoutColumns = (texts: Texts, columns: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([column]) => !columns.has(column)))

/**
 * The number of lines that stay of a merged order and become one of its original orders again: its own, unless an
 * operator gave the merged order another one, or it has none.
 * @param number of the merged order
 * @param isUsed whether another order has a number, which has no outer blanks
 */
export function numberOfStaying(
  lines: readonly Line[],
  original: OriginalOrder,
  number: string,
  isUsed: (number: string) => boolean,
): string {
  const hasOwn = original.number !== '' || lines.some(line => (line.texts[SHOP_NUMBER] ?? '').trim() !== '')
  return original.isNumberKept && hasOwn ? numberOfOwnOrder(lines, original, number, isUsed) : number
}

/**
 * A number for lines that become an order of their own: that of their original order if they are all of its lines, else
 * the shop's number of these lines if they share one; if these are in use, a number with the next free suffix -2, -3.
 * @param number of the order that the lines were part of
 * @param isUsed whether another order has a number, which has no outer blanks
 */
export function numberOfOwnOrder(
  lines: readonly Line[],
  original: OriginalOrder | undefined,
  number: string,
  isUsed: (number: string) => boolean,
): string {
  const [shop = '', ...others] = new Set(lines.map(line => line.texts[SHOP_NUMBER]?.trim() ?? ''))
  const wanted = [others.length === 0 ? shop : '', original?.number ?? '']
  if (original?.lines.length === lines.length) wanted.reverse()
  const free = wanted.find(one => one !== '' && !isUsed(one))
  if (free !== undefined) return free
  const stem = original?.number || number.trim()
  for (let part = 2; ; part++) if (!isUsed(`${stem}-${part}`)) return `${stem}-${part}`
}
