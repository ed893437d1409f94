import { foldAddress } from '@/lib/sheet/schema/fold-address'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'

/** Hidden key of a line: the order that it was merged from, as JSON of `StoredOrigin`. */
export const MERGE_ORIGIN = '[].$apart'

/** The order that a merged line came from. */
export interface MergeOrigin {
  /** The first line of that order. */
  readonly firstLine: LineId
  /** Of that first line: the order's own texts before the merge. */
  readonly ownTexts?: Texts | undefined
  /** Of that first line: the texts of the merged order right after the merge. */
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
