import type { Workbook } from '@/lib/sheet/workbook'
import type { Brought } from './bring'
import type { Kept, Report } from './protocol'

/** What a file brought when it was read one way, for as long as the operator wants to see it. */
export interface Summary {
  readonly report: Report
  readonly brought: Brought
  readonly kept: Kept
  /** Whether it is told of again: it came in an earlier sitting, or was closed. */
  readonly isReopened?: true
}

/** Every way in which files were read here. A file that was read another way has several, and undo goes back to earlier ones. */
export class Readings {
  /** The newest one first. */
  private all: readonly Summary[] = []
  private readonly closed = new Set<string>()

  constructor(private readonly workbook: Workbook) {}

  /** How each file stands in the sheet now: what was undone is not among them. The newest one first. */
  current(): Summary[] {
    const seen = new Set<string>()
    return this.all.filter(({ report, brought }) => {
      if (seen.has(report.id) || !this.isThere(brought)) return false
      seen.add(report.id)
      return true
    })
  }

  find(id: string): Summary | undefined {
    return this.current().find(({ report }) => report.id === id)
  }

  isShown = ({ report }: Summary): boolean => !this.closed.has(report.id)

  add(summary: Summary): void {
    this.closed.delete(summary.report.id)
    // One that is told of again takes the place of what was told before: nothing was done since.
    const others = summary.isReopened
      ? this.all.filter(one => one !== this.find(summary.report.id))
      : this.all
    this.all = [summary, ...others]
  }

  /** What became of the original of a file. */
  keep(id: string, kept: Kept): void {
    this.all = this.all.map(one => (one.report.id === id ? { ...one, kept } : one))
  }

  close(id: string): void {
    this.closed.add(id)
  }

  private isThere({ step, first }: Brought): boolean {
    if (step) return this.workbook.history.isDone(step)
    return first === undefined || this.workbook.draft.lines.has(first)
  }
}
