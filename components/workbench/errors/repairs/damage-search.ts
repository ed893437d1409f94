import { scheduleTask } from '@/components/workbench/tasks/schedule-task'
import { currencyIn } from '@/lib/import/recipe/values/units'
import { type DamagedCell, findDamage, repairableColumns } from '@/lib/import/repair/damaged-cells'
import type { Column } from '@/lib/sheet/schema/columns'
import { importerColumns, recipientColumns } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Milliseconds of work before other tasks get their turn. */
const SLICE_MS = 8
/** Lines or cells between two looks at the clock. */
const CHUNK_SIZE = 50
/** Slices between two updates of the screen. */
const SLICES_PER_UPDATE = 25
/** Added lines are searched after this long without further ones, in milliseconds. */
const ARRIVAL_DELAY_MS = 150

const PRICE = 'items[].price'
const CURRENCY = 'items[].currency'

/**
 * Searches new lines for texts that were damaged before they came here. It runs in short slices in the background and
 * looks at each line once: texts that the operator types are not questioned. An amount with its sign (850円) is looked
 * at again when its line has a currency, which often comes from a preset after the import.
 */
export class DamageSearch {
  readonly found: DamagedCell[] = []
  /** Keys of what was found. */
  private readonly known = new Set<string>()
  /** How many of them the screen has shown. */
  reported = 0
  private readonly seen = new Set<LineId>()
  /** Lines with an amount that has a sign of money, and no currency yet. */
  private readonly withoutCurrency = new Set<LineId>()
  private order: readonly LineId[] = []
  private next = 0
  /** Lines without a currency that are looked at again. */
  private amounts: LineId[] = []
  /** Repaired cells that are to be searched again. */
  private repaired: CellAddress[] = []
  private isRunning = false
  private pieces = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly listeners = new Set<() => void>()
  private readonly columns: readonly Column[]

  constructor(private readonly workbook: Workbook) {
    this.columns = repairableColumns(workbook.sheet.columns)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    const stop = this.workbook.subscribe(() => this.look())
    this.look()
    return () => {
      stop()
      clearTimeout(this.timer)
      this.listeners.delete(listener)
    }
  }

  /** Searches repaired cells for damage of other kinds, which their new texts may still have. */
  searchAgain = (cells: readonly CellAddress[]): void => {
    this.repaired = [...this.repaired, ...cells]
    this.run()
  }

  /** Starts with lines that were added since, once no more are being added, and with amounts without a currency. */
  private look(): void {
    const isSearched = this.order === this.workbook.draft.order && this.withoutCurrency.size === 0
    if (this.workbook.isActInProgress || isSearched) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.begin(), ARRIVAL_DELAY_MS)
  }

  private begin(): void {
    const { order } = this.workbook.draft
    if (this.order !== order) this.next = 0
    this.order = order
    this.amounts = [...this.withoutCurrency]
    this.run()
  }

  private run(): void {
    if (this.isRunning) return
    this.isRunning = true
    scheduleTask(() => this.runSlice())
  }

  private runSlice(): void {
    const end = performance.now() + SLICE_MS
    while (this.hasWork() && performance.now() < end) {
      const last = Math.min(this.next + CHUNK_SIZE, this.order.length)
      for (; this.next < last; this.next++) this.lookAt(this.order[this.next] ?? '')
      for (const id of this.amounts.splice(-CHUNK_SIZE)) this.lookAtPrice(id)
      for (const { line, column } of this.repaired.splice(-CHUNK_SIZE))
        this.add(this.damageIn(line, readTogether(column)))
    }
    this.isRunning = this.hasWork()
    this.pieces++
    if (this.reported !== this.found.length && (!this.isRunning || this.pieces % SLICES_PER_UPDATE === 1))
      this.notify()
    if (this.isRunning) scheduleTask(() => this.runSlice())
  }

  private hasWork(): boolean {
    return this.next < this.order.length || this.amounts.length > 0 || this.repaired.length > 0
  }

  private notify(): void {
    this.reported = this.found.length
    for (const listener of this.listeners) listener()
  }

  private add(cells: readonly DamagedCell[]): void {
    for (const cell of cells) {
      const key = keyOf(cell)
      if (this.known.has(key)) continue
      this.known.add(key)
      this.found.push(cell)
    }
  }

  private lookAt(id: LineId): void {
    if (this.seen.has(id)) return
    this.seen.add(id)
    this.add(this.damageIn(id))
    if (this.lacksCurrency(id)) this.withoutCurrency.add(id)
  }

  private lookAtPrice(id: LineId): void {
    const texts = this.workbook.draft.lines.get(id)?.texts
    if (texts && isBlank(texts[CURRENCY])) return
    this.withoutCurrency.delete(id)
    this.add(this.damageIn(id, new Set([PRICE])))
  }

  private lacksCurrency(id: LineId): boolean {
    const texts = this.workbook.draft.lines.get(id)?.texts
    return isBlank(texts?.[CURRENCY]) && currencyIn(texts?.[PRICE] ?? '') !== undefined
  }

  /** Damage in a line; only in some of its columns if these are given. */
  private damageIn(id: LineId, only?: ReadonlySet<string>): DamagedCell[] {
    const line = this.workbook.draft.lines.get(id)
    const columns = only === undefined ? this.columns : this.columns.filter(column => only.has(column.id))
    return line ? findDamage(line, columns, this.countryOf(id)) : []
  }

  private countryOf(id: LineId): string {
    const line = this.workbook.index.firstLineOf(id) ?? id
    const country = this.workbook
      .text({ line, column: 'recipient.country' })
      .normalize('NFKC')
      .trim()
      .toUpperCase()
    return country === '' && this.workbook.sheet.id === 'orders/japan' ? 'JP' : country
  }
}

/** The columns of each address: its parts are read together. */
const addressParts = [recipientColumns, importerColumns].map(
  columns => new Set<string>(Object.values(columns)),
)

/** The columns whose damage depends on a repaired one. */
const readTogether = (column: string): ReadonlySet<string> =>
  addressParts.find(parts => parts.has(column)) ?? new Set([column])

const keyOf = ({ line, column, kind, before }: DamagedCell): string => `${line} ${column} ${kind} ${before}`
