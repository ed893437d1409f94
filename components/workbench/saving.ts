import type { CellAddress, LineId, Patch, Texts } from '@/lib/sheet/draft'
import { isEmptyPatch } from '@/lib/sheet/draft'
import { Unsent } from '@/lib/sheet/unsent'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Answer } from './actions'
import { newLineId } from './grid-source'
import type { Opened } from './journal-open'
import type { Cursor, DraftChanges, Meeting, SaveAnswer, SaveRequest } from './together'
import { type Unheard, whyUnheard } from './unheard'

/** Texts of one request, in characters: actions take 1 MB, and other actions wait behind each of them. */
const CHUNK = 200_000

/** What a save is for. */
export interface SavedDraft {
  readonly id: string
  readonly name: string
  readonly connectionId: string
}

/** Why a save did not come through; `unknown`: nobody knows whether it was taken. */
export interface Unsaved {
  readonly code: string
  readonly reason: string
}

/** What the screen does with what others did. */
export interface Listener {
  /** The cell that is being edited. */
  editing(): CellAddress | null
  /** Others changed the sheet: has `work` do `patch` to it. */
  onChanges(patch: Patch, news: Foreign, work: () => void): void
  /** A save of ours wrote over what others wrote, or met it otherwise. */
  onMet(met: readonly Meeting[]): void
}

/** What others changed, and who they are. */
export type Foreign = Pick<DraftChanges, 'lines' | 'removed' | 'people'>

/**
 * One sitting's traffic with the server: edits go out one save at a time, the same again until it is answered, and what
 * others did comes in between them. It knows no clock and no React.
 */
export class Saving {
  readonly sitting = newLineId()
  /** Hears when something waits to be sent of which no edit told. */
  onWaiting: () => void = () => {}
  private readonly unsent: Unsent
  private seq = 0
  /** A save of which no answer came yet. */
  private waiting: SaveRequest | undefined
  /** How far the news was read, where a piece of it is still to come. */
  private partial: Cursor | undefined
  private deferred: (() => void)[] = []
  /** What stood in cells when their editors opened, where others wrote into them since. */
  private readonly overtaken = new Map<LineId, Record<string, string>>()

  constructor(
    private readonly workbook: Workbook,
    opened: Opened,
  ) {
    this.unsent = new Unsent(workbook.draft, opened.revision, workbook.sheet.key)
    for (const id of opened.dirty) this.unsent.owe(id, opened.bases.get(id) ?? null)
  }

  /** Whether everything is on the server. */
  get isDone(): boolean {
    return this.unsent.isEmpty && !this.waiting
  }

  /** From where news is to be asked for. */
  get cursor(): Cursor {
    return this.partial ?? { revision: this.unsent.revision + 1, line: '' }
  }

  /** @param isPart whether it is a piece of an act of which more is to come: half of that is of no use to anybody */
  note(patch: Patch, isPart = false): void {
    this.unsent.note(patch, line => this.overtaken.get(line), isPart)
    for (const { line } of patch.changes) this.overtaken.delete(line)
  }

  /** All pieces of such an act have come. */
  come(): void {
    this.unsent.come()
  }

  /** All that is here goes to a draft of another id. */
  startOver(): void {
    this.waiting = undefined
    this.partial = undefined
    this.unsent.startOver()
  }

  /**
   * Sends what waits.
   * @param isAll asked before each request: whether what is part of an act that still comes goes, too
   * @returns why it stopped; undefined: it is on the server
   */
  async send(
    draft: () => SavedDraft,
    save: (request: SaveRequest) => Promise<Answer<SaveAnswer>>,
    unheard: Readonly<Record<Unheard, string>>,
    listener: Listener,
    isAll: () => boolean = () => true,
  ): Promise<Unsaved | undefined> {
    for (;;) {
      const request = this.waiting ?? this.next(draft(), isAll())
      if (!request) return undefined
      this.waiting = request
      let answer: Answer<SaveAnswer>
      try {
        answer = await save(request)
      } catch (error) {
        const code = whyUnheard(error)
        return { code, reason: unheard[code] }
      }
      // All of it goes elsewhere by now.
      if (this.waiting !== request) continue
      if (!answer.ok) {
        const { code, message } = answer.problem
        // A fault may have come after the save was taken: the same is sent again.
        if (code !== 'unexpected') {
          this.waiting = undefined
          this.unsent.returned()
          this.takeDeferred()
        }
        return { code, reason: message }
      }
      this.waiting = undefined
      const { revision, there, met } = answer.value
      this.workbook.takeIn(this.unsent.landed(revision, { lines: there, removed: [] }))
      if (met.length > 0) listener.onMet(met)
      this.takeDeferred()
    }
  }

  /** Takes in what others did, once no save is under way. @returns whether it was still new */
  hear(news: DraftChanges, listener: Listener): Promise<boolean> {
    return this.whenIdle(() => {
      // Read before a save of ours that was answered since: ask again.
      if (news.revision < this.unsent.revision) return false
      this.takeIn(news, listener)
      this.partial = news.next ?? undefined
      const known = news.next ? news.next.revision - 1 : news.revision
      this.unsent.revision = Math.max(this.unsent.revision, known)
      // A line that was kept for its editor may go once that is closed.
      if (!this.isDone && !listener.editing()) this.onWaiting()
      return true
    })
  }

  /** Takes in a whole draft as it is on the server. */
  hearAll(all: Pick<DraftChanges, 'revision' | 'lines'>, listener: Listener): Promise<boolean> {
    return this.whenIdle(() => {
      if (all.revision < this.unsent.revision) return false
      const there = new Set(all.lines.map(({ id }) => id))
      const gone = this.workbook.draft.order.filter(id => !there.has(id))
      this.takeIn({ lines: all.lines, removed: gone.map(id => ({ id, by: '' })), people: {} }, listener)
      this.partial = undefined
      this.unsent.revision = all.revision
      return true
    })
  }

  private takeIn(news: Foreign, listener: Listener): void {
    const cell = listener.editing()
    if (cell && news.removed.some(({ id }) => id === cell.line)) this.unsent.hold(cell.line)
    const patch = this.unsent.takeIn({
      lines: news.lines.map(({ id, rank, texts }) => ({ id, rank, texts })),
      removed: news.removed.map(({ id }) => id),
    })
    if (!cell) this.overtaken.clear()
    else this.overtake(cell, patch)
    if (isEmptyPatch(patch)) return
    listener.onChanges(patch, news, () => this.workbook.takeIn(patch))
  }

  /** What is being typed was begun over another text than the one that comes: whoever wrote that is to hear of it. */
  private overtake({ line, column }: CellAddress, patch: Patch): void {
    const seen = this.overtaken.get(line) ?? {}
    if (seen[column] !== undefined) return
    const now = (texts: Texts | undefined) => texts?.[column]
    const before =
      now(patch.changes.find(change => change.line === line)?.before) ??
      now(patch.removed.find(({ id }) => id === line)?.texts)
    if (before !== undefined) this.overtaken.set(line, { ...seen, [column]: before })
  }

  private next({ id, name, connectionId }: SavedDraft, isAll: boolean): SaveRequest | undefined {
    const { save, patch } = this.unsent.take(CHUNK, isAll)
    this.workbook.takeIn(patch)
    if (!save) return undefined
    return {
      draftId: id,
      sheetId: this.workbook.sheet.id,
      connectionId,
      name,
      records: this.workbook.orderCount,
      sitting: this.sitting,
      seq: ++this.seq,
      ...save,
    }
  }

  private whenIdle(work: () => boolean): Promise<boolean> {
    if (!this.waiting) return Promise.resolve(work())
    return new Promise(resolve => {
      this.deferred.push(() => resolve(work()))
    })
  }

  private takeDeferred(): void {
    const deferred = this.deferred
    this.deferred = []
    for (const take of deferred) take()
  }
}
