import type { Excerpt } from '@/lib/intake/excerpt'
import type { LinePlace } from '@/lib/intake/line-place'
import type { IntakeDesk } from './intake-desk'
import { Keeper } from './keeper'
import type { OpenFile } from './open-file'
import type { Kept, Report } from './protocol'
import { beforeOfReport, linesByFile, type Reopening, readAsBefore } from './reopen'

/** A file that is open, and what it is open for. */
export interface FileAtHand {
  readonly file: File
  readonly open: OpenFile
  /** It brings nothing: its lines are in the sheet. */
  readonly reopening?: Reopening
}

/** The file whose lines came last: it stays open so that they can be traced, read another way, and its original kept. */
export class LastFile {
  private last: FileAtHand | undefined
  /** What its worker made of it last. */
  private settled: Report | undefined
  /** What it is to make of it, because undo went back to that. */
  private following: Report | undefined
  private readonly keeper = new Keeper()

  constructor(private readonly desk: Pick<IntakeDesk, 'workbook' | 'draftId' | 'onSettled'>) {}

  get atHand(): FileAtHand | undefined {
    return this.last
  }

  /** Whether it is this file. @param id of the file */
  is(id: string): boolean {
    return this.last?.open.id === id
  }

  /** Keeps a file open, and lets the one go that was. */
  hold(now: FileAtHand, report: Report): void {
    const before = this.last
    this.last = now
    this.settled = report
    this.following = undefined
    now.open.settle()
    if (before && before !== now) this.letGo(before.open)
  }

  /** Sends the original of a file to the server, as it was read when its lines came. */
  async keep(open: OpenFile): Promise<Kept> {
    const kept = await this.keeper.keep(open, this.desk.draftId())
    if (this.last?.open !== open) this.letGo(open)
    return kept
  }

  /** What whoever maps it by hand needs to see; undefined where it cannot be had any more. */
  async excerpt(): Promise<Excerpt | undefined> {
    return this.last?.open.excerpt().catch(() => undefined)
  }

  /** JSON of some of its rows; undefined where they stand in another file, or in another reading of it. */
  async rowsJson({ file, table, reading }: Omit<LinePlace, 'row'>, numbers: readonly number[]) {
    const { last, settled, following } = this
    const isHere = last?.open.id === file && !following && settled?.reading === reading
    return isHere ? last.open.rows(table, numbers).catch(() => undefined) : undefined
  }

  /** Reads it as undo, or redo, went back to. @param now what counts in the sheet; undefined: nothing of the file */
  async follow(now: Report | undefined): Promise<void> {
    const { last, settled } = this
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

  /** Breaks everything off. */
  close(): void {
    this.last?.open.close()
    this.keeper.close()
  }

  private letGo(open: OpenFile): void {
    if (!this.keeper.isKeeping(open)) open.close()
  }
}
