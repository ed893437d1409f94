import { hidden } from '@/lib/intake/imported'
import type { SetAside } from '@/lib/intake/set-aside'
import { type Draft, type Line, type LineId, ranksAfter, type Texts } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'
import { placeInFile, placesOf } from './aside-places'
import type { NextLines } from './bring'
import { painted } from './painted'
import { inSlices } from './slices'

/** Lines that are asked for at a time, and that come between two paintings. */
const PIECE = 400

/** What was brought in after all. */
export interface AfterAll {
  readonly orders: number
  readonly first: LineId | undefined
}

/** Whose lines, and how they are brought. */
interface Bringing {
  readonly file: string
  readonly next: (most: number, isFirst: boolean) => Promise<NextLines>
  readonly newId: () => LineId
  /** Whether somebody called it off. */
  readonly isOff: () => boolean
}

/**
 * Brings lines in after all that had been set aside, as one undoable act: items beside those of their order that are
 * there, whole orders below everything. What is there already stays as it is.
 * @returns undefined when it was called off; nothing of it is left then
 * @throws what `next` throws
 */
export async function bringAfterAll(workbook: Workbook, how: Bringing): Promise<AfterAll | undefined> {
  const { key } = workbook.sheet
  const wanted: Texts[] = []
  for (let isLast = false, isFirst = true; !isLast; isFirst = false) {
    const next = await how.next(PIECE, isFirst)
    wanted.push(...next.lines)
    isLast = next.isLast
  }
  const numberOf = (texts: Texts) => texts[key]?.trim() ?? ''
  const numbers = new Set(wanted.map(numberOf))
  const there = new Set<string>()
  const lastOf = new Map<string, LineId>()
  await inSlices(workbook.draft.order, id => {
    const texts = workbook.draft.lines.get(id)?.texts
    if (!texts?.[hidden.source]?.startsWith(`${how.file}:`)) return true
    there.add(placeInFile(texts))
    if (numbers.has(numberOf(texts)) && !workbook.isLocked(id)) lastOf.set(numberOf(texts), id)
    return true
  })
  if (how.isOff()) return undefined
  const fresh = wanted.filter(texts => !there.has(placeInFile(texts)))
  const lines = placed(workbook.draft, fresh, texts => lastOf.get(numberOf(texts)), how.newId)
  const act = workbook.performInPieces(null)
  for (let at = 0; at < lines.length; at += PIECE) {
    act.add({ changes: [], inserted: lines.slice(at, at + PIECE), removed: [] })
    await painted()
    if (!how.isOff()) continue
    act.callOff()
    return undefined
  }
  act.end()
  return { orders: new Set(fresh.map(numberOf)).size, first: lines[0]?.id }
}

/** Lines in their places: behind the one that is named for each, where there is room, or at the end. */
function placed(
  draft: Draft,
  all: readonly Texts[],
  behind: (texts: Texts) => LineId | undefined,
  newId: () => LineId,
): Line[] {
  const end = draft.order.at(-1) ?? null
  const beside = new Map<LineId, Texts[]>()
  const below: Texts[] = []
  for (const texts of all) {
    const line = behind(texts)
    if (line === undefined) below.push(texts)
    else beside.set(line, [...(beside.get(line) ?? []), texts])
  }
  const lines: Line[] = []
  const put = (some: readonly Texts[], ranks: readonly number[]) => {
    for (const [i, texts] of some.entries()) lines.push({ id: newId(), rank: ranks[i] ?? 0, texts })
  }
  // What goes on the last order of all goes before whole orders, so that none comes between its lines.
  const last = (end !== null && beside.get(end)) || []
  for (const [line, some] of beside) {
    if (line === end) continue
    const ranks = ranksAfter(draft, line, some.length)
    if (ranks) put(some, ranks)
    else below.push(...some)
  }
  const rest = [...last, ...below]
  put(rest, ranksAfter(draft, end, rest.length) ?? [])
  return lines
}

/** Where the rows stand of a file's that were brought in after all. */
export async function afterAllOf(
  workbook: Workbook,
  file: string,
  aside: readonly SetAside[],
): Promise<readonly string[]> {
  const lines = await linesAt(workbook, file, placesOf(aside))
  return lines.map(id => placeInFile(workbook.draft.lines.get(id)?.texts ?? {}))
}

/** The lines in the sheet that came of some rows of a file, by `asidePlace`. */
export async function linesAt(
  workbook: Workbook,
  file: string,
  places: ReadonlySet<string>,
): Promise<readonly LineId[]> {
  const found: LineId[] = []
  if (places.size === 0) return found
  await inSlices(workbook.draft.order, id => {
    const texts = workbook.draft.lines.get(id)?.texts
    if (texts?.[hidden.source]?.startsWith(`${file}:`) && places.has(placeInFile(texts))) found.push(id)
    return true
  })
  return found
}
