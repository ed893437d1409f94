import { type Draft, emptyPatch, isEmptyPatch, type Patch, positionIn } from '@/lib/sheet/draft/draft'
import type { CellAddress, Line, LineId } from '@/lib/sheet/schema/line'
import type { SentLine, SentRemoval } from './merge'
import { placeSaved } from './place-saved'

/** A line with changes that the server does not have yet. */
interface Entry {
  /** The line that the operator saw before changing it; null: the line is new. */
  readonly base: Line | null
  /** The line on the server by now, when it differs; null: it was removed there. */
  readonly theirs?: Line | null | undefined
  /** The revision of the draft that the operator had seen. */
  readonly seen: number
  /** The large act that it is part of; an act in progress is not sent. */
  readonly part?: number
}

/** A cell whose open editor hid what others wrote into it. */
export interface HiddenCell extends CellAddress {
  /** The text that the operator saw when the editor opened. */
  readonly text: string
  /** The revision of the draft that the operator had seen of the cell. */
  readonly seen: number
}

/** The content of one save. */
export interface Save {
  readonly seen: number
  readonly lines: readonly SentLine[]
  readonly removes: readonly SentRemoval[]
}

/** Lines as the server has them, and ids of removed lines. */
export interface ServerLines {
  readonly lines: readonly Line[]
  readonly removed: readonly LineId[]
}

/**
 * The changes of a draft that the server does not have yet. Changes of others are merged cell by cell: a cell with an
 * unsent edit stays, every other cell becomes as it is on the server. One save runs at a time.
 */
export class UnsentChanges {
  private entries = new Map<LineId, Entry>()
  private isSorted = true
  /** Rank of the last entry, as long as the entries are sorted. */
  private lastRank = -Infinity
  private saving: Map<LineId, Entry> | undefined
  /** Number of the large act that is in progress, or comes next. */
  private act = 0

  /** @param revision the last revision of the draft whose changes are applied here */
  constructor(
    private readonly draft: Draft,
    public revision: number,
    /** The column of a record's number. */
    private readonly key: string,
  ) {}

  /** Whether every change is saved or being saved. */
  get isEmpty(): boolean {
    return this.entries.size === 0
  }

  /** How many lines have changes that are not being saved. */
  get size(): number {
    return this.entries.size
  }

  /**
   * Records an edit that was just applied to the draft.
   * @param hidden the cell of an editor, if others have written into it since it opened
   * @param isPart whether more chunks of the same act follow
   */
  record({ changes, inserted, removed }: Patch, hidden?: HiddenCell, isPart = false): void {
    for (const line of removed) this.begin(line.id, line, isPart)
    const going = new Set(removed.map(({ id }) => id))
    for (const line of inserted) if (!going.has(line.id)) this.begin(line.id, null, isPart)
    if (inserted.length > 0 && removed.length > 0) this.isSorted = false
    for (const { line, before, after } of changes) {
      const now = this.draft.lines.get(line)
      const known = this.entries.get(line)
      const isHidden = hidden?.line === line && hidden.column in after
      const texts = isHidden ? { [hidden.column]: hidden.text } : {}
      if (now && !known) this.begin(line, { ...now, texts: { ...now.texts, ...before, ...texts } }, isPart)
      else if (known && (isPart || (known.base && isHidden)))
        this.entries.set(line, {
          ...known,
          base: known.base && { ...known.base, texts: { ...known.base.texts, ...texts } },
          ...(isPart && { part: this.act }),
        })
      const entry = isHidden && this.entries.get(line)
      // If the line is removed before it is saved, the server keeps what the operator has not seen.
      if (entry) this.entries.set(line, { ...entry, seen: Math.min(entry.seen, hidden.seen) })
    }
  }

  /** Ends a large act: its lines may be sent. */
  endAct(): void {
    this.act++
  }

  /** Marks a line as unsent that only this browser has: a line of the journal, or of a new draft. */
  markUnsent(line: LineId, base: Line | null): void {
    this.begin(line, base)
  }

  /** Keeps a line that another session removes while it is being edited here. */
  keepLine(id: LineId): void {
    const now = this.draft.lines.get(id)
    if (now) this.begin(id, now)
  }

  /** Marks all lines as unsent: the server has nothing of this draft. */
  startOver(): void {
    this.saving = undefined
    this.entries.clear()
    this.revision = 0
    for (const line of this.draft.order) this.begin(line, null)
  }

  /**
   * The next save, of about `size` characters, and the patch to apply with it: when an edit was undone before it was
   * sent, the line becomes as it is on the server. An order is removed in one save: others would see a part of it until
   * the next one, and keep that part.
   * @param options.sendsActInProgress whether lines of an act in progress are sent as well; by default they are
   * @param options.edited a line whose editor is open: it stays although another session removed it
   */
  nextSave(
    size: number,
    {
      sendsActInProgress = true,
      edited,
    }: { readonly sendsActInProgress?: boolean; readonly edited?: LineId | undefined } = {},
  ): { save: Save | undefined; patch: Patch } {
    const saving = new Map<LineId, Entry>()
    const lines: SentLine[] = []
    const removes: SentRemoval[] = []
    const patches: Patch[] = []
    let left = size
    /** The number of the order whose lines are being removed. */
    let removing: string | undefined
    if (sendsActInProgress) this.sort()
    for (const [id, entry] of sendsActInProgress ? this.entries : this.completeEntries()) {
      const number = this.draft.lines.has(id) ? undefined : (entry.base?.texts[this.key] ?? '').trim()
      const isWithinOrder = removing !== undefined && (number === '' || number === removing)
      if (left <= 0 && !(isWithinOrder && left > -size / 2)) break
      if (!isWithinOrder) removing = number
      const sent = this.toSend(id, entry)
      if (id === edited && entry.theirs === null && 'patch' in sent) continue
      this.entries.delete(id)
      if ('patch' in sent) {
        patches.push(sent.patch)
        continue
      }
      saving.set(id, entry)
      left -= id.length + 30
      if ('line' in sent) {
        const now = this.draft.lines.get(id)
        if (now && entry.theirs) patches.push(showTheirs(now, sent.line, entry.theirs))
        lines.push(sent.line)
        left -= JSON.stringify(sent.line).length
      } else removes.push(sent.removal)
    }
    if (saving.size === 0) return { save: undefined, patch: joined(patches) }
    this.saving = saving
    return { save: { seen: this.revision, lines, removes }, patch: joined(patches) }
  }

  /**
   * The removed lines of the save under way that stay removed, if others of them come back: their orders have lines
   * again, which may lack the texts of the order.
   * @param back lines of the response
   */
  stillRemoved(back: readonly Line[]): Line[] {
    const isGone = (id: LineId) => this.saving?.has(id) === true && !this.draft.lines.has(id)
    if (!back.some(({ id }) => isGone(id))) return []
    const returning = new Set(back.map(({ id }) => id))
    return [...(this.saving ?? [])].flatMap(([id, { base }]) =>
      base && isGone(id) && !returning.has(id) ? base : [],
    )
  }

  /**
   * A save has arrived. @param remote lines that differ on the server from what was sent
   * @returns the patch to apply to the draft
   */
  confirm(revision: number, remote: ServerLines): Patch {
    this.saving = undefined
    if (revision === this.revision + 1) this.revision = revision
    return this.mergeRemote(remote)
  }

  /** A save failed as a whole: its lines are to be sent again. */
  requeue(): void {
    for (const [id, entry] of this.saving ?? []) {
      const since = this.entries.get(id)
      this.entries.set(id, since ? { ...entry, theirs: since.theirs ?? entry.theirs } : entry)
    }
    this.saving = undefined
    this.isSorted = false
  }

  /** Merges changes of others, while no save is running. @returns the patch to apply to the draft */
  mergeRemote({ lines, removed }: ServerLines): Patch {
    const patches = this.moveBesideOthers(lines)
    for (const line of lines) patches.push(this.mergeLine(line))
    for (const id of removed) patches.push(this.mergeRemoval(id))
    return joined(patches)
  }

  /** Moves unsent lines that were inserted where others inserted theirs: no order is split by another. */
  private moveBesideOthers(remote: readonly Line[]): Patch[] {
    const inserted = remote.filter(({ id, rank }) => this.draft.lines.get(id)?.rank !== rank)
    if (inserted.length === 0 || this.entries.size === 0) return []
    const ranks = new Map(inserted.map(({ id, rank }) => [id, rank]))
    const waiting = [...this.entries].flatMap(([id, { base }]): SentLine | readonly never[] => {
      const local = this.draft.lines.get(id)
      if (!local || base?.rank === local.rank) return []
      return { ...local, before: null, after: this.above(local) }
    })
    const concurrentLines = inserted
      .map(({ rank, texts }) => ({ rank, key: texts[this.key] ?? '' }))
      .sort((a, b) => a.rank - b.rank)
    const placed = placeSaved(waiting, this.key, {
      concurrentLines,
      rankOf: id => ranks.get(id) ?? this.draft.lines.get(id)?.rank,
      keyOf: id => this.draft.lines.get(id)?.texts[this.key] ?? '',
    })
    return [...placed].flatMap(([id, rank]) => {
      const local = this.draft.lines.get(id)
      return local && !ranks.has(id) ? lineChange(local, { ...local, rank }) : []
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
    // Most lines are recorded from the top down: 100,000 lines need not be sorted again for every save.
    const rank = this.draft.lines.get(id)?.rank
    if (rank === undefined || rank < this.lastRank) this.isSorted = false
    this.lastRank = rank ?? -Infinity
  }

  /** Entries that are not part of an act in progress, from the top to the bottom. */
  private completeEntries(): (readonly [LineId, Entry])[] {
    const some: (readonly [LineId, Entry])[] = []
    for (const [id, entry] of this.entries) {
      if (entry.part === this.act) continue
      const now = this.draft.lines.get(id)
      // The position of a line is sent as the line above, which the server must have.
      const isPlaced = now && entry.base?.rank !== now.rank
      const above = isPlaced ? this.entries.get(this.above(now) ?? '') : undefined
      if (above?.part !== this.act) some.push([id, entry])
    }
    return this.sorted(some)
  }

  /**
   * Sorts the entries, so that the server has the line above each line, and the lines of a removed order are together.
   */
  private sort(): void {
    if (this.isSorted) return
    this.isSorted = true
    if (this.entries.size < 2) return
    this.entries = new Map(this.sorted([...this.entries]))
    const [last] = [...this.entries.keys()].slice(-1)
    this.lastRank = this.draft.lines.get(last ?? '')?.rank ?? -Infinity
  }

  /** Removed lines, then the others; both from the top to the bottom. */
  private sorted(entries: (readonly [LineId, Entry])[]): (readonly [LineId, Entry])[] {
    const placed = entries.map(entry => {
      const now = this.draft.lines.get(entry[0])
      return { entry, isGone: !now, rank: (now ?? entry[1].base)?.rank ?? -Infinity }
    })
    return placed
      .sort((a, b) => Number(b.isGone) - Number(a.isGone) || a.rank - b.rank)
      .map(({ entry }) => entry)
  }

  private toSend(
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
      return { patch: theirs === undefined ? emptyPatch : lineChange(now, theirs) }
    return {
      line: { id, rank: now.rank, texts, before, ...(isMoved && { isMoved, after: this.above(now) }) },
    }
  }

  private above(line: Line): LineId | null {
    return this.draft.order[positionIn(this.draft, line) - 1] ?? null
  }

  private mergeLine(remote: Line): Patch {
    const [entry, local] = [this.entries.get(remote.id), this.draft.lines.get(remote.id)]
    if (!entry) return lineChange(local, remote)
    if (!local && entry.base) {
      this.entries.set(remote.id, { ...entry, theirs: remote })
      return emptyPatch
    }
    if (!local) {
      this.entries.delete(remote.id)
      return lineChange(undefined, remote)
    }
    // The operator has seen nothing of a line that is new here and was restored on the server meanwhile.
    const base = entry.base ?? { rank: remote.rank, texts: {} }
    const texts: Record<string, string> = { ...local.texts }
    const seen: Record<string, string> = { ...base.texts }
    for (const column in { ...seen, ...texts, ...remote.texts }) {
      const [mine, was, theirs] = [texts[column] ?? '', seen[column] ?? '', remote.texts[column] ?? '']
      if (mine !== was && mine !== theirs) continue
      texts[column] = theirs
      seen[column] = theirs
    }
    const isMoved = local.rank !== base.rank
    const rank = isMoved ? base.rank : remote.rank
    this.entries.set(remote.id, { ...entry, base: { id: remote.id, rank, texts: seen }, theirs: remote })
    return lineChange(local, { id: remote.id, rank: isMoved ? local.rank : remote.rank, texts })
  }

  private mergeRemoval(id: LineId): Patch {
    const [entry, local] = [this.entries.get(id), this.draft.lines.get(id)]
    if (!local) this.entries.delete(id)
    else if (!entry) return lineChange(local, null)
    else if (entry.base) this.entries.set(id, { ...entry, theirs: null })
    return emptyPatch
  }
}

/**
 * The patch that shows the cells of a sent line as the server has them where their edit was undone before it was sent:
 * an operator who removes the line afterwards has then seen them.
 */
function showTheirs(now: Line, { before }: SentLine, theirs: Line): Patch {
  if (before === null) return emptyPatch
  const texts: Record<string, string> = { ...now.texts }
  for (const column in { ...now.texts, ...theirs.texts }) {
    if (!(column in before)) texts[column] = theirs.texts[column] ?? ''
  }
  return lineChange(now, { ...now, texts })
}

/** The patch that changes one line into another; null or undefined for no line. */
function lineChange(now: Line | undefined, next: Line | null): Patch {
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

/** The texts of a line without blank cells, which are not sent. */
const filledOf = (texts: Line['texts']): Line['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
