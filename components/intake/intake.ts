import type { Understood } from '@/lib/intake/imported'
import type { LinePlace } from '@/lib/intake/line-place'
import type { Recipe } from '@/lib/intake/recipe'
import type { LineId } from '@/lib/sheet/draft'
import { bringLines } from './bring'
import type { IntakeDesk } from './intake-desk'
import { Keeper } from './keeper'
import { type FileRow, type OpenFile, WorkerGone } from './open-file'
import type { Counts, Outline, Report, Wish } from './protocol'
import { Readings, type Summary } from './readings'
import { beforeOfReport, linesByFile, type Reopening, readAsBefore } from './reopen'
import { questionOf, type Stage } from './stage'

interface Current {
  readonly file: File
  readonly open: OpenFile
  /** It brings nothing: its lines are in the sheet. */
  readonly reopening?: Reopening
}

/** Takes in files, one after the other; each is asked about until it is in the sheet, or let go. */
export class Intake {
  stage: Stage | undefined
  /** How far the file that is under way is, from 0 to 1. */
  done = 0
  /** Counts what there was to see. */
  version = 0
  private readonly queue: File[] = []
  private current: Current | undefined
  /** The file whose lines came last: it stays open so that they can be traced, and read another way. */
  private last: Current | undefined
  /** What its worker made of it last. */
  private settled: Report | undefined
  /** What it is to make of it, because undo went back to that. */
  private following: Report | undefined
  private readonly readings: Readings
  private readonly keeper = new Keeper()
  private isOff = false
  /** The file that was begun last: one that was called off before may still be on its way. */
  private awaited: File | Reopening | undefined
  private readonly listeners = new Set<() => void>()
  private readonly onDone = new Set<() => void>()

  constructor(private readonly desk: IntakeDesk) {
    this.readings = new Readings(desk.workbook)
  }

  /** What files brought that is in the sheet, the newest one first. */
  get summaries(): readonly Summary[] {
    return this.readings.current()
  }

  /** Whether a summary was not closed. */
  isShown = (summary: Summary): boolean => this.readings.isShown(summary)

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Hears how far the file is; the whole desk is not drawn anew for that. */
  subscribeDone = (listener: () => void): (() => void) => {
    this.onDone.add(listener)
    return () => this.onDone.delete(listener)
  }

  /** How many files wait behind the one that is under way. */
  get waiting(): number {
    return this.queue.length
  }

  /** Whether what is under way is in the sheet already, and read another way. */
  get isAgain(): boolean {
    return this.current !== undefined && (this.current === this.last || this.current.reopening !== undefined)
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

  /** Reads a file that was brought another way; its lines take the places of those that it brought. */
  again(id: string, wish: Wish): void {
    if (this.stage) return
    if (this.last?.open.id === id) {
      this.current = this.last
      this.run(this.current, wish)
    } else this.openKnown(id, wish)
  }

  /** Has the columns of a file that was brought mapped by hand. */
  async mapAgain(id: string): Promise<void> {
    const { last } = this
    const report = this.readings.find(id)?.report
    if (!report || this.stage) return
    if (last?.open.id !== id) return this.openKnown(id, 'map')
    const excerpt = await last.open.excerpt().catch(() => undefined)
    if (!excerpt || this.stage) return
    this.current = last
    this.show({ at: 'mapping', report, excerpt })
  }

  /** Tells again what a file of the draft brought; one that is not open here is fetched. */
  async reopen(reopening: Reopening): Promise<void> {
    const { id, name } = reopening
    const known = this.readings.find(id)
    if (known && this.isOpen(id) && !reopening.then) {
      this.readings.add({ ...known, isReopened: true })
      return this.tell()
    }
    if (this.stage) return
    this.isOff = false
    this.awaited = reopening
    this.show({ at: 'reading', name })
    const remembered = this.desk.remembered()
    const file = await this.desk.original(id, name)
    if (this.isOff || this.awaited !== reopening) return
    if (!file) return this.show({ at: 'trouble', name, trouble: { code: 'away' } })
    const open = this.desk.open(id, file, remembered, done => this.progress('reading', done))
    this.current = { file, open, reopening }
    await this.run(this.current, {})
  }

  /** Whether a file can be read another way: it is open here, or its original is kept. */
  canRead({ report: { id }, kept }: Summary): boolean {
    return this.isOpen(id) || kept.state === 'kept'
  }

  /** Whether a file is open here, so that it answers without being fetched. */
  isOpen(id: string): boolean {
    return this.last?.open.id === id
  }

  /** Rows of the file that came last; undefined where it is not open here, or is read another way just now. */
  async rows(of: Omit<LinePlace, 'row'>, numbers: readonly number[]): Promise<FileRow[] | undefined> {
    const json = await this.rowsJson(of, numbers)
    return json === undefined ? undefined : JSON.parse(json)
  }

  /** The same as JSON, for whoever hands it on. */
  async rowsJson({ file, table, reading }: Omit<LinePlace, 'row'>, numbers: readonly number[]) {
    const { last, settled, following } = this
    const isHere = last?.open.id === file && !this.isAgain && !following && settled?.reading === reading
    return isHere ? last.open.rows(table, numbers).catch(() => undefined) : undefined
  }

  /** Breaks off what is under way and lets the file go. */
  cancel(): void {
    this.isOff = true
    this.letGo()
    this.show(undefined)
    this.next()
  }

  dismiss(id: string): void {
    this.readings.close(id)
    this.tell()
  }

  /** Looks whether undo, or redo, went back to another reading of the file that came last: then that one counts. */
  async follow(): Promise<void> {
    const { last, settled, stage } = this
    const now = last && !stage ? this.readings.find(last.open.id)?.report : undefined
    if (!last || !now || now === (this.following ?? settled)) return
    this.following = now
    const tables = (await linesByFile(this.desk.workbook)).get(now.id)?.tables ?? []
    const answer = await readAsBefore(last.open, beforeOfReport(now), tables).catch(() => undefined)
    if (this.following !== now) return
    this.following = undefined
    this.settled = now
    if (!answer?.ok || last !== this.last) return
    last.open.settle()
    this.desk.onSettled()
  }

  /** Ends everything. */
  close(): void {
    this.isOff = true
    this.queue.length = 0
    this.current?.open.close()
    this.last?.open.close()
    this.keeper.close()
  }

  private letGo(): void {
    const { current } = this
    this.current = undefined
    if (current && current !== this.last) current.open.close()
  }

  private async openKnown(id: string, then: Wish | 'map'): Promise<void> {
    const known = this.readings.find(id)
    const of = (await linesByFile(this.desk.workbook)).get(id)
    if (!known || !of) return
    const { report } = known
    this.reopen({ id, name: report.name, before: beforeOfReport(report), of, then })
  }

  private next(): void {
    const file = this.queue.shift()
    if (file) this.begin(file)
  }

  private async begin(file: File): Promise<void> {
    this.letGo()
    this.show({ at: 'reading', name: file.name })
    this.isOff = false
    this.awaited = file
    const open = this.desk.open(this.desk.newId(), file, this.desk.remembered(), done =>
      this.progress('reading', done),
    )
    this.current = { file, open }
    await this.run(this.current, {})
  }

  private progress(at: 'reading' | 'bringing', done: number): void {
    if (this.stage?.at !== at) return
    this.done = done
    for (const listener of this.onDone) listener()
  }

  private async run(current: Current, wish: Wish): Promise<void> {
    this.isOff = false
    const { open, file, reopening } = current
    const isCurrent = () => this.current === current && !this.isOff
    this.show({ at: 'reading', name: file.name })
    try {
      const answer = await (reopening
        ? readAsBefore(open, reopening.before, reopening.of.tables, wish)
        : open.read(wish))
      if (!isCurrent()) return
      if (!answer.ok) return this.show({ at: 'trouble', name: file.name, trouble: answer.trouble })
      if ('returned' in answer) return this.show({ at: 'returned', file, returned: answer.returned })
      const { outline } = answer
      if (reopening) {
        const report = { ...outline, ...(await open.count()) }
        return isCurrent() ? this.reopened(report, current, reopening) : undefined
      }
      const asked = await questionOf(outline, wish, this.desk.sheet, current)
      if (!isCurrent()) return
      if (asked) return this.show(asked)
      await this.bring(outline, current, isCurrent)
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      if (isCurrent()) this.show({ at: 'trouble', name: file.name, trouble: { code: 'gone' } })
    }
  }

  private async bring(outline: Outline, current: Current, isCurrent: () => boolean): Promise<void> {
    const { open } = current
    const isAgain = current === this.last
    this.desk.commit()
    this.show({ at: 'bringing', name: outline.name })
    let counts: Counts | undefined
    const brought = await bringLines(
      this.desk.workbook,
      {
        count: outline.expected,
        next: async most => {
          const next = await open.lines(most)
          if (next.isLast) counts = await open.count()
          return next
        },
      },
      {
        newId: idsFrom(this.desk.newId()),
        ...(isAgain && { instead: outline.id }),
        onProgress: done => this.progress('bringing', done),
        isOff: () => !isCurrent(),
      },
    )
    if (!brought || !counts) return
    const report = { ...outline, ...counts }
    this.hold(current, report)
    const summary: Summary = { report, brought, kept: { state: 'keeping' } }
    this.readings.add(summary)
    this.show(undefined)
    this.desk.onBrought(summary, isAgain)
    this.keep(report, open)
    this.next()
  }

  /** Tells of a file that is open again, and does what was asked of it. */
  private reopened(report: Report, { file, open }: Current, { id, of, then }: Reopening): void {
    this.hold({ file, open }, report)
    const { first, lines } = of
    const brought = this.readings.find(id)?.brought ?? { first, lines, kept: 0, typed: 0, step: undefined }
    this.readings.add({ report, brought, kept: { state: 'kept' }, isReopened: true })
    this.show(undefined)
    if (then === 'map') this.mapAgain(id)
    else if (then) this.again(id, then)
    else this.next()
  }

  /** Keeps a file open, and lets the one go that was. */
  private hold(current: Current, report: Report): void {
    const before = this.last
    this.last = current
    this.settled = report
    this.following = undefined
    this.current = undefined
    current.open.settle()
    if (before && before !== current && !this.keeper.isKeeping(before.open)) before.open.close()
  }

  private async keep({ id }: Report, open: OpenFile): Promise<void> {
    const kept = await this.keeper.keep(open, this.desk.draftId())
    if (this.last?.open !== open && !this.keeper.isKeeping(open)) open.close()
    this.readings.keep(id, kept)
    this.tell()
  }

  private show(stage: Stage | undefined): void {
    this.stage = stage
    this.done = 0
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
