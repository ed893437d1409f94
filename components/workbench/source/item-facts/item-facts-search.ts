import { BackgroundSearch } from '@/components/workbench/tasks/background-search'
import { dayInJapan } from '@/lib/sheet/judge/japan-day'
import type { ItemFacts } from '@/lib/sheet/judge/plausibility/item-facts'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** How long codes are collected before they are looked up, in milliseconds. */
const LOOKUP_DELAY_MS = 300
/** Codes of one request. */
const BATCH_SIZE = 1000
/** The longest code that is looked up. */
const MAX_CODE_LENGTH = 500

/** @returns what the shop knows of these codes; undefined: no response came */
export type FindItemFacts = (
  codes: readonly string[],
  signal: AbortSignal,
) => Promise<Readonly<Record<string, ItemFacts>> | undefined>

/**
 * Looks up what the shop knows of the items of a sheet: in the background, many at a time, each once. Codes without a
 * response are looked up when the sheet changes next.
 */
export class ItemFactsSearch {
  private readonly background = new BackgroundSearch(signal => this.search(signal))
  private unsubscribe = () => {}

  constructor(
    private readonly workbook: Workbook,
    private readonly find: FindItemFacts,
  ) {}

  start(): void {
    this.unsubscribe = this.workbook.subscribe(() => this.look())
    this.look()
  }

  stop(): void {
    this.background.stop()
    this.unsubscribe()
  }

  /** Looks up all codes again: the product master may have changed meanwhile. */
  again(): void {
    this.workbook.serverFacts.knownItems.lookUpAllAgain()
    this.look()
  }

  private look(): void {
    if (this.background.isRunning || this.workbook.serverFacts.knownItems.wantedCount === 0) return
    this.background.schedule(LOOKUP_DELAY_MS)
  }

  private async search(signal: AbortSignal): Promise<void> {
    const { serverFacts } = this.workbook
    for (;;) {
      const codes = serverFacts.knownItems.takeWanted(BATCH_SIZE)
      if (codes.length === 0) return
      const found = await this.find(
        codes.filter(code => code.length <= MAX_CODE_LENGTH),
        signal,
      )
      if (signal.aborted) return
      if (!found) {
        serverFacts.knownItems.putBack(codes)
        return
      }
      serverFacts.takeItemFacts(codes, found, dayInJapan(new Date().toISOString()))
    }
  }
}
