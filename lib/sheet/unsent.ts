import { type Draft, emptyPatch, isEmptyPatch, type Line, type LineId, type Patch, positionIn } from './draft'
import type { SentLine, SentRemoval } from './merge'
import { placeSaved } from './place-saved'

/** A line that is here as the server does not have it yet. */
interface Entry {
  /** What the operator saw when he began to change it; null: nothing of it was there. */
  readonly base: Line | null
  /** How it stands on the server by now, where that is something else; null: it was taken out there. */
  readonly theirs?: Line | null | undefined
  /** The revision of the draft that the operator had seen. */
  readonly seen: number
  /** Which large act it is part of; one that still comes is not sent. */
  readonly part?: number
}

/** What one save sends. */
export interface Save {
  readonly seen: number
  readonly lines: readonly SentLine[]
  readonly removes: readonly SentRemoval[]
}

/** What the server says of lines: as they are there, and ids of those that are gone. */
export interface LinesThere {
  readonly lines: readonly Line[]
  readonly removed: readonly LineId[]
}

/**
 * What of a draft the server does not have yet, and how what others did comes in beside it: cell by cell, an edit that
 * waits here stays, and everything else becomes as it is on the server. One save is under way at a time.
 */
export class Unsent {
  private entries = new Map<LineId, Entry>()
  private isSorted = true
  /** Rank of the last of them, as long as they are sorted. */
  private lastRank = -Infinity
  private flight: Map<LineId, Entry> | undefined
  /** Number of the large act that comes now, or comes next. */
  private act = 0

  /** @param revision of the draft, up to which everything is known here */
  constructor(
    private readonly draft: Draft,
    public revision: number,
    /** The column of a record's number. */
    private readonly key: string,
  ) {}

  /** Whether everything is on the server, or on its way. */
  get isEmpty(): boolean {
    return this.entries.size === 0
  }

  get isFlying(): boolean {
    return this.flight !== undefined
  }

  /**
   * Takes note of an edit that was just done to the draft.
   * @param seen what stood in a cell when its editor opened
   * @param isPart whether it is a piece of an act of which more is to come
   */
  note(
    { changes, inserted, removed }: Patch,
    seen?: (line: LineId) => Line['texts'] | undefined,
    isPart = false,
  ): void {
    for (const line of removed) this.begin(line.id, line, isPart)
    const going = new Set(removed.map(({ id }) => id))
    for (const line of inserted) if (!going.has(line.id)) this.begin(line.id, null, isPart)
    if (inserted.length > 0 && removed.length > 0) this.isSorted = false
    for (const { line, before } of changes) {
      const now = this.draft.lines.get(line)
      const known = this.entries.get(line)
      const texts = seen?.(line)
      if (now && !known) this.begin(line, { ...now, texts: { ...now.texts, ...before, ...texts } }, isPart)
      else if (known && (isPart || (known.base && texts)))
        this.entries.set(line, {
          ...known,
          base: known.base && { ...known.base, texts: { ...known.base.texts, ...texts } },
          ...(isPart && { part: this.act }),
        })
    }
  }

  /** All pieces of a large act have come. */
  come(): void {
    this.act++
  }

  /** Has a line that is here as it is nowhere else sent: one that came out of the journal, or all of a new draft. */
  owe(line: LineId, base: Line | null): void {
    this.begin(line, base)
  }

  /** Keeps a line that somebody took out for as long as it is being edited. */
  hold(id: LineId): void {
    const now = this.draft.lines.get(id)
    if (now) this.begin(id, now)
  }

  /** Forgets what is under way: nothing of this draft is on the server it goes to. */
  startOver(): void {
    this.flight = undefined
    this.entries.clear()
    this.revision = 0
    for (const line of this.draft.order) this.begin(line, null)
  }

  /**
   * The next save, of about so many characters, and what it brings in: where an edit was taken back before it was sent,
   * the line becomes as it is on the server.
   * @param isAll whether what is part of an act that still comes goes, too
   */
  take(size: number, isAll = true): { save: Save | undefined; patch: Patch } {
    const flight = new Map<LineId, Entry>()
    const lines: SentLine[] = []
    const removes: SentRemoval[] = []
    const patches: Patch[] = []
    let left = size
    if (isAll) this.sort()
    for (const [id, entry] of isAll ? this.entries : this.beside()) {
      if (left <= 0) break
      this.entries.delete(id)
      const sent = this.sentOf(id, entry)
      if ('patch' in sent) {
        patches.push(sent.patch)
        continue
      }
      flight.set(id, entry)
      left -= id.length + 30
      if ('line' in sent) {
        lines.push(sent.line)
        left -= JSON.stringify(sent.line).length
      } else removes.push(sent.removal)
    }
    if (flight.size === 0) return { save: undefined, patch: joined(patches) }
    this.flight = flight
    return { save: { seen: this.revision, lines, removes }, patch: joined(patches) }
  }

  /**
   * A save is on the server. @param there lines that are there otherwise than they were sent
   * @returns what becomes of the draft by it
   */
  landed(revision: number, there: LinesThere): Patch {
    this.flight = undefined
    if (revision === this.revision + 1) this.revision = revision
    return this.takeIn(there)
  }

  /** A save was refused as a whole: what it had is to be sent again. */
  returned(): void {
    for (const [id, entry] of this.flight ?? []) {
      const since = this.entries.get(id)
      this.entries.set(id, since ? { ...entry, theirs: since.theirs ?? entry.theirs } : entry)
    }
    this.flight = undefined
    this.isSorted = false
  }

  /** What others did, while no save is under way. @returns what becomes of the draft by it */
  takeIn({ lines, removed }: LinesThere): Patch {
    const patches = this.makeWay(lines)
    for (const line of lines) patches.push(this.takeLine(line))
    for (const id of removed) patches.push(this.takeRemoval(id))
    return joined(patches)
  }

  /** Lines that wait here and were put where others now put theirs: no order of either is torn apart. */
  private makeWay(there: readonly Line[]): Patch[] {
    const comers = there.filter(({ id, rank }) => this.draft.lines.get(id)?.rank !== rank)
    if (comers.length === 0 || this.entries.size === 0) return []
    const ranks = new Map(comers.map(({ id, rank }) => [id, rank]))
    const waiting = [...this.entries].flatMap(([id, { base }]): SentLine | readonly never[] => {
      const here = this.draft.lines.get(id)
      if (!here || base?.rank === here.rank) return []
      return { ...here, before: null, after: this.above(here) }
    })
    const intruders = comers
      .map(({ rank, texts }) => ({ rank, key: texts[this.key] ?? '' }))
      .sort((a, b) => a.rank - b.rank)
    const placed = placeSaved(waiting, this.key, {
      intruders,
      rankOf: id => ranks.get(id) ?? this.draft.lines.get(id)?.rank,
      keyOf: id => this.draft.lines.get(id)?.texts[this.key] ?? '',
    })
    return [...placed].flatMap(([id, rank]) => {
      const here = this.draft.lines.get(id)
      return here && !ranks.has(id) ? turn(here, { ...here, rank }) : []
    })
  }

  private begin(id: LineId, base: Line | null, isPart = false): void {
    const known = this.entries.get(id)
    if (known) {
      if (isPart) this.entries.set(id, { ...known, part: this.act })
      return
    }
    if (this.entries.size === 0) this.lastRank = -Infinity
    this.entries.set(id, { base, seen: this.revision, ...(isPart && { part: this.act }) })
    // Most lines come one below the other, and 100,000 need not be sorted again for every save of them.
    const rank = this.rankOf(id)
    if (rank < this.lastRank) this.isSorted = false
    this.lastRank = rank
  }

  /** What is no part of an act that still comes, from the top to the bottom. */
  private beside(): (readonly [LineId, Entry])[] {
    const some: (readonly [LineId, Entry])[] = []
    for (const [id, entry] of this.entries) {
      if (entry.part === this.act) continue
      const now = this.draft.lines.get(id)
      // Where a line stands is told by the one above: the server has to know that.
      const isPlaced = now && entry.base?.rank !== now.rank
      const above = isPlaced ? this.entries.get(this.above(now) ?? '') : undefined
      if (above?.part !== this.act) some.push([id, entry])
    }
    return some.sort(([a], [b]) => this.rankOf(a) - this.rankOf(b))
  }

  private rankOf(id: LineId): number {
    return this.draft.lines.get(id)?.rank ?? -Infinity
  }

  /** Has lines go out from the top to the bottom: each of them finds the one above on the server. */
  private sort(): void {
    if (this.isSorted) return
    this.isSorted = true
    if (this.entries.size < 2) return
    const ranked = Array.from(this.entries, entry => ({ entry, rank: this.rankOf(entry[0]) }))
    this.lastRank = ranked.reduce((most, { rank }) => Math.max(most, rank), -Infinity)
    if (ranked.every(({ rank }, i) => rank >= (ranked[i - 1]?.rank ?? -Infinity))) return
    this.entries = new Map(ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry))
  }

  private sentOf(
    id: LineId,
    { base, theirs, seen }: Entry,
  ): { line: SentLine } | { removal: SentRemoval } | { patch: Patch } {
    const now = this.draft.lines.get(id)
    if (!now) return base && theirs !== null ? { removal: { id, seen } } : { patch: emptyPatch }
    const texts = filledOf(now.texts)
    if (!base) return { line: { id, rank: now.rank, texts, before: null, after: this.above(now) } }
    const before: Record<string, string> = {}
    for (const column in { ...base.texts, ...now.texts }) {
      const was = base.texts[column] ?? ''
      if (was !== (now.texts[column] ?? '')) before[column] = was
    }
    const isMoved = base.rank !== now.rank
    if (!isMoved && Object.keys(before).length === 0)
      return { patch: theirs === undefined ? emptyPatch : turn(now, theirs) }
    return {
      line: { id, rank: now.rank, texts, before, ...(isMoved && { isMoved, after: this.above(now) }) },
    }
  }

  private above(line: Line): LineId | null {
    return this.draft.order[positionIn(this.draft, line) - 1] ?? null
  }

  private takeLine(there: Line): Patch {
    const [entry, here] = [this.entries.get(there.id), this.draft.lines.get(there.id)]
    if (!entry) return turn(here, there)
    if (!here && entry.base) {
      this.entries.set(there.id, { ...entry, theirs: there })
      return emptyPatch
    }
    if (!here) {
      this.entries.delete(there.id)
      return turn(undefined, there)
    }
    if (!entry.base) return emptyPatch
    const texts: Record<string, string> = { ...here.texts }
    const seen: Record<string, string> = { ...entry.base.texts }
    for (const column in { ...seen, ...texts, ...there.texts }) {
      const [mine, was, theirs] = [texts[column] ?? '', seen[column] ?? '', there.texts[column] ?? '']
      if (mine !== was && mine !== theirs) continue
      texts[column] = theirs
      seen[column] = theirs
    }
    const isMoved = here.rank !== entry.base.rank
    const rank = isMoved ? entry.base.rank : there.rank
    this.entries.set(there.id, { ...entry, base: { id: there.id, rank, texts: seen }, theirs: there })
    return turn(here, { id: there.id, rank: isMoved ? here.rank : there.rank, texts })
  }

  private takeRemoval(id: LineId): Patch {
    const [entry, here] = [this.entries.get(id), this.draft.lines.get(id)]
    if (!here) this.entries.delete(id)
    else if (!entry) return turn(here, null)
    else if (entry.base) this.entries.set(id, { ...entry, theirs: null })
    return emptyPatch
  }
}

/** What makes one line of another; null or undefined: there is none. */
export function turn(now: Line | undefined, next: Line | null): Patch {
  if (!next) return now ? { changes: [], inserted: [], removed: [now] } : emptyPatch
  if (!now) return { changes: [], inserted: [next], removed: [] }
  if (now.rank !== next.rank) return { changes: [], inserted: [next], removed: [now] }
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  for (const column in { ...now.texts, ...next.texts }) {
    const [was, will] = [now.texts[column] ?? '', next.texts[column] ?? '']
    if (was === will) continue
    before[column] = was
    after[column] = will
  }
  if (Object.keys(after).length === 0) return emptyPatch
  return { changes: [{ line: now.id, before, after }], inserted: [], removed: [] }
}

function joined(patches: readonly Patch[]): Patch {
  const some = patches.filter(patch => !isEmptyPatch(patch))
  return {
    changes: some.flatMap(patch => patch.changes),
    inserted: some.flatMap(patch => patch.inserted),
    removed: some.flatMap(patch => patch.removed),
  }
}

/** The cells of a line that hold anything: blank ones need not travel. */
const filledOf = (texts: Line['texts']): Line['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
