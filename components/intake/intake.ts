import type { Understood } from '@/lib/intake/imported'
import type { LinePlace } from '@/lib/intake/line-place'
import type { Recipe, ShopState } from '@/lib/intake/recipe'
import type { LineId } from '@/lib/sheet/draft'
import { bringLines } from './bring'
import { afterAllOf, bringAfterAll } from './bring-after-all'
import type { IntakeDesk } from './intake-desk'
import { type FileAtHand, LastFile } from './last-file'
import { type FileRow, type OpenFile, WorkerGone } from './open-file'
import type { Counts, Outline, Report, Wish } from './protocol'
import { Readings, type Summary } from './readings'
import { beforeOfReport, linesByFile, type Reopening, readAsBefore } from './reopen'
import { Show } from './show'
import { questionOf, type Stage } from './stage'
import { type TakenOut, takeOut } from './take-out'

/** Takes in files, one after the other; each is asked about until it is in the sheet, or let go. */
export class Intake {
  private readonly queue: File[] = []
  private current: FileAtHand | undefined
  private readonly last: LastFile
  private readonly readings: Readings
  private readonly shown = new Show()
  private isOff = false
  /** The file that was begun last: one that was called off before may still be on its way. */
  private awaited: File | Reopening | undefined
  readonly subscribe = this.shown.subscribe
  readonly subscribeDone = this.shown.subscribeDone

  constructor(private readonly desk: IntakeDesk) {
    this.readings = new Readings(desk.workbook)
    this.last = new LastFile(desk)
  }

  get stage(): Stage | undefined {
    return this.shown.stage
  }

  /** How far the file that is under way is, from 0 to 1. */
  get done(): number {
    return this.shown.done
  }

  /** Counts what there was to see. */
  get version(): number {
    return this.shown.version
  }

  /** What files brought that is in the sheet, the newest one first. */
  get summaries(): readonly Summary[] {
    return this.readings.current()
  }

  /** Whether a summary was not closed. */
  isShown = (summary: Summary): boolean => this.readings.isShown(summary)

  /** How many files wait behind the one that is under way. */
  get waiting(): number {
    return this.queue.length
  }

  /** Whether what is under way is in the sheet already, and read another way. */
  get isAgain(): boolean {
    const { current } = this
    return current !== undefined && (current === this.last.atHand || current.reopening !== undefined)
  }

  /** Takes in files. Those that come while one is under way wait. */
  take(files: readonly File[]): void {
    this.queue.push(...files)
    if (!this.stage || this.stage.at === 'trouble') this.next()
  }

  /** Takes in another table of a file that is open, or kept, as a file of its own. */
  async takeTable(id: string, table: number): Promise<void> {
    const report = this.readings.find(id)?.report
    if (!report || this.stage) return
    const { text } = report
    const file = this.last.is(id) ? this.last.atHand?.file : await this.desk.original(id, report.name)
    if (this.stage) return
    if (!file) return this.shown.to({ at: 'trouble', name: report.name, trouble: { code: 'away' } })
    this.begin(file, { table, ...(text && { encoding: text.encoding, delimiter: text.delimiter }) })
  }

  /** Reads the file that is asked about again, as it is wished now. */
  answer(wish: Wish): void {
    if (this.current) this.run(this.current, wish)
  }

  /** Brings what the guess found, or what was mapped by hand. */
  map(recipe: Recipe, { table, header }: Pick<Understood, 'table' | 'header'>): void {
    this.answer({ recipe, table, header })
  }

  /** Reads a file that was brought another way; its lines take the places of those that it brought. */
  again(id: string, wish: Wish): void {
    if (this.stage) return
    const { atHand } = this.last
    if (atHand && this.last.is(id)) {
      this.current = atHand
      this.run(atHand, wish)
    } else this.openKnown(id, wish)
  }

  /** Has the columns of a file that was brought mapped by hand. */
  async mapAgain(id: string): Promise<void> {
    const { atHand } = this.last
    const report = this.readings.find(id)?.report
    if (!report || this.stage) return
    if (!this.last.is(id)) return this.openKnown(id, 'map')
    const excerpt = await this.last.excerpt()
    if (!excerpt || this.stage) return
    this.current = atHand
    this.shown.to({ at: 'mapping', report, excerpt })
  }

  /** Brings in after all what a file said that is not to be shipped any more. */
  async afterAll(id: string, means: ShopState): Promise<void> {
    const { atHand } = this.last
    if (this.stage) return
    if (!atHand || !this.last.is(id)) return this.openKnown(id, { afterAll: means })
    const { open, file } = atHand
    this.isOff = false
    this.awaited = file
    this.desk.commit()
    this.shown.to({ at: 'bringing', name: file.name })
    try {
      const brought = await bringAfterAll(this.desk.workbook, {
        file: id,
        next: (most, isFirst) => open.aside(means, most, isFirst),
        newId: idsFrom(this.desk.newId()),
        isOff: () => this.isOff || this.awaited !== file,
      })
      if (!brought) return
      this.shown.to(undefined)
      this.desk.onAfterAll(file.name, brought)
      this.next()
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      if (!this.isOff) this.shown.to({ at: 'trouble', name: file.name, trouble: { code: 'gone' } })
    }
  }

  /** Takes out of the sheet, as one act, what a file says the shop has in a state, or what it hides. */
  async takeOut(id: string, what: TakenOut): Promise<void> {
    const report = this.readings.find(id)?.report
    if (!report || this.stage) return
    this.desk.commit()
    const { count, locked } = await takeOut(this.desk.workbook, report, what)
    this.desk.onTakenOut(report.name, what, count, locked)
  }

  /** Tells again what a file of the draft brought; one that is not open here is fetched. */
  async reopen(reopening: Reopening): Promise<void> {
    const { id, name } = reopening
    const known = this.readings.find(id)
    if (known && this.isOpen(id) && !reopening.then) {
      this.readings.add({ ...known, isReopened: true })
      return this.shown.tell()
    }
    if (this.stage) return
    this.isOff = false
    this.awaited = reopening
    this.shown.to({ at: 'reading', name })
    const remembered = this.desk.remembered()
    const file = await this.desk.original(id, name)
    if (this.isOff || this.awaited !== reopening) return
    if (!file) return this.shown.to({ at: 'trouble', name, trouble: { code: 'away' } })
    const open = this.desk.open(id, file, remembered, done => this.shown.progress('reading', done))
    this.current = { file, open, reopening }
    await this.run(this.current, {})
  }

  /** Whether a file can be read another way: it is open here, or its original is kept. */
  canRead({ report: { id }, kept }: Summary): boolean {
    return this.isOpen(id) || kept.state === 'kept'
  }

  /** Whether a file is open here, so that it answers without being fetched. */
  isOpen(id: string): boolean {
    return this.last.is(id)
  }

  /** Rows of the file that came last; undefined where it is not open here, or is read another way just now. */
  async rows(of: Omit<LinePlace, 'row'>, numbers: readonly number[]): Promise<FileRow[] | undefined> {
    const json = await this.rowsJson(of, numbers)
    return json === undefined ? undefined : JSON.parse(json)
  }

  /** The same as JSON, for whoever hands it on. */
  async rowsJson(of: Omit<LinePlace, 'row'>, numbers: readonly number[]): Promise<string | undefined> {
    return this.isAgain ? undefined : this.last.rowsJson(of, numbers)
  }

  /** Breaks off what is under way and lets the file go. */
  cancel(): void {
    this.isOff = true
    this.letGo()
    this.shown.to(undefined)
    this.next()
  }

  dismiss(id: string): void {
    this.readings.close(id)
    this.shown.tell()
  }

  /** Looks whether undo, or redo, went back to another reading of the file that came last: then that one counts. */
  async follow(): Promise<void> {
    const { atHand } = this.last
    if (atHand && !this.stage) await this.last.follow(this.readings.find(atHand.open.id)?.report)
  }

  /** Ends everything. */
  close(): void {
    this.isOff = true
    this.queue.length = 0
    this.current?.open.close()
    this.last.close()
  }

  private letGo(): void {
    const { current } = this
    this.current = undefined
    if (current && current !== this.last.atHand) current.open.close()
  }

  private async openKnown(id: string, then: NonNullable<Reopening['then']>): Promise<void> {
    const known = this.readings.find(id)
    if (!known) return
    const { report } = known
    const { reading, understood } = report
    // Of a file may be nothing in the sheet but what is still aside.
    const none = { first: undefined, lines: 0, tables: [understood.table], reading }
    const of = (await linesByFile(this.desk.workbook)).get(id) ?? none
    this.reopen({ id, name: report.name, before: beforeOfReport(report), of, then })
  }

  private next(): void {
    const file = this.queue.shift()
    if (file) this.begin(file)
  }

  private async begin(file: File, wish: Wish = {}): Promise<void> {
    this.letGo()
    this.shown.to({ at: 'reading', name: file.name })
    this.isOff = false
    this.awaited = file
    const open = this.desk.open(this.desk.newId(), file, this.desk.remembered(), done =>
      this.shown.progress('reading', done),
    )
    this.current = { file, open }
    await this.run(this.current, wish)
  }

  private async run(current: FileAtHand, wish: Wish): Promise<void> {
    this.isOff = false
    const { open, file, reopening } = current
    const isCurrent = () => this.current === current && !this.isOff
    this.shown.to({ at: 'reading', name: file.name })
    try {
      const answer = await (reopening
        ? readAsBefore(open, reopening.before, reopening.of.tables, wish)
        : open.read({ ...wish, ...(await this.chosen(current)) }))
      if (!isCurrent()) return
      if (!answer.ok) return this.shown.to({ at: 'trouble', name: file.name, trouble: answer.trouble })
      if ('returned' in answer) return this.shown.to({ at: 'returned', file, returned: answer.returned })
      const { outline } = answer
      if (reopening) {
        const report = { ...outline, ...(await open.count()) }
        return isCurrent() ? this.reopened(report, current, reopening) : undefined
      }
      const asked = await questionOf(outline, wish, this.desk.sheet, current)
      if (!isCurrent()) return
      if (asked) return this.shown.to(asked)
      await this.bring(outline, current, isCurrent)
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      if (isCurrent()) this.shown.to({ at: 'trouble', name: file.name, trouble: { code: 'gone' } })
    }
  }

  /** What somebody brought in after all stays in when its file is read another way. */
  private async chosen({ open: { id } }: FileAtHand): Promise<Pick<Wish, 'anyhow'>> {
    const { aside = [] } = this.readings.find(id)?.report ?? {}
    const anyhow = await afterAllOf(this.desk.workbook, id, aside)
    return anyhow.length > 0 ? { anyhow } : {}
  }

  private async bring(outline: Outline, current: FileAtHand, isCurrent: () => boolean): Promise<void> {
    const { open } = current
    const isAgain = current === this.last.atHand
    this.desk.commit()
    this.shown.to({ at: 'bringing', name: outline.name })
    let counts: Counts | undefined
    // What was asked for beyond the end says that it is the end, too.
    let counting: Promise<Counts> | undefined
    const brought = await bringLines(
      this.desk.workbook,
      {
        count: outline.expected,
        next: async most => {
          const next = await open.lines(most)
          if (next.isLast) {
            counting ??= open.count()
            counts = await counting
          }
          return next
        },
      },
      {
        newId: idsFrom(this.desk.newId()),
        ...(isAgain && { instead: outline.id }),
        onProgress: done => this.shown.progress('bringing', done),
        isOff: () => !isCurrent(),
      },
    )
    if (!brought || !counts) return
    const report = { ...outline, ...counts }
    this.hold(current, report)
    const summary: Summary = { report, brought, kept: { state: 'keeping' } }
    this.readings.add(summary)
    this.shown.to(undefined)
    this.desk.onBrought(summary, isAgain)
    this.keep(report, open)
    this.next()
  }

  /** Tells of a file that is open again, and does what was asked of it. */
  private reopened(report: Report, { file, open }: FileAtHand, { id, of, then }: Reopening): void {
    this.hold({ file, open }, report)
    const { first, lines } = of
    const brought = this.readings.find(id)?.brought ?? { first, lines, kept: 0, typed: 0, step: undefined }
    this.readings.add({ report, brought, kept: { state: 'kept' }, isReopened: true })
    this.shown.to(undefined)
    if (then === 'map') this.mapAgain(id)
    else if (then && 'afterAll' in then) this.afterAll(id, then.afterAll)
    else if (then) this.again(id, then)
    else this.next()
  }

  private hold(current: FileAtHand, report: Report): void {
    this.current = undefined
    this.last.hold(current, report)
  }

  private async keep({ id }: Report, open: OpenFile): Promise<void> {
    this.readings.keep(id, await this.last.keep(open))
    this.shown.tell()
  }
}

/** Ids that begin alike: drawing each of 100,000 takes longer than the lines themselves. */
function idsFrom(prefix: LineId): () => LineId {
  let made = 0
  return () => `${prefix}${(made++).toString(36)}`
}
