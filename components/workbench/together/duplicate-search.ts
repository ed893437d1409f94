import { inChunks, runSteps } from '@/components/import/yield-to-paint'
import {
  type Duplicate,
  type DuplicateElsewhere,
  findDuplicatesSteps,
  type ParcelOrder,
} from '@/lib/sheet/judge/warnings/duplicates'
import { parcelKey } from '@/lib/sheet/judge/warnings/parcel-key'
import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { DAY_MS } from '@/lib/time-units'

/** How long the sheet must be unchanged before duplicates are looked for, in milliseconds. */
const DEBOUNCE_MS = 500
/** Keys of one request. */
const BATCH_SIZE = 2000
/** How long an order may be a duplicate of another one, in milliseconds: a buyer may order the same again later. */
const PERIOD_MS = DAY_MS

type DuplicatesByKey = Map<string, readonly DuplicateElsewhere[]>

/** The server, as the search uses it: orders of other drafts with these keys; undefined: no response came. */
export type DuplicateServer = (
  keys: readonly string[],
  signal: AbortSignal,
) => Promise<readonly DuplicateElsewhere[] | undefined>

/**
 * Finds orders with the same recipient and items as another one, in the sheet and in other drafts, while nothing else
 * is to do: after an edit the keys of the other orders are still known, and each key is looked up once.
 */
export class DuplicateSearch {
  private readonly stopped = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isSearching = false
  private searched: number | undefined
  private unsubscribe = () => {}
  private readonly keys = new Map<LineId, { readonly texts: readonly Texts[]; readonly key: string }>()
  private elsewhere: DuplicatesByKey = new Map()

  constructor(
    private readonly workbook: Workbook,
    private readonly server: DuplicateServer,
    private readonly now: () => number = Date.now,
    private readonly pause = DEBOUNCE_MS,
  ) {}

  start(): void {
    this.unsubscribe = this.workbook.subscribe(() => this.schedule())
    this.schedule()
  }

  stop(): void {
    this.stopped.abort()
    clearTimeout(this.timer)
    this.unsubscribe()
  }

  /** Looks up all keys again: another draft may have been checked meanwhile. */
  again(): void {
    // A search in progress keeps its own: it is repeated.
    this.elsewhere = new Map()
    this.searched = undefined
    this.schedule()
  }

  private schedule(): void {
    if (this.stopped.signal.aborted || this.isSearching || this.searched === this.workbook.edition) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.search(), this.pause)
  }

  private async search(): Promise<void> {
    const { workbook } = this
    if (workbook.isActInProgress || workbook.isJudging) return this.schedule()
    this.isSearching = true
    const { edition } = workbook
    const { elsewhere } = this
    const read = await this.readOrders(edition, elsewhere)
    if (read) {
      await this.lookUp([...read.unknown], elsewhere)
      const duplicates = await this.duplicatesAmong(read.orders, elsewhere)
      if (this.isCurrent(edition) && this.elsewhere === elsewhere) {
        this.searched = edition
        workbook.serverFacts.setDuplicates(duplicates)
      }
    }
    this.isSearching = false
    this.schedule()
  }

  /** All orders with their keys, and the keys that are to be looked up; undefined when the sheet changed meanwhile. */
  private async readOrders(edition: number, elsewhere: DuplicatesByKey) {
    const { workbook } = this
    const orders: ParcelOrder[] = []
    const unknown = new Set<string>()
    const present = new Set<LineId>()
    const isComplete = await inChunks(workbook.firstLines(), firstLine => {
      if (!this.isCurrent(edition)) return false
      const number = workbook.index.numberOf(firstLine)
      present.add(firstLine)
      const key = this.keyOf(firstLine)
      if (number !== '' && key !== '') {
        orders.push({ firstLine, number, key, isOld: this.isOld(firstLine) })
        if (!elsewhere.has(key) && !workbook.isLocked(firstLine)) unknown.add(key)
      }
      return true
    })
    if (!isComplete) return undefined
    for (const firstLine of this.keys.keys()) if (!present.has(firstLine)) this.keys.delete(firstLine)
    return { orders, unknown }
  }

  private isCurrent(edition: number): boolean {
    return !this.stopped.signal.aborted && this.workbook.edition === edition
  }

  /** Never resolves once the search is stopped. */
  private duplicatesAmong(
    orders: readonly ParcelOrder[],
    elsewhere: DuplicatesByKey,
  ): Promise<ReadonlyMap<LineId, Duplicate>> {
    return new Promise(resolve =>
      runSteps(findDuplicatesSteps(orders, elsewhere), this.stopped.signal, resolve),
    )
  }

  private keyOf(firstLine: LineId): string {
    const { draft, index } = this.workbook
    const lines: Line[] = (index.find(firstLine)?.lines ?? []).flatMap(id => draft.lines.get(id) ?? [])
    const known = this.keys.get(firstLine)
    if (known?.texts.length === lines.length && lines.every(({ texts }, at) => known.texts[at] === texts))
      return known.key
    const key = parcelKey(lines)
    this.keys.set(firstLine, { texts: lines.map(({ texts }) => texts), key })
    return key
  }

  private isOld(firstLine: LineId): boolean {
    const outcome = this.workbook.outcomeOf(firstLine)
    return outcome?.state === 'registered' && Date.parse(outcome.checkedAt ?? '') < this.now() - PERIOD_MS
  }

  private async lookUp(keys: readonly string[], elsewhere: DuplicatesByKey): Promise<void> {
    for (let from = 0; from < keys.length; from += BATCH_SIZE) {
      const some = keys.slice(from, from + BATCH_SIZE)
      const found = await this.server(some, this.stopped.signal)
      // The next edit, or the next look, asks again.
      if (!found) return
      for (const key of some) elsewhere.set(key, [])
      for (const one of found) elsewhere.set(one.key, [...(elsewhere.get(one.key) ?? []), one])
    }
  }
}
