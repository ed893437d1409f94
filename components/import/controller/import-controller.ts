import type { SkipState } from '@/lib/import/lines/skipped-orders'
import type { ReadOptions } from '@/lib/import/reader/protocol'
import type { SourcePosition } from '@/lib/import/recipe/hidden-columns'
import type { LineId } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { ImportEffects, type ImportHost } from './effects'
import type { FileRow } from './files/open-file'
import { hasLinesOf, type ReopenRequest, readingOfReport } from './files/reopen'
import type { ImportResult } from './lines/import-file'
import { type RemovableRows, removeRows } from './lines/skipped-rows'
import { reduce } from './state/reducer'
import {
  type ImportEvent,
  type ImportState,
  initialState,
  isReadingAgain,
  newFileOf,
  type Stage,
  type Summary,
} from './state/state'

/**
 * Imports files, one after the other. It holds the state of an import: methods are events, `reducer.ts` has the
 * transitions, and `effects.ts` does what they ask for.
 */
export class ImportController {
  private current: ImportState
  private host: ImportHost | undefined
  private readonly effects: ImportEffects
  /** Aborts the work of the current job. */
  private aborter = new AbortController()
  private progressed = 0
  private readonly listeners = new Set<() => void>()
  private readonly progressListeners = new Set<() => void>()

  constructor(
    private readonly workbook: Workbook,
    sheet: SheetId,
    private readonly newId: () => LineId,
  ) {
    this.current = initialState(sheet)
    this.effects = new ImportEffects(workbook, newId, {
      host: () => this.host,
      stage: () => this.stage,
      dispatch: event => this.dispatch(event),
      find: id => this.find(id),
      onProgress: done => this.reportProgress(done),
    })
  }

  /** Names the page that it works for. @returns ends all work and closes all files */
  connect(host: ImportHost): () => void {
    this.host = host
    return () => {
      this.dispatch({ type: 'disposed' })
      this.host = undefined
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Reports progress apart from the state, so that the whole workbench is not rendered for it. */
  subscribeProgress = (listener: () => void): (() => void) => {
    this.progressListeners.add(listener)
    return () => this.progressListeners.delete(listener)
  }

  get state(): ImportState {
    return this.current
  }

  get stage(): Stage {
    return this.current.stage
  }

  /** How far the file under way is, from 0 to 1. */
  get progress(): number {
    return this.progressed
  }

  /** How many files wait behind the one under way. */
  get queued(): number {
    return this.current.queue.length
  }

  get isReadingAgain(): boolean {
    return isReadingAgain(this.current)
  }

  /** The reading of each file that the sheet shows now, the newest first; without readings that were undone. */
  get summaries(): readonly Summary[] {
    const seen = new Set<string>()
    return this.current.summaries.filter(({ report, result }) => {
      if (seen.has(report.id) || !this.isInSheet(result)) return false
      seen.add(report.id)
      return true
    })
  }

  /** Whether the operator did not close a summary. */
  isShown = ({ report }: Summary): boolean => !this.current.dismissed.has(report.id)

  /** Whether a file can be read another way: it is open, or its original is stored. */
  canRead({ report, upload }: Summary): boolean {
    return this.current.last?.id === report.id || upload.state === 'kept'
  }

  addFiles(files: readonly File[]): void {
    this.dispatch({ type: 'filesAdded', files: files.map(file => ({ id: this.newId(), file })) })
  }

  /** Imports a file whose original is stored beside the draft already, under the id that it has there. */
  addStoredFile(id: string, file: File): void {
    this.dispatch({ type: 'filesAdded', files: [{ id, file }] })
  }

  /** Imports another table of a file, as a file of its own. */
  importTable(id: string, table: number): void {
    const report = this.find(id)?.report
    if (report) this.dispatch({ type: 'tableRequested', report, table, newId: this.newId() })
  }

  /** Answers a question about the file under way. */
  chooseOptions(options: ReadOptions): void {
    this.dispatch({ type: 'optionsChosen', options })
  }

  /** Reads an imported file another way; its new lines replace its old ones. */
  readAgain(id: string, options: ReadOptions): void {
    const purpose = this.purposeOf(id)
    if (purpose) this.dispatch({ type: 'readAgainRequested', purpose, options })
  }

  /** Asks for another mapping of an imported file. */
  editMapping(id: string): void {
    const report = this.find(id)?.report
    const purpose = this.purposeOf(id)
    if (report && purpose) this.dispatch({ type: 'mappingRequested', purpose, report })
  }

  /** Imports orders of a file that were skipped. */
  includeSkipped(id: string, state: SkipState): void {
    const purpose = this.purposeOf(id)
    if (purpose) this.dispatch({ type: 'includeRequested', purpose, state })
  }

  /** Removes orders in a state, or rows that the file hides, as one undo step. */
  async removeRows(id: string, what: RemovableRows): Promise<void> {
    const report = this.find(id)?.report
    if (!report || this.stage.at !== 'idle') return
    this.host?.commitEdit()
    const { count, locked } = await removeRows(this.workbook, report, what)
    this.host?.onRemoved(report.name, what, count, locked)
  }

  /** Shows again the summary of a file of the draft; its original is fetched where it is not open. */
  reopen(request: ReopenRequest): void {
    this.dispatch({ type: 'reopenRequested', request, known: this.find(request.id) })
  }

  /** Cancels the file under way and starts the next one. */
  cancel(): void {
    this.dispatch({ type: 'cancelled' })
  }

  /** Closes the summary of a file. */
  dismiss(id: string): void {
    this.dispatch({ type: 'dismissed', id })
  }

  /**
   * Must be called when the sheet changes: undo may have gone back to another reading of the last file, and another
   * page may have imported the file that waits for an answer here.
   */
  onSheetChanged(): void {
    const { last, stage } = this.current
    // While it is imported its lines are those of this page; while it is read, typing must not wait for a search.
    const isAsked = stage.at !== 'importing' && stage.at !== 'reading'
    const active = isAsked ? newFileOf(this.current) : undefined
    if (active && hasLinesOf(this.workbook, active.id))
      this.dispatch({ type: 'foundImported', id: active.id })
    if (last) this.dispatch({ type: 'sheetChanged', current: this.find(last.id)?.report })
  }

  /** Rows of the last file; undefined for another file or reading, and while it is read another way. */
  async rows(
    position: Omit<SourcePosition, 'row'>,
    numbers: readonly number[],
  ): Promise<FileRow[] | undefined> {
    const json = await this.rowsJson(position, numbers)
    return json === undefined ? undefined : JSON.parse(json)
  }

  /** The same as JSON. */
  async rowsJson(
    { file, table, reading }: Omit<SourcePosition, 'row'>,
    numbers: readonly number[],
  ): Promise<string | undefined> {
    const { last } = this.current
    const isHere = last?.id === file && !last.restoring && last.report.reading === reading
    if (!isHere || this.isReadingAgain) return undefined
    return this.effects.rowsJson(last.worker, table, numbers)
  }

  private find(id: string): Summary | undefined {
    return this.summaries.find(({ report }) => report.id === id)
  }

  private purposeOf(id: string) {
    const report = this.find(id)?.report
    return report && { id, name: report.name, before: readingOfReport(report) }
  }

  private isInSheet({ step, firstLine }: ImportResult): boolean {
    if (step) return this.workbook.history.isDone(step)
    return firstLine === undefined || this.workbook.draft.lines.has(firstLine)
  }

  private dispatch(event: ImportEvent): void {
    const before = this.current
    const [state, commands] = reduce(before, event)
    this.current = state
    if (state.job !== before.job) {
      this.aborter.abort()
      this.aborter = new AbortController()
    }
    if (state.stage !== before.stage) this.progressed = 0
    if (state !== before) for (const listener of this.listeners) listener()
    for (const command of commands) void this.effects.run(command, this.aborter.signal)
  }

  private reportProgress(done: number): void {
    this.progressed = done
    for (const listener of this.progressListeners) listener()
  }
}
