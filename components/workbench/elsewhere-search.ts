import type { Holder } from '@/lib/sheet/elsewhere'
import type { Workbook } from '@/lib/sheet/workbook'

/** How long numbers wait for others before they are looked up, in milliseconds. */
const PAUSE = 300
/** Numbers of one question. */
const BATCH = 2000
/** Between two questions about orders that are under way elsewhere, and after one that was not answered, in milliseconds. */
const FOLLOW = 5000

/** Asks the server. */
export interface ElsewhereServer {
  /** @returns who holds which of these numbers; undefined: it was not answered */
  find(numbers: readonly string[], signal: AbortSignal): Promise<readonly Holder[] | undefined>
  /** Tells which numbers of the draft are held elsewhere, so that lists of drafts count them. */
  report(numbers: readonly string[], signal: AbortSignal): Promise<void>
}

/**
 * Looks up which numbers of a sheet orders of other drafts hold, as soon as they are known: beside the operator, some
 * thousand at a time, each once. What is under way elsewhere is followed to its end.
 */
export class ElsewhereSearch {
  private readonly stopped = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isAsking = false
  private isWaiting = false
  /** What was reported last; undefined: nothing yet. */
  private reported: string | undefined
  /** Whether the report waits until all orders are judged. */
  private owesReport = false
  private unsubscribe = () => {}

  constructor(
    private readonly workbook: Workbook,
    private readonly server: ElsewhereServer,
  ) {}

  start(): void {
    this.workbook.beginElsewhere()
    this.unsubscribe = this.workbook.subscribe(() => this.look())
    this.look()
  }

  stop(): void {
    this.stopped.abort()
    clearTimeout(this.timer)
    this.unsubscribe()
  }

  /** Has all numbers looked up again: somebody may have registered meanwhile. */
  again(): void {
    this.workbook.elsewhere.again()
    this.look()
  }

  private look(): void {
    const { workbook } = this
    const isDue = this.owesReport && !workbook.isJudging
    if (this.isAsking || (workbook.elsewhere.wantedCount === 0 && !isDue)) return
    // A pause that goes on is not begun anew: a long paste is looked up while it comes.
    this.wait(PAUSE)
  }

  private wait(milliseconds: number): void {
    if (this.isWaiting || this.stopped.signal.aborted) return
    this.isWaiting = true
    this.timer = setTimeout(() => {
      this.isWaiting = false
      void this.ask()
    }, milliseconds)
  }

  private async ask(): Promise<void> {
    const { workbook, server } = this
    const { signal } = this.stopped
    const isBorne = (number: string) => workbook.index.bearersOf(number).length > 0
    this.isAsking = true
    try {
      for (;;) {
        const numbers = workbook.elsewhere.take(BATCH, isBorne)
        if (numbers.length === 0) break
        const found = await server.find(numbers, signal)
        if (signal.aborted) return
        if (!found) {
          workbook.elsewhere.putBack(numbers)
          return
        }
        workbook.hearElsewhere(numbers, found)
      }
      await this.report(isBorne)
    } finally {
      this.isAsking = false
      this.next()
    }
  }

  /** What comes after a question: the next one about orders that are under way elsewhere, or about what was put back. */
  private next(): void {
    const { elsewhere } = this.workbook
    if (elsewhere.followPassing() || elsewhere.wantedCount > 0) this.wait(FOLLOW)
  }

  private async report(isBorne: (number: string) => boolean): Promise<void> {
    if (this.workbook.isReadOnly) return
    // Not all numbers are known yet.
    this.owesReport = this.workbook.isJudging
    if (this.owesReport) return
    const numbers = [...this.workbook.elsewhere.all()].map(({ number }) => number).filter(isBorne)
    const said = numbers.sort().join('\n')
    if (said === this.reported) return
    await this.server.report(numbers, this.stopped.signal)
    this.reported = said
  }
}
