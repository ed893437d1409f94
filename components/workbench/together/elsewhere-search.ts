import { BackgroundSearch } from '@/components/workbench/tasks/background-search'
import type { NumbersElsewhere } from '@/lib/sheet/judge/status/other-drafts'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** How long numbers are collected before they are looked up, in milliseconds. */
const LOOKUP_DELAY_MS = 300
/** Numbers of one request. */
const BATCH_SIZE = 2000
/**
 * Delay between two requests about orders that are under way elsewhere, and after one without a response, in
 * milliseconds.
 */
const FOLLOW_UP_MS = 5000

/** The server, as the search uses it. */
export interface ElsewhereServer {
  /** @returns what is known of these numbers; undefined: no response came */
  find(numbers: readonly string[], signal: AbortSignal): Promise<NumbersElsewhere | undefined>
  /**
   * Reports which numbers of the draft are held elsewhere, so that lists of drafts count them. Leaving the page does
   * not stop it: the lists would be wrong until the draft is opened again.
   * @returns whether the server has the report
   */
  report(numbers: readonly string[]): Promise<boolean>
}

/**
 * Looks up which numbers of a sheet are held by orders of other drafts, or were cancelled in the shop: in
 * the background, some thousand at a time, each once. Orders that are under way elsewhere are looked up
 * until they are done.
 */
export class ElsewhereSearch {
  private readonly background = new BackgroundSearch(signal => this.search(signal))
  /** The last report; undefined: none so far. */
  private reported: string | undefined
  /** Whether the report waits until all orders are judged. */
  private isReportDue = false
  /** How many numbers wait for the next follow-up: changes of the sheet do not hasten it. */
  private followUpCount = 0
  private unsubscribe = () => {}

  constructor(
    private readonly workbook: Workbook,
    private readonly server: ElsewhereServer,
  ) {}

  start(): void {
    this.workbook.serverFacts.resetHolders()
    this.unsubscribe = this.workbook.subscribe(() => this.look())
    this.look()
  }

  stop(): void {
    this.background.stop()
    this.unsubscribe()
  }

  /** Looks up all numbers again: another operator may have registered meanwhile. */
  again(): void {
    this.workbook.serverFacts.heldNumbers.lookUpAllAgain()
    this.followUpCount = 0
    this.look()
  }

  private look(): void {
    const { workbook } = this
    const isDue = this.isReportDue && !workbook.isJudging
    const isNew = workbook.serverFacts.heldNumbers.wantedCount > this.followUpCount
    if (this.background.isRunning || !(isNew || isDue)) return
    // The numbers of a long paste are looked up while it continues.
    this.background.schedule(isDue ? 0 : LOOKUP_DELAY_MS)
  }

  private async search(signal: AbortSignal): Promise<void> {
    const { workbook, server } = this
    const isInUse = (number: string) => workbook.index.ordersWith(number).length > 0
    let isLost = false
    this.followUpCount = 0
    try {
      for (;;) {
        const numbers = workbook.serverFacts.heldNumbers.takeWanted(BATCH_SIZE, isInUse)
        if (numbers.length === 0) break
        const found = await server.find(numbers, signal)
        if (signal.aborted) return
        if (!found) {
          workbook.serverFacts.heldNumbers.putBack(numbers)
          isLost = true
          return
        }
        workbook.serverFacts.setNumbersElsewhere(numbers, found)
      }
      await this.report(isInUse)
    } finally {
      this.next(isLost)
    }
  }

  /**
   * Plans the next request: about numbers that were typed meanwhile, about orders that are under way elsewhere, or
   * about numbers without a response.
   * @param isLost whether no response came
   */
  private next(isLost: boolean): void {
    const { heldNumbers: elsewhere } = this.workbook.serverFacts
    if (!isLost && elsewhere.wantedCount > 0) this.background.schedule(LOOKUP_DELAY_MS)
    if (!elsewhere.lookUpPassingAgain() && !isLost) return
    this.followUpCount = elsewhere.wantedCount
    this.background.schedule(FOLLOW_UP_MS)
  }

  private async report(isInUse: (number: string) => boolean): Promise<void> {
    if (this.workbook.isReadOnly) return
    // Not all numbers are known yet.
    this.isReportDue = this.workbook.isJudging
    if (this.isReportDue) return
    const numbers = [...this.workbook.serverFacts.heldNumbers.all()]
      .map(({ number }) => number)
      .filter(isInUse)
    const report = numbers.sort().join('\n')
    if (report === this.reported) return
    // One that failed is repeated after the next look-up.
    if (await this.server.report(numbers)) this.reported = report
  }
}
