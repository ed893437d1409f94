import { type RequestFailure, requestFailureOf } from '@/components/workbench/requests/request-failure'
import type { Conflict, Cursor, DraftChanges, SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import { newSessionId } from '@/lib/desk-api/drafts/ids'
import type { Result } from '@/lib/desk-api/result'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { OwnErrors } from '@/lib/sheet/judge/status/state-table'
import type { CellAddress, Texts } from '@/lib/sheet/schema/line'
import { type HiddenCell, UnsentChanges } from '@/lib/sheet/sync/unsent'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { OpenedDraft } from './journal/open'
import { RemainingOrders } from './remaining-orders'
import { isCountOnly } from './save-changes'

/**
 * Texts of one request, in characters: the server merges each save in one transaction, and others wait for that.
 * Smaller saves cost the server more for each line.
 */
const MAX_REQUEST_CHARACTERS = 400_000

/**
 * Refusals that repeating a count of errors does not change: the draft was closed, or this operator may no longer edit.
 * An edit is sent again nevertheless, because it would be lost.
 */
const FINAL_FOR_COUNTS: ReadonlySet<string> = new Set(['archived', 'deleted', 'role', 'second-factor'])

/** Why a save can fail in a way that the sheet explains itself: `role`, because the operator may no longer edit. */
export type ExplainedFailure = RequestFailure | 'role'

/**
 * Sentences of the guard that advise to try again, or do not say what becomes of the edits; the sheet has its own.
 */
const EXPLAINED_BY_SHEET: ReadonlyMap<string, ExplainedFailure> = new Map([
  ['signed-out', 'signedOut'],
  ['role', 'role'],
])

/** The draft that is saved. */
export interface SaveTarget {
  readonly id: string
  readonly name: string
  readonly connectionId: string
}

/** Why a save failed. */
export interface SaveFailure {
  readonly code: string
  readonly reason: string
}

/** How a save reaches the server, and how the screen takes part in it. */
export interface SaveOptions {
  /** The draft, which may get another id between two requests. */
  readonly draft: () => SaveTarget
  readonly save: (request: SaveRequest) => Promise<Result<SaveResponse>>
  readonly failureSentence: (code: ExplainedFailure) => string
  readonly listener: SyncListener
  /** Called before each request: whether the parts of an act in progress are saved, too. By default they are. */
  readonly sendsActInProgress?: () => boolean
}

/** How the screen takes part in applying the changes of others. */
export interface SyncListener {
  /** The cell that is being edited. */
  editing(): CellAddress | null
  /** Others changed the sheet: calls `work`, which applies `patch`. */
  onChanges(patch: Patch, remote: RemoteChanges, work: () => void): void
  /** A save of this session had conflicts with others. */
  onConflicts(conflicts: readonly Conflict[]): void
}

/** Changes of others, and who they are. */
export type RemoteChanges = Pick<DraftChanges, 'lines' | 'removed' | 'people'>

/**
 * The saves of one editing session: one at a time, each repeated until a response comes; changes of others are applied
 * between them. It uses no timers and no React.
 */
export class SaveQueue {
  readonly editingSession = newSessionId()
  /** Called when there is something to save that no edit of this session caused. */
  onWaiting: () => void = () => {}
  private readonly unsent: UnsentChanges
  private readonly remainingOrders: RemainingOrders
  private seq = 0
  /** The revision of the last save. */
  private lastSaved = 0
  /** The save without a response so far. */
  private inFlight: SaveRequest | undefined
  /** How far the changes were read, while there are more pages. */
  private partialCursor: Cursor | undefined
  /** Whether the last save did not say how many orders have errors: they were still being judged, or it was refused. */
  private isCountUnsent = false
  /**
   * How many orders have errors as lists count them; undefined: the draft is new, or another session has changed it
   * since, which counts them itself.
   */
  private countedErrors: number | undefined
  private deferred: (() => void)[] = []
  /** The edited cell as it was when its editor opened, if others have written into it since. */
  private overwritten: HiddenCell | undefined

  constructor(
    private readonly workbook: Workbook,
    opened: OpenedDraft,
    isArchived = false,
  ) {
    this.unsent = new UnsentChanges(workbook.draft, opened.revision, workbook.sheet.key)
    this.remainingOrders = new RemainingOrders(workbook, this.unsent)
    // An archived draft takes no saves.
    if (!isArchived) this.countedErrors = opened.errors
    for (const id of opened.dirty) this.unsent.markUnsent(id, opened.bases.get(id) ?? null)
  }

  /** The revision of the draft that holds everything that was saved here. */
  get savedRevision(): number {
    return Math.max(this.lastSaved, this.unsent.revision)
  }

  /** Whether everything is on the server. */
  get isDone(): boolean {
    return this.unsent.isEmpty && !this.inFlight
  }

  /** Whether edits are not on the server yet; a count of errors without edits may be, and outlives its page. */
  get hasUnsavedEdits(): boolean {
    return !this.unsent.isEmpty || (this.inFlight !== undefined && !isCountOnly(this.inFlight))
  }

  /** How many lines wait to be sent. */
  get unsavedLines(): number {
    return this.unsent.size
  }

  /**
   * Whether the count of orders with errors is still to be saved: after the edits that caused them, or where
   * lists count others. That is found out once the draft is judged, because orders that other drafts hold
   * have no errors here.
   */
  get isCountMissing(): boolean {
    const { isReadOnly, isErrorCountFinal, ownErrors } = this.workbook
    if (isReadOnly) return false
    const isStale = this.countedErrors !== undefined && this.countedErrors !== totalOf(ownErrors)
    return this.isCountUnsent || (isErrorCountFinal && isStale)
  }

  /** The position from which the next changes are to be read. */
  get cursor(): Cursor {
    return this.partialCursor ?? { revision: this.unsent.revision + 1, line: '' }
  }

  /** Notes an edit. @param isPart whether more parts of the same act follow: the act is saved when it is complete */
  note(patch: Patch, isPart = false): void {
    const { line: edited, column = '' } = this.overwritten ?? {}
    this.unsent.record(patch, this.overwritten, isPart)
    this.remainingOrders.note(patch)
    if (patch.changes.some(({ line, after }) => line === edited && column in after))
      this.overwritten = undefined
  }

  /** Ends an act whose patches were noted as parts. */
  endAct(): void {
    this.unsent.endAct()
  }

  /** All lines are to be saved to a draft with another id. */
  startOver(): void {
    this.inFlight = undefined
    this.partialCursor = undefined
    this.unsent.startOver()
  }

  /**
   * Saves all edits.
   * @returns why it failed; undefined: everything is on the server
   */
  async send(options: SaveOptions): Promise<SaveFailure | undefined> {
    const { save, failureSentence, listener } = options
    for (;;) {
      const request = this.inFlight ?? this.next(options)
      if (!request) return undefined
      this.inFlight = request
      let result: Result<SaveResponse>
      try {
        result = await save(request)
      } catch (error) {
        const code = requestFailureOf(error)
        return { code, reason: failureSentence(code) }
      }
      // `startOver` was called meanwhile.
      if (this.inFlight !== request) continue
      if (!result.ok) {
        const { code, message } = result.problem
        // After a fault the save may be stored anyway: it is repeated unchanged.
        if (code !== 'unexpected') {
          this.inFlight = undefined
          this.isCountUnsent = !(isCountOnly(request) && FINAL_FOR_COUNTS.has(code))
          if (!this.isCountUnsent) this.countedErrors = undefined
          this.unsent.requeue()
          this.runDeferred()
        }
        const explained = EXPLAINED_BY_SHEET.get(code)
        return { code, reason: explained ? failureSentence(explained) : message }
      }
      this.inFlight = undefined
      const { revision, differing, conflicts } = result.value
      this.lastSaved = revision
      this.countedErrors = request.errors ? totalOf(request.errors) : this.countedErrors
      const removed = this.unsent.stillRemoved(differing)
      this.applyResponse(this.unsent.confirm(revision, { lines: differing, removed: [] }), listener)
      this.remainingOrders.keep(removed)
      if (conflicts.length > 0) listener.onConflicts(conflicts)
      this.runDeferred()
    }
  }

  /** Applies changes of others once no save is under way. @returns whether they were not outdated by a save */
  receive(changes: DraftChanges, listener: SyncListener): Promise<boolean> {
    return this.whenIdle(() => {
      // Read before the last save: they are to be read again, or lines that it removed would come back.
      if (changes.revision < this.savedRevision) return false
      this.applyRemote(changes, listener, !changes.next)
      this.partialCursor = changes.next ?? undefined
      const known = changes.next ? changes.next.revision - 1 : changes.revision
      this.unsent.revision = Math.max(this.unsent.revision, known)
      this.resume(listener)
      return true
    })
  }

  /** Applies all lines of the draft as they are on the server. */
  receiveAll(all: Pick<DraftChanges, 'revision' | 'lines'>, listener: SyncListener): Promise<boolean> {
    return this.whenIdle(() => {
      if (all.revision < this.savedRevision) return false
      const there = new Set(all.lines.map(({ id }) => id))
      const gone = this.workbook.draft.order.filter(id => !there.has(id))
      this.applyRemote({ lines: all.lines, removed: gone.map(id => ({ id, by: '' })), people: {} }, listener)
      this.partialCursor = undefined
      this.unsent.revision = all.revision
      this.resume(listener)
      return true
    })
  }

  /** Saves what the changes of others caused here. */
  private resume(listener: SyncListener): void {
    // A removed line that was kept for its open editor is removed once the editor is closed.
    if (!this.isDone && !listener.editing()) this.onWaiting()
  }

  /** @param isLast whether no more pages follow, in which an order may lose its other lines as well */
  private applyRemote(changes: RemoteChanges, listener: SyncListener, isLast = true): void {
    const cell = listener.editing()
    if (cell && changes.removed.some(({ id }) => id === cell.line)) this.unsent.keepLine(cell.line)
    const patch = this.unsent.mergeRemote({
      lines: changes.lines.map(({ id, rank, texts }) => ({ id, rank, texts })),
      removed: changes.removed.map(({ id }) => id),
    })
    this.noteOverwritten(cell, patch)
    const keepOrders = this.remainingOrders.before(patch, isLast)
    if (!keepOrders) return
    this.countedErrors = undefined
    listener.onChanges(patch, changes, () => {
      this.workbook.applyRemote(patch)
      keepOrders()
    })
  }

  /** Shows what the server has in cells of lines that were saved, or need not be saved. */
  private applyResponse(patch: Patch, listener: SyncListener): void {
    this.noteOverwritten(listener.editing(), patch)
    this.workbook.applyRemote(patch)
  }

  /** Remembers the text over which the open edit began: the save then reports a conflict with a later change. */
  private noteOverwritten(cell: CellAddress | null, patch: Patch): void {
    const { line, column, text } = this.overwritten ?? {}
    // An editor that was closed without an edit needs nothing of it.
    if (cell?.line !== line || cell?.column !== column) this.overwritten = undefined
    else if (text !== undefined) return
    if (!cell) return
    const of = (texts: Texts | undefined) => texts?.[cell.column]
    const before =
      of(patch.changes.find(change => change.line === cell.line)?.before) ??
      of(patch.removed.find(({ id }) => id === cell.line)?.texts)
    if (before !== undefined) this.overwritten = { ...cell, text: before, seen: this.unsent.revision }
  }

  private next({ draft, listener, sendsActInProgress }: SaveOptions): SaveRequest | undefined {
    const { id, name, connectionId } = draft()
    const { save, patch } = this.unsent.nextSave(MAX_REQUEST_CHARACTERS, {
      sendsActInProgress: sendsActInProgress?.() ?? true,
      edited: listener.editing()?.line,
    })
    this.applyResponse(patch, listener)
    const { isJudging, ownErrors } = this.workbook
    const isCountDue = this.isCountMissing && !isJudging
    if (!save && !isCountDue) return undefined
    this.isCountUnsent = isJudging
    return {
      draftId: id,
      sheetId: this.workbook.sheet.id,
      connectionId,
      name,
      records: this.workbook.orderCount,
      ...(!isJudging && { errors: ownErrors }),
      editingSession: this.editingSession,
      seq: ++this.seq,
      ...(save ?? { seen: this.unsent.revision, lines: [], removes: [] }),
    }
  }

  private whenIdle(work: () => boolean): Promise<boolean> {
    if (!this.inFlight) return Promise.resolve(work())
    return new Promise(resolve => {
      this.deferred.push(() => resolve(work()))
    })
  }

  private runDeferred(): void {
    const deferred = this.deferred
    this.deferred = []
    for (const work of deferred) work()
  }
}

/** How many orders lists count as having errors. */
const totalOf = ({ unchecked, passed, failed }: OwnErrors): number => unchecked + passed + failed
