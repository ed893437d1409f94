import { lookUpPlaces } from '@/components/intake/fill-postal'
import { addNeeds, noNeeds } from '@/lib/intake/fill-needs'
import type { PostalPlace } from '@/lib/intake/postal'
import { postalDependent, refillTyped } from '@/lib/intake/refill'
import { type Done, type Spares, writeCells } from '@/lib/sheet/acts'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/draft'
import type { Workbook } from '@/lib/sheet/workbook'

/** Finds places of postal codes, by their digits. */
export type LookUpPlaces = typeof lookUpPlaces

/** Orders of more lines are no parcels: what was copied in them is not looked for at every key. */
const LONGEST = 1000

/** Cells whose texts are copied, or ask for something that is. */
const isSource = (column: string): boolean => column.startsWith('recipient.')

/**
 * Writes what somebody types, and with it, as one act, what was copied from that cell and not touched since. Where a
 * postal code has to be looked up first, the text stands at once, and what follows it is added to the act as soon as it
 * is known: where something else was done meanwhile, as an act of its own.
 */
export class Typing {
  private readonly places = new Map<string, PostalPlace | undefined>()

  constructor(
    private readonly workbook: Workbook,
    private readonly spares: Spares,
    /** Hears how many cells followed. */
    private readonly onFollowed: (count: number) => void,
    private readonly lookUp: LookUpPlaces = lookUpPlaces,
  ) {}

  write(cell: CellAddress, text: string): Done {
    const changes = new Map<LineId, Texts>([[cell.line, { [cell.column]: text }]])
    const order = isSource(cell.column) ? this.orderOf(cell.line) : []
    if (order.length === 0 || order.length > LONGEST)
      return writeCells(this.workbook, this.spares, changes, cell)
    const unknown = postalDependent.has(cell.column) ? this.unknownCodes(order, changes) : new Set<string>()
    if (unknown.size === 0) return this.perform(cell, changes, this.followers(order, changes))
    const done = this.perform(cell, changes, new Map())
    const step = this.workbook.history.newest
    void this.learn(unknown).then(() => this.follow(cell, changes, order, step))
    return done
  }

  /** Adds what follows a text that is there by now. @param order as it was before */
  private follow(
    cell: CellAddress,
    changes: ReadonlyMap<LineId, Texts>,
    order: readonly Line[],
    step: Workbook['history']['newest'],
  ): void {
    const { workbook } = this
    const { line, column } = cell
    // Typed over, or taken back.
    if (workbook.text(cell) !== changes.get(line)?.[column] || workbook.isLocked(line)) return
    if (step !== undefined && workbook.history.newest === step) {
      const followers = this.followers(order, changes)
      if (followers.size === 0) return
      workbook.undo()
      this.perform(cell, changes, followers)
      return
    }
    const was = order.find(({ id }) => id === line)?.texts[column] ?? ''
    const now = this.orderOf(line).map(one =>
      one.id === line ? { ...one, texts: { ...one.texts, [column]: was } } : one,
    )
    this.perform(cell, new Map(), this.followers(now, changes))
  }

  private perform(
    cell: CellAddress,
    changes: ReadonlyMap<LineId, Texts>,
    followers: ReadonlyMap<LineId, Texts>,
  ): Done {
    const { workbook, spares } = this
    const writes = new Map(followers)
    for (const [line, texts] of changes) writes.set(line, { ...writes.get(line), ...texts })
    const done = writeCells(workbook, spares, writes, cell)
    const shown = [...followers.values()]
      .flatMap(texts => Object.keys(texts))
      .filter(id => workbook.column(id))
    if (shown.length > 0 && done.refused === 0) this.onFollowed(shown.length)
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
    const needs = noNeeds()
    for (const { id, texts } of order) {
      addNeeds(needs, column => texts[column])
      addNeeds(needs, column => changes.get(id)?.[column])
    }
    return new Set([...needs.postal].filter(digits => !this.places.has(digits)))
  }

  private async learn(codes: ReadonlySet<string>): Promise<void> {
    const find = await this.lookUp(codes)
    for (const digits of codes) this.places.set(digits, find(digits))
  }
}
