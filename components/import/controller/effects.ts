import type { ReadOptions } from '@/lib/import/reader/protocol'
import type { Recipe } from '@/lib/import/recipe/recipe'
import type { LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type OpenFile, WorkerGone } from './files/open-file'
import { hasLinesOf, linesByFile, readAsPreviously, readingOfReport } from './files/reopen'
import { importLines } from './lines/import-file'
import { type IncludedOrders, includeSkipped } from './lines/include-skipped'
import { LineIds } from './lines/line-ids'
import { includedRowsOf, type RemovableRows } from './lines/skipped-rows'
import type { ImportCommand, ImportEvent, Stage, Summary } from './state/state'

/** What an import needs from the page around it. */
export interface ImportHost {
  /** Mappings that operators made before. */
  rememberedRecipes(): Promise<readonly Recipe[]>
  draftId(): string
  /** Commits the text of the open editor to its cell. */
  commitEdit(): void
  /** @param isAgain the file was read another way */
  onImported(summary: Summary, isAgain: boolean): void
  /** Skipped orders of a file were imported. */
  onIncluded(file: string, result: IncludedOrders): void
  /** Lines of a file were removed. @param locked lines that had to stay */
  onRemoved(file: string, what: RemovableRows, count: number, locked: number): void
  /** The sheet has the lines of an earlier reading again. */
  onReadingChanged(): void
  /** A file was not imported, because another page has imported it into the draft. */
  onFoundImported(file: string): void
  /** The stored original of a file; undefined where it cannot be fetched now. */
  fetchOriginal(id: string, name: string): Promise<File | undefined>
  openFile(
    id: string,
    file: File,
    remembered: Promise<readonly Recipe[]>,
    onProgress: (done: number) => void,
  ): OpenFile
}

/** What the effects need from the controller. */
interface EffectContext {
  host(): ImportHost | undefined
  stage(): Stage
  dispatch(event: ImportEvent): void
  /** The summary of a file that the sheet shows now. */
  find(id: string): Summary | undefined
  onProgress(done: number): void
}

/** Does what transitions ask for, and reports the results as events. It owns the open files. */
export class ImportEffects {
  private readonly open = new Map<number, OpenFile>()

  constructor(
    private readonly workbook: Workbook,
    private readonly newId: () => LineId,
    private readonly context: EffectContext,
  ) {}

  /** JSON of rows of an open file; undefined if its worker has ended. */
  async rowsJson(worker: number, table: number, numbers: readonly number[]): Promise<string | undefined> {
    return this.open
      .get(worker)
      ?.rows(table, numbers)
      .catch(() => undefined)
  }

  /** Does what a transition asks for. @param signal aborts with the job of the command */
  async run(command: ImportCommand, signal: AbortSignal): Promise<void> {
    try {
      await this.perform(command, signal)
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      if ('job' in command)
        this.context.dispatch({ type: 'readFailed', job: command.job, failure: { code: 'gone' } })
    }
  }

  private async perform(command: ImportCommand, signal: AbortSignal): Promise<void> {
    const host = this.context.host()
    if (!host && command.run !== 'close') return
    switch (command.run) {
      case 'fetchOriginal':
        return this.fetchOriginal(command)
      case 'open':
        return this.openFile(command)
      case 'read':
        return this.read(command)
      case 'inspect': {
        const { job, worker, outline } = command
        const file = this.opened(worker)
        const [counts, excerpt] = await Promise.all([file.counts(), file.excerpt()])
        return this.context.dispatch({ type: 'inspected', job, report: { ...outline, ...counts }, excerpt })
      }
      case 'inspectAgain': {
        const { job, worker, report } = command
        const excerpt = await this.opened(worker)
          .excerpt()
          .catch(() => undefined)
        return this.context.dispatch({ type: 'inspected', job, report, excerpt })
      }
      case 'count': {
        const { job, worker, outline } = command
        const report = { ...outline, ...(await this.opened(worker).counts()) }
        return this.context.dispatch({ type: 'reopened', job, report, known: this.context.find(outline.id) })
      }
      case 'import':
        return this.import(command, signal)
      case 'include':
        return this.include(command, signal)
      case 'restoreReading': {
        const { worker, report } = command
        const { tables } = await this.linesOf(report.id)
        const outcome = await readAsPreviously(this.opened(worker), readingOfReport(report), tables).catch(
          () => undefined,
        )
        const isRead = outcome !== undefined && outcome.kind !== 'failed'
        return this.context.dispatch({ type: 'readingRestored', worker, report, isRead })
      }
      case 'markImported':
        return this.opened(command.worker).markImported()
      case 'upload': {
        const { worker, id } = command
        const status = await this.opened(worker)
          .upload(host?.draftId() ?? '')
          .catch(() => ({ state: 'failed' }) as const)
        return this.context.dispatch({ type: 'uploaded', worker, id, status })
      }
      case 'close': {
        const { worker } = command
        this.open.get(worker)?.close()
        this.open.delete(worker)
        return
      }
      case 'announceImported':
        return host?.onImported(command.summary, command.isAgain)
      case 'announceIncluded':
        return host?.onIncluded(command.name, command.result)
      case 'announceReadingChanged':
        return host?.onReadingChanged()
      case 'announceFoundImported':
        return host?.onFoundImported(command.name)
    }
  }

  private async fetchOriginal({
    job,
    name,
    purpose,
  }: Extract<ImportCommand, { run: 'fetchOriginal' }>): Promise<void> {
    const known = purpose.kind === 'reopen' ? purpose.of : undefined
    const of = known ?? (await this.linesOf(purpose.id))
    const file = await this.context.host()?.fetchOriginal(purpose.id, name)
    this.context.dispatch({ type: 'originalFetched', job, file, of })
  }

  private openFile({ active: { worker, id, file } }: Extract<ImportCommand, { run: 'open' }>): void {
    const host = this.context.host()
    if (!host) return
    const onProgress = (done: number) => {
      const stage = this.context.stage()
      if (stage.at === 'reading' && stage.active.worker === worker) this.context.onProgress(done)
    }
    this.open.set(worker, host.openFile(id, file, host.rememberedRecipes(), onProgress))
  }

  private async read({ job, active, options }: Extract<ImportCommand, { run: 'read' }>): Promise<void> {
    const { worker, id, reopening } = active
    const file = this.opened(worker)
    const outcome = await (reopening
      ? readAsPreviously(file, reopening.before, reopening.of.tables, options)
      : file.read({ ...options, ...(await this.includedRows(id)) }))
    switch (outcome.kind) {
      case 'outline':
        return this.context.dispatch({ type: 'outlined', job, outline: outcome.outline })
      case 'returned':
        return this.context.dispatch({ type: 'returnRecognised', job, returned: outcome.returned })
      case 'failed':
        return this.context.dispatch({ type: 'readFailed', job, failure: outcome.failure })
    }
  }

  /** Orders that an operator included stay included when their file is read another way. */
  private async includedRows(id: string): Promise<Pick<ReadOptions, 'includedRows'>> {
    const skipped = this.context.find(id)?.report.skippedOrders ?? []
    const includedRows = await includedRowsOf(this.workbook, id, skipped)
    return includedRows.length > 0 ? { includedRows } : {}
  }

  private async import(
    { job, worker, outline, isReplacing }: Extract<ImportCommand, { run: 'import' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const file = this.opened(worker)
    if (!isReplacing && hasLinesOf(this.workbook, outline.id))
      return this.context.dispatch({ type: 'foundImported', id: outline.id })
    this.context.host()?.commitEdit()
    // Requested with the last lines: those that were prefetched beyond the end report the end, too.
    let counting: ReturnType<OpenFile['counts']> | undefined
    const nextLines = async (limit: number) => {
      const chunk = await file.nextLines(limit)
      if (chunk.isLast) {
        counting ??= file.counts()
        await counting
      }
      return chunk
    }
    const result = await importLines(
      this.workbook,
      { expected: outline.expected, nextLines },
      {
        newId: isReplacing ? sequentialIds(this.newId()) : new LineIds(outline.id).next,
        ...(isReplacing && { replacedFile: outline.id }),
        onProgress: done => this.context.stage().at === 'importing' && this.context.onProgress(done),
        signal,
      },
    )
    const counts = await counting
    if (result && counts) this.context.dispatch({ type: 'imported', job, counts, result })
  }

  private async include(
    { job, active, state }: Extract<ImportCommand, { run: 'include' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const file = this.opened(active.worker)
    this.context.host()?.commitEdit()
    const result = await includeSkipped(this.workbook, {
      file: active.id,
      nextLines: (limit, isFirst) => file.nextSkippedLines(state, limit, isFirst),
      newId: new LineIds(active.id).next,
      signal,
    })
    if (result) this.context.dispatch({ type: 'included', job, result })
  }

  /** The lines that a file added to the draft; none if all of its orders were skipped. */
  private async linesOf(id: string) {
    const found = (await linesByFile(this.workbook)).get(id)
    if (found) return found
    const report = this.context.find(id)?.report
    return {
      firstLine: undefined,
      lines: 0,
      tables: report ? [report.mapping.table] : [],
      reading: report?.reading ?? '',
    }
  }

  /** @throws WorkerGone where the file was closed */
  private opened(worker: number): OpenFile {
    const file = this.open.get(worker)
    if (!file) throw new WorkerGone()
    return file
  }
}

/** Ids with a common beginning: drawing 100,000 random ids takes longer than making the lines. */
function sequentialIds(prefix: LineId): () => LineId {
  let count = 0
  return () => `${prefix}${(count++).toString(36)}`
}
