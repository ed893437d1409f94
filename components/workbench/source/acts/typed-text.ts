import { lookUpPostalPlaces } from '@/components/import/fill/postal'
import type { PostalPlace } from '@/lib/import/lines/fill/postal'
import { postalDependent, refillTyped } from '@/lib/import/lines/fill/refill'
import { addNeeds, emptyNeeds } from '@/lib/import/lines/fill/source-loader'
import { type ActResult, type PlaceholderRows, writeCells } from '@/lib/sheet/acts/cells'
import { storedText } from '@/lib/sheet/schema/choices/read-code'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Looks up the places of postal codes, by their digits. */
export type LookUpPlaces = typeof lookUpPostalPlaces

/** Lines up to which an order is searched for copied texts at every key. */
const MAX_ORDER_LINES = 1000

/** Whether texts of other cells are copied from this column, or looked up by it. */
const isSource = (column: string): boolean => column.startsWith('recipient.')

/**
 * Writes a typed text, or the code that it names, and, in the same act, the texts that were copied from its cell and
 * not changed since. Where a postal code has to be looked up first, the typed text is written at once; the texts
 * that follow from it are added to the act when they are known, or written as an act of their own if there was
 * another act meanwhile.
 */
export class TypedTextWriter {
  private readonly places = new Map<string, PostalPlace | undefined>()

  constructor(
    private readonly workbook: Workbook,
    private readonly placeholderRows: PlaceholderRows,
    /** Called with the number of cells that were changed with it. */
    private readonly onFollowed: (count: number) => void,
    private readonly lookUp: LookUpPlaces = lookUpPostalPlaces,
  ) {}

  write(cell: CellAddress, typed: string): ActResult {
    const text = storedText(typed, this.workbook.column(cell.column))
    const changes = new Map<LineId, Texts>([[cell.line, { [cell.column]: text }]])
    const order = isSource(cell.column) ? this.orderOf(cell.line) : []
    if (order.length === 0 || order.length > MAX_ORDER_LINES)
      return writeCells(this.workbook, this.placeholderRows, changes, cell)
    const unknown = postalDependent.has(cell.column) ? this.unknownCodes(order, changes) : new Set<string>()
    if (unknown.size === 0) return this.perform(cell, changes, this.followers(order, changes))
    const before = this.workbook.text(cell)
    const done = this.perform(cell, changes, new Map())
    const step = this.workbook.history.newest
    void this.fetchPlaces(unknown).then(() => this.fillFollowers(cell, changes, before, step))
    return done
  }

  /**
   * Adds the texts that follow from a written text to the order as it is by now: others may have written into it.
   * @param before the text that the cell had before
   */
  private fillFollowers(
    cell: CellAddress,
    changes: ReadonlyMap<LineId, Texts>,
    before: string,
    step: Workbook['history']['newest'],
  ): void {
    const { workbook } = this
    const { line, column } = cell
    // An act that is still being prepared is not the newest of the history yet, and `undo` would revert it.
    workbook.finishActs()
    // The text was overwritten or undone meanwhile.
    if (workbook.text(cell) !== changes.get(line)?.[column] || workbook.isLocked(line)) return
    const order = this.orderOf(line).map(one =>
      one.id === line ? { ...one, texts: { ...one.texts, [column]: before } } : one,
    )
    const followers = this.followers(order, changes)
    if (followers.size === 0) return
    const isNewest = step !== undefined && workbook.history.newest === step
    if (isNewest) workbook.undo()
    this.perform(cell, isNewest ? changes : new Map(), followers)
  }

  private perform(
    cell: CellAddress,
    changes: ReadonlyMap<LineId, Texts>,
    followers: ReadonlyMap<LineId, Texts>,
  ): ActResult {
    const { workbook, placeholderRows } = this
    const writes = new Map(followers)
    for (const [line, texts] of changes) writes.set(line, { ...writes.get(line), ...texts })
    const done = writeCells(workbook, placeholderRows, writes, cell)
    const shown = [...followers.values()]
      .flatMap(texts => Object.keys(texts))
      .filter(id => workbook.column(id))
    if (shown.length > 0 && done.locked === 0) this.onFollowed(shown.length)
    return done
  }

  private followers(order: readonly Line[], changes: ReadonlyMap<LineId, Texts>): Map<LineId, Texts> {
    return refillTyped(order, changes, this.workbook.sheet, digits => this.places.get(digits))
  }

  private orderOf(line: LineId): readonly Line[] {
    const { index, draft } = this.workbook
    return index.orderOf(line)?.lines.flatMap(id => draft.lines.get(id) ?? []) ?? []
  }

  private unknownCodes(order: readonly Line[], changes: ReadonlyMap<LineId, Texts>): Set<string> {
    const needs = emptyNeeds()
    for (const { id, texts } of order) {
      addNeeds(needs, column => texts[column])
      addNeeds(needs, column => changes.get(id)?.[column])
    }
    return new Set([...needs.postal].filter(digits => !this.places.has(digits)))
  }

  private async fetchPlaces(codes: ReadonlySet<string>): Promise<void> {
    const find = await this.lookUp(codes)
    for (const digits of codes) this.places.set(digits, find(digits))
  }
}
