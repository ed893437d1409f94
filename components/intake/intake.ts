import type { Excerpt } from '@/lib/intake/excerpt'
import type { Understood } from '@/lib/intake/imported'
import type { Recipe } from '@/lib/intake/recipe'
import type { Returned } from '@/lib/intake/return-read'
import type { Trouble } from '@/lib/intake/table'
import type { LineId } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import { type Brought, bringLines } from './bring'
import { type OpenFile, WorkerGone } from './open-file'
import type { Kept, Report, Wish } from './protocol'

/** What is going on with a file just now. */
export type Stage =
  | { readonly at: 'reading' | 'bringing'; readonly name: string; readonly done: number }
  | { readonly at: 'trouble'; readonly name: string; readonly trouble: Trouble | { readonly code: 'gone' } }
  /** Nobody knows yet what its columns mean, or of some of them. */
  | { readonly at: 'mapping'; readonly report: Report; readonly excerpt: Excerpt }
  /** Several tables, and none of them is known. */
  | { readonly at: 'choosing'; readonly report: Report }
  /** What it holds belongs into another sheet. */
  | { readonly at: 'elsewhere'; readonly report: Report; readonly file: File }
  /** It went out from a draft, to be corrected. */
  | { readonly at: 'returned'; readonly file: File; readonly returned: Returned }

/** What an import brought, for as long as the operator wants to see it. */
export interface Summary {
  readonly report: Report
  readonly brought: Brought
  readonly kept: Kept
}

/** What files need of the screen around them. */
export interface IntakeDesk {
  readonly workbook: Workbook
  readonly sheet: SheetId
  readonly newId: () => LineId
  /** What operators mapped before. */
  remembered(): Promise<readonly Recipe[]>
  draftId(): string
  /** Ends the typing in a cell. */
  commit(): void
  /** A file was brought in. @param isAgain it was read another way */
  onBrought(summary: Summary, isAgain: boolean): void
  open(id: string, file: File, remembered: readonly Recipe[], onProgress: (done: number) => void): OpenFile
}

/** Takes in files, one after the other; each is asked about until it is in the sheet, or let go. */
export class Intake {
  stage: Stage | undefined
  /** Counts what there was to see. */
  version = 0
  summaries: readonly Summary[] = []
  private readonly queue: File[] = []
  private current: { readonly file: File; readonly open: OpenFile } | undefined
  /** The file whose lines came last: it stays open so that they can be traced, and read another way. */
  private last: { readonly file: File; readonly open: OpenFile } | undefined
  /** Files whose originals are on their way to the server. */
  private readonly keeping = new Set<OpenFile>()
  private isOff = false
  /** The file that was begun last: one that was called off before may still be on its way. */
  private awaited: File | undefined
  private readonly listeners = new Set<() => void>()

  constructor(private readonly desk: IntakeDesk) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** How many files wait behind the one that is under way. */
  get waiting(): number {
    return this.queue.length
  }

  /** Whether what is under way is in the sheet already, and read another way. */
  get isAgain(): boolean {
    return this.current !== undefined && this.current === this.last
  }

  /** Takes in files. Those that come while one is under way wait. */
  take(files: readonly File[]): void {
    this.queue.push(...files)
    if (!this.stage || this.stage.at === 'trouble') this.next()
  }

  /** Reads the file that is asked about again, as it is wished now. */
  answer(wish: Wish): void {
    if (this.current) this.run(this.current, wish)
  }

  /** Brings what the guess found, or what was mapped by hand. */
  map(recipe: Recipe, { table, header }: Pick<Understood, 'table' | 'header'>): void {
    this.answer({ recipe, table, header })
  }

  /** Reads the file that came last another way; its lines take the places of those that it brought. */
  again(id: string, wish: Wish): void {
    if (this.last?.open.id !== id || this.stage) return
    this.current = this.last
    this.run(this.current, wish)
  }

  /** Has the columns of the file that came last mapped by hand. */
  async mapAgain(id: string): Promise<void> {
    const { last } = this
    const summary = this.summaries.find(one => one.report.id === id)
    if (!last || last.open.id !== id || !summary || this.stage) return
    const excerpt = await last.open.excerpt().catch(() => undefined)
    if (!excerpt || this.stage) return
    this.current = last
    this.show({ at: 'mapping', report: summary.report, excerpt })
  }

  /** Whether a file can be read another way, and asked about its rows, here. */
  isOpen(id: string): boolean {
    return this.last?.open.id === id
  }

  /** Rows of the file that came last; undefined where it is not open here. */
  async rows(id: string, table: number, numbers: readonly number[]) {
    return this.isOpen(id) ? this.last?.open.rows(table, numbers).catch(() => undefined) : undefined
  }

  /** Breaks off what is under way and lets the file go. */
  cancel(): void {
    this.isOff = true
    this.letGo()
    this.show(undefined)
    this.next()
  }

  dismiss(id: string): void {
    this.summaries = this.summaries.filter(summary => summary.report.id !== id)
    this.tell()
  }

  /** Ends everything. */
  close(): void {
    this.isOff = true
    this.queue.length = 0
    this.current?.open.close()
    this.last?.open.close()
    for (const open of this.keeping) open.close()
  }

  private letGo(): void {
    const { current } = this
    this.current = undefined
    if (current && current !== this.last) current.open.close()
  }

  private next(): void {
    const file = this.queue.shift()
    if (file) this.begin(file)
  }

  private async begin(file: File): Promise<void> {
    this.letGo()
    this.show({ at: 'reading', name: file.name, done: 0 })
    this.isOff = false
    this.awaited = file
    const remembered = await this.desk.remembered()
    if (this.isOff || this.awaited !== file) return
    const open = this.desk.open(this.desk.newId(), file, remembered, done => this.progress('reading', done))
    this.current = { file, open }
    await this.run(this.current, {})
  }

  private progress(at: 'reading' | 'bringing', done: number): void {
    if (this.stage?.at === at) this.show({ ...this.stage, done })
  }

  private async run(current: NonNullable<Intake['current']>, wish: Wish): Promise<void> {
    this.isOff = false
    const { open, file } = current
    const isCurrent = () => this.current === current && !this.isOff
    this.show({ at: 'reading', name: file.name, done: 0 })
    try {
      const answer = await open.read(wish)
      if (!isCurrent()) return
      if (!answer.ok) return this.show({ at: 'trouble', name: file.name, trouble: answer.trouble })
      if ('returned' in answer) return this.show({ at: 'returned', file, returned: answer.returned })
      const { report } = answer
      const asked = await this.question(report, wish, current)
      if (!isCurrent()) return
      if (asked) return this.show(asked)
      await this.bring(report, current, isCurrent)
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      if (isCurrent()) this.show({ at: 'trouble', name: file.name, trouble: { code: 'gone' } })
    }
  }

  /** What has to be asked before the lines can come; undefined: nothing. */
  private async question(
    report: Report,
    wish: Wish,
    { open, file }: NonNullable<Intake['current']>,
  ): Promise<Stage | undefined> {
    const { by, sheet } = report.understood
    if (sheet !== this.desk.sheet) return { at: 'elsewhere', report, file }
    if (wish.recipe) return undefined
    if (by === 'guess' && report.tables.length > 1 && wish.table === undefined)
      return { at: 'choosing', report }
    // Whoever chose the table or the header is at it, and shall see what comes of that.
    const isChosen = wish.table !== undefined || wish.header !== undefined
    if (report.isSure && (by !== 'guess' || !isChosen)) return undefined
    return { at: 'mapping', report, excerpt: await open.excerpt() }
  }

  private async bring(
    report: Report,
    current: NonNullable<Intake['current']>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { open } = current
    const isAgain = current === this.last
    this.desk.commit()
    this.show({ at: 'bringing', name: report.name, done: 0 })
    const brought = await bringLines(
      this.desk.workbook,
      { count: report.lines, next: most => open.lines(most) },
      {
        newId: idsFrom(this.desk.newId()),
        ...(isAgain && { instead: report.id }),
        onProgress: done => this.progress('bringing', done),
        isOff: () => !isCurrent(),
      },
    )
    if (!brought) return
    const before = this.last
    this.last = current
    if (before && before !== current && !this.keeping.has(before.open)) before.open.close()
    this.current = undefined
    const summary: Summary = { report, brought, kept: { state: 'keeping' } }
    const others = this.summaries.filter(one => one.report.id !== report.id)
    this.summaries = [summary, ...others]
    this.show(undefined)
    this.desk.onBrought(summary, isAgain)
    this.keep(summary, open)
    this.next()
  }

  private async keep({ report }: Summary, open: OpenFile): Promise<void> {
    this.keeping.add(open)
    const kept: Kept = await open.keep(this.desk.draftId()).catch(() => ({ state: 'failed' as const }))
    this.keeping.delete(open)
    if (this.last?.open !== open) open.close()
    this.summaries = this.summaries.map(one => (one.report.id === report.id ? { ...one, kept } : one))
    this.tell()
  }

  private show(stage: Stage | undefined): void {
    this.stage = stage
    this.tell()
  }

  private tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }
}

/** Ids that begin alike: drawing each of 100,000 takes longer than the lines themselves. */
function idsFrom(prefix: LineId): () => LineId {
  let made = 0
  return () => `${prefix}${(made++).toString(36)}`
}
