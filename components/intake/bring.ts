import { hidden } from '@/lib/intake/imported'
import { keepTyped } from '@/lib/intake/keep-typed'
import { seatOf } from '@/lib/intake/line-place'
import { type Draft, type Line, type LineId, ranksAfter, type Texts } from '@/lib/sheet/draft'
import type { Step } from '@/lib/sheet/history'
import { isMerged, linesApart } from '@/lib/sheet/merge-orders'
import type { InPieces } from '@/lib/sheet/pieces'
import type { Workbook } from '@/lib/sheet/workbook'
import { LinesByPlace } from './lines-by-place'
import { painted } from './painted'
import { inSlices } from './slices'

/** A task of the page shall take no longer, in milliseconds; how many lines come at a time is found by it. */
const TASK = 16
/** Lines that come first: a screen of them. */
const FIRST = 50
/** Fewer at a time cost more for coming than for themselves. */
const FEWEST = 250
const MOST = 500
/** Progress is told this often at most, in milliseconds. */
const OFTEN = 100
/**
 * Pieces that are asked for before the one that is put in stands: the page draws its first lines for as long as it takes
 * to make some thousands.
 */
const AHEAD = 8
/** Lines that a piece takes out. */
const REMOVED = 400

/** Some lines of a file. */
export interface NextLines {
  readonly lines: readonly Texts[]
  /** What each was when the sheet got it; null where it was not there. Only of a file that is read another way. */
  readonly was?: readonly (Texts | null)[]
  readonly isLast: boolean
}

/** From where lines come. */
export interface LinesToBring {
  /** @returns the next lines, at most so many */
  next(most: number): Promise<NextLines>
  /** Of how many in all. */
  readonly count: number
}

/** How lines are brought in. */
export interface Bringing {
  readonly newId: () => LineId
  /** The file whose lines are replaced: it was read another way. */
  readonly instead?: string
  readonly onProgress: (done: number) => void
  /** Whether somebody called it off. */
  readonly isOff: () => boolean
}

/** What was brought. */
export interface Brought {
  /** The first line of it; undefined: there was none. */
  readonly first: LineId | undefined
  readonly lines: number
  /** Lines that stay as they were read first, for their orders are at the service. */
  readonly kept: number
  /** Cells that stay as somebody typed them. */
  readonly typed: number
  /** The act; undefined where it changed nothing. */
  readonly step: Step | undefined
}

/**
 * Brings lines into a draft, below those that are there, as one undoable act, in pieces between which the screen is
 * painted. Lines of a file that was read another way go, and the new ones take their places.
 * @returns undefined when it was called off; nothing of it is left then
 * @throws what the source of the lines throws; nothing of it is left then, either
 */
export async function bringLines(
  workbook: Workbook,
  source: LinesToBring,
  how: Bringing,
): Promise<Brought | undefined> {
  const act = workbook.performInPieces(null)
  try {
    const brought = await bringInto(workbook, act, source, how)
    if (brought) return { ...brought, step: act.end() ? workbook.history.newest : undefined }
    act.callOff()
    return undefined
  } catch (error) {
    act.callOff()
    throw error
  }
}

/** @returns undefined when it was called off */
async function bringInto(
  workbook: Workbook,
  act: InPieces,
  source: LinesToBring,
  { newId, instead, onProgress, isOff }: Bringing,
): Promise<Omit<Brought, 'step'> | undefined> {
  const old = instead === undefined ? none() : await linesOf(workbook, instead)
  const { going } = old
  const places = new Places(workbook.draft, old.free)
  // What a file says stands on orders as the shop has them; those of other files that went with them stay, by themselves.
  const apart = linesApart(workbook, old.merged)
  const left = [...apart.values()].filter(({ id }) => !going.has(id))
  const merged = left.flatMap(({ id }) => workbook.draft.lines.get(id) ?? [])
  act.add({ changes: [], inserted: left, removed: merged })
  const typed = new TypedCells()
  for (let at = 0; at < old.free.length; at += REMOVED) {
    const removed = old.free.slice(at, at + REMOVED).flatMap(line => stillFree(workbook, line.id, old.held))
    typed.remember(removed.map(line => apart.get(line.id) ?? line))
    act.add({ changes: [], inserted: [], removed })
    await painted()
  }
  let first: LineId | undefined
  let count = 0
  let most = FEWEST
  // The next lines are made ready while these are put in.
  const coming = new Coming(source)
  let toldAt = 0
  for (let isLast = false; !isLast; ) {
    const piece = await coming.next(most)
    if (isOff()) return undefined
    const since = performance.now()
    const fresh = piece.lines.flatMap((texts, i) =>
      old.held.has(seatOf(texts[hidden.source] ?? ''))
        ? []
        : [typed.keep(texts, piece.was?.[i] ?? undefined)],
    )
    for (const inserted of places.put(fresh, newId)) {
      act.add({ changes: [], inserted, removed: [] })
      first ??= inserted[0]?.id
      count += inserted.length
    }
    isLast = piece.isLast
    if (isLast || since - toldAt > OFTEN) {
      toldAt = since
      onProgress(count / Math.max(1, source.count))
    }
    const took = performance.now() - since
    most = took > TASK ? FEWEST : MOST
  }
  return { first, lines: count, kept: old.held.size, typed: typed.count }
}

/** Lines that were asked for before they are needed: whoever makes them does not wait, either. */
class Coming {
  private readonly asked: Promise<NextLines>[] = []
  private isBegun = false

  constructor(private readonly source: LinesToBring) {}

  /** @param most how many lines shall come when it is the turn of those that are asked for now */
  async next(most: number): Promise<NextLines> {
    if (!this.isBegun) this.ask(FIRST)
    this.isBegun = true
    while (this.asked.length <= AHEAD) this.ask(most)
    return (await this.asked.shift()) ?? { lines: [], isLast: true }
  }

  private ask(most: number): void {
    const lines = this.source.next(most)
    // Whoever calls it off closes the file, and hears of nothing that was asked of it.
    lines.catch(() => undefined)
    this.asked.push(lines)
  }
}

/** What stood in lines that went, so that what was typed there comes back. */
class TypedCells {
  count = 0
  private readonly gone = new LinesByPlace()

  remember(lines: readonly Line[]): void {
    for (const { texts } of lines) this.gone.add(texts)
  }

  keep(read: Texts, was: Texts | undefined): Texts {
    const now = this.gone.take(read)
    if (!now || !was) return read
    const { texts, cells } = keepTyped(was, now, read)
    this.count += cells
    return texts
  }
}

interface OldLines {
  /** Lines that may go. */
  readonly free: readonly Line[]
  /** The ids of these. */
  readonly going: ReadonlySet<LineId>
  /** Those of them that were merged with others here. */
  readonly merged: readonly LineId[]
  /** Places in the file of those that may not. */
  readonly held: Set<string>
}

const none = (): OldLines => ({ free: [], going: new Set(), merged: [], held: new Set() })

/** The lines that a file brought, wherever they stand by now. */
async function linesOf(workbook: Workbook, file: string): Promise<OldLines> {
  const free: Line[] = []
  const going = new Set<LineId>()
  const merged: LineId[] = []
  const held = new Set<string>()
  await inSlices(workbook.draft.order, id => {
    const line = workbook.draft.lines.get(id)
    const source = line?.texts[hidden.source]
    if (!line || !source?.startsWith(`${file}:`)) return true
    if (workbook.isLocked(id)) {
      held.add(seatOf(source))
      return true
    }
    free.push(line)
    going.add(id)
    if (isMerged(line)) merged.push(id)
    return true
  })
  return { free, going, merged, held }
}

/** A line as it is by now; nothing where it went meanwhile, or was registered: then its place is held. */
function stillFree(workbook: Workbook, id: LineId, held: Set<string>): Line[] {
  const line = workbook.draft.lines.get(id)
  if (!line) return []
  if (!workbook.isLocked(id)) return [line]
  held.add(seatOf(line.texts[hidden.source] ?? ''))
  return []
}

/** Where lines stand: in the places of those that went, then below the last of these, or of all. */
class Places {
  private readonly ranks: number[]
  private last: LineId | null

  constructor(
    private readonly draft: Draft,
    gone: readonly Line[],
  ) {
    this.ranks = gone.map(line => line.rank)
    this.last = draft.order.at(-1) ?? null
  }

  /** Gives lines their places; each list is to be put into the draft before the next is asked for. */
  *put(texts: readonly Texts[], newId: () => LineId): Generator<Line[]> {
    const freed = this.ranks.splice(0, texts.length)
    if (freed.length > 0) yield this.place(texts.slice(0, freed.length), freed, newId)
    const rest = texts.slice(freed.length)
    if (rest.length === 0) return
    const end = this.draft.order.at(-1) ?? null
    const ranks = ranksAfter(this.draft, this.last, rest.length) ?? ranksAfter(this.draft, end, rest.length)
    yield this.place(rest, ranks ?? [], newId)
  }

  private place(texts: readonly Texts[], ranks: readonly number[], newId: () => LineId): Line[] {
    const lines = texts.map((one, i) => ({ id: newId(), rank: ranks[i] ?? 0, texts: one }))
    this.last = lines.at(-1)?.id ?? this.last
    return lines
  }
}
