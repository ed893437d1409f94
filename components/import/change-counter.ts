import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** A count waits this long after an edit, in milliseconds, so that not every key starts one. */
const DEBOUNCE_MS = 200

/**
 * Counts something of the sheet's lines, and again after every edit and every response. A count walks all lines, so
 * none starts while a large change arrives or when orders are judged.
 */
export class ChangeCounter<Found> {
  private counted: number | undefined
  private readonly ended = new AbortController()
  private isCounting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly stop: () => void

  /** @param count returns undefined when `signal` aborts */
  constructor(
    private readonly workbook: Workbook,
    private readonly count: (signal: AbortSignal) => Promise<Found | undefined>,
    private readonly onCounted: (found: Found) => void,
    private readonly pause = DEBOUNCE_MS,
  ) {
    this.stop = workbook.subscribe(() => this.schedule())
    this.schedule()
  }

  end(): void {
    this.ended.abort()
    this.stop()
    clearTimeout(this.timer)
  }

  private schedule(): void {
    if (this.ended.signal.aborted || this.isCounting || this.counted === this.workbook.edition) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.start(), this.pause)
  }

  private async start(): Promise<void> {
    if (this.workbook.isActInProgress) return this.schedule()
    this.isCounting = true
    const { edition } = this.workbook
    const found = await this.count(this.ended.signal)
    this.isCounting = false
    if (this.ended.signal.aborted || !found) return
    this.counted = edition
    this.onCounted(found)
    this.schedule()
  }
}
