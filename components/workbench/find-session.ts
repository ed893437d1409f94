import type { CellAddress } from '@/lib/sheet/draft'
import {
  cellOf,
  findAll,
  type Hits,
  type Pace,
  placeAmong,
  planReplace,
  type ReplacePlan,
  replaceCells,
  type Space,
  wholeSheet,
} from '@/lib/sheet/find'
import type { Sought } from '@/lib/sheet/find-pattern'
import type { Workbook } from '@/lib/sheet/workbook'
import { type Matcher, openMatcher } from './find-matcher'

/** Where is looked: the whole sheet, the lines on the screen, the column where one stands, or what is selected. */
export type FindScope = 'sheet' | 'shown' | 'column' | 'selection'

export interface FindState {
  readonly sought: Sought
  /** What takes the place of what is found. */
  readonly by: string
  readonly scope: FindScope
  /** What came of it so far; the last hits stay until new ones are known. */
  readonly progress: 'idle' | 'searching' | 'found' | 'stopped' | 'unreadable'
  /** What the browser says of an expression that is none. */
  readonly problem: string
  readonly hits: Hits | undefined
}

/** Where the operator came from: that column, and the cells selected when there are several. */
export interface FindPlace {
  readonly column: string | undefined
  readonly selection: Space | undefined
}

/** A step to a hit; `at` counts from 1. */
export interface FindStep {
  readonly cell: CellAddress
  readonly at: number
  readonly count: number
}

/** Milliseconds of work before the screen has its turn. */
const SLICE = 8
/** Hits that may have changed since the search and are passed over in one step. */
const PASSED_OVER = 1_000

const nothing: Sought = { text: '', matchCase: false, wholeCell: false, expression: false, anyWidth: false }

/**
 * One finding: what is sought, and where it stands. All is searched again when what is asked changes; edits of the
 * sheet wait until somebody asks, for nothing may walk through all lines while the operator types.
 */
export class FindSession {
  state: FindState = {
    sought: nothing,
    by: '',
    scope: 'sheet',
    progress: 'idle',
    problem: '',
    hits: undefined,
  }
  place: FindPlace = { column: undefined, selection: undefined }

  private matcher: Matcher | undefined
  private searching: Promise<void> = Promise.resolve()
  private run = 0
  private version = -1
  private readonly listeners = new Set<() => void>()

  /** @param columns ids of all columns, those on the screen first, in its order */
  constructor(
    private readonly workbook: Workbook,
    private readonly columns: () => readonly string[],
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  ask(change: Partial<Pick<FindState, 'sought' | 'by' | 'scope'>>): void {
    this.tell(change)
    if (change.sought || change.scope) this.search()
  }

  /** The operator comes from the sheet: several cells that are selected are meant. */
  arrive(place: FindPlace): void {
    const { scope } = this.state
    const moved = place.column !== this.place.column && scope === 'column'
    this.place = { column: place.column, selection: place.selection ?? this.place.selection }
    if (place.selection) this.tell({ scope: 'selection' })
    if (place.selection || moved || this.isOld()) this.search()
  }

  /** Forgets what was selected: another time something else is. A step from then on searches anew. */
  leave(): void {
    this.place = { column: undefined, selection: undefined }
    this.stop()
    this.version = -1
    this.tell({
      progress: 'idle',
      hits: undefined,
      ...(this.state.scope === 'selection' && { scope: 'sheet' }),
    })
  }

  /** The hit after, or before, where one stands; from the end it goes on at the beginning. Undefined: there is none. */
  async step(step: 1 | -1, from: CellAddress | null): Promise<FindStep | undefined> {
    if (this.isOld()) this.search()
    if (!this.state.hits) await this.searching
    const [{ hits }, { matcher }] = [this.state, this]
    if (!hits || !matcher) return undefined
    const count = hits.rows.length
    const { at, isHit } = placeAmong(hits, from)
    const first = step === -1 ? at - 1 : isHit ? at + 1 : at
    for (let i = 0; i < Math.min(count, PASSED_OVER); i++) {
      const there = (first + i * step + 2 * count) % count
      const cell = cellOf(hits, there)
      const found = cell && (await matcher.judge([this.workbook.text(cell)]))
      if (cell && found?.[0]) return { cell, at: there + 1, count }
    }
    return undefined
  }

  /** What replacing everything would do. Undefined: there is nothing to replace, or it would take too long. */
  async plan(): Promise<ReplacePlan | undefined> {
    if (this.isOld()) this.search()
    await this.searching
    return this.planFor(this.state.hits)
  }

  /** Replaces in one cell. @returns whether it is a hit and may be changed */
  async replaceAt(cell: CellAddress): Promise<boolean> {
    if (!this.matcher || !isIn(this.space(), cell)) return false
    const only = { lines: [cell.line], columns: [cell.column] }
    const hits = await findAll(this.workbook, only, this.matcher.judge, createPace())
    const plan = await this.planFor(hits)
    return plan !== undefined && replaceCells(this.workbook, plan.changes, cell).done > 0
  }

  private async planFor(hits: Hits | undefined): Promise<ReplacePlan | undefined> {
    const mend = this.matcher?.mend(this.state.by)
    const plan = hits && mend && (await planReplace(this.workbook, hits, mend, createPace()))
    if (hits && mend && !plan) this.tell({ progress: 'stopped' })
    return plan
  }

  /** Whether the sheet may say something else than when it was searched. */
  private isOld(): boolean {
    return this.version !== this.workbook.version
  }

  private stop(): void {
    this.run++
    this.matcher?.close()
    this.matcher = undefined
  }

  /** Searches all of it, once what ran before has given way. */
  search(): void {
    this.stop()
    this.version = this.workbook.version
    const { sought } = this.state
    const matcher = sought.text === '' ? undefined : openMatcher(sought)
    if (!matcher) this.tell({ progress: 'idle', hits: undefined })
    else if ('problem' in matcher)
      this.tell({ progress: 'unreadable', problem: matcher.problem, hits: undefined })
    else {
      this.matcher = matcher
      this.tell({ progress: 'searching' })
      this.searching = this.find(matcher, this.run)
    }
  }

  private async find({ judge }: Matcher, run: number): Promise<void> {
    const hits = await findAll(this.workbook, this.space(), judge, createPace(), () => run !== this.run)
    if (run === this.run) this.tell({ progress: hits ? 'found' : 'stopped', hits })
  }

  private space(): Space {
    const { scope } = this.state
    const { column, selection } = this.place
    if (scope === 'selection' && selection) return selection
    if (scope === 'column' && column !== undefined)
      return { lines: wholeSheet(this.workbook), columns: [column] }
    const lines = scope === 'shown' ? this.workbook.visible : wholeSheet(this.workbook)
    return { lines, columns: this.columns() }
  }

  private tell(change: Partial<FindState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

const isIn = ({ lines, columns, has }: Space, { line, column }: CellAddress): boolean =>
  lines.includes(line) && columns.includes(column) && (has?.(line, column) ?? true)

/** Lets the screen have its turn after every slice. */
function createPace(): Pace {
  let until = performance.now() + SLICE
  return async () => {
    if (performance.now() < until) return
    await new Promise(resolve => setTimeout(resolve, 0))
    until = performance.now() + SLICE
  }
}
