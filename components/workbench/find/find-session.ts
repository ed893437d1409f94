import { yieldToPaint } from '@/components/import/yield-to-paint'
import {
  findAll,
  type Hits,
  hitCell,
  hitPosition,
  type Pace,
  planReplace,
  type ReplacePlan,
  replaceCells,
  type SearchSpace,
  type ShownNames,
  wholeSheet,
} from '@/lib/sheet/acts/find/find'
import type { SearchQuery } from '@/lib/sheet/acts/find/find-pattern'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type Matcher, openMatcher } from './matcher'

/** Where to search: the whole sheet, the shown lines, the active column, or the selection. */
export type FindScope = 'sheet' | 'shown' | 'column' | 'selection'

/** The query of a search, how far it is, and what it found. */
export interface FindState {
  readonly query: SearchQuery
  /** The replacement. */
  readonly by: string
  readonly scope: FindScope
  /** How far the search is; the last hits stay until new ones are known. */
  readonly progress: 'idle' | 'searching' | 'found' | 'stopped' | 'unreadable'
  /** The browser's message about an invalid expression. */
  readonly problem: string
  readonly hits: Hits | undefined
}

/** Where the operator was in the sheet: the column, and the selected cells if there are several. */
export interface FindOrigin {
  readonly column: string | undefined
  readonly selection: SearchSpace | undefined
}

/** A step to a hit; `at` counts from 1. */
export interface FindStep {
  readonly cell: CellAddress
  readonly at: number
  readonly count: number
}

/** Milliseconds of work before other tasks get their turn. */
const SLICE_MS = 8
/** Hits that one step skips because they have changed since the search. */
const MAX_STALE_HITS = 1_000

const emptyQuery: SearchQuery = {
  text: '',
  matchCase: false,
  wholeCell: false,
  expression: false,
  // As in Excel: a typed 1 is meant to find １ too.
  anyWidth: true,
}

/**
 * One search. A change of the query searches everything again. After edits of the sheet only a step to a hit does, and
 * `followEdits`, because no search may walk all lines while the operator types.
 */
export class FindSession {
  state: FindState = {
    query: emptyQuery,
    by: '',
    scope: 'sheet',
    progress: 'idle',
    problem: '',
    hits: undefined,
  }
  place: FindOrigin = { column: undefined, selection: undefined }

  private matcher: Matcher | undefined
  private searching: Promise<void> = Promise.resolve()
  private run = 0
  private version = -1
  /** The edits of lines that the last search has seen. */
  private lineEdition = -1
  private readonly listeners = new Set<() => void>()

  /**
   * @param columns ids of all columns, those on the screen first, in its order
   * @param names what cells show in addition to their texts
   */
  constructor(
    private readonly workbook: Workbook,
    private readonly columns: () => readonly string[],
    private readonly names: ShownNames = () => undefined,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  update(change: Partial<Pick<FindState, 'query' | 'by' | 'scope'>>): void {
    this.setState(change)
    if (change.query || change.scope) this.search()
  }

  /** The operator comes from the sheet: several selected cells become the scope. */
  arrive(place: FindOrigin): void {
    const { scope } = this.state
    const moved = place.column !== this.place.column && scope === 'column'
    this.place = { column: place.column, selection: place.selection ?? this.place.selection }
    if (place.selection) this.setState({ scope: 'selection' })
    if (place.selection || moved || this.isOld()) this.search()
  }

  /** Searches again if lines were edited since: an undo, from the search, brings hits back. */
  followEdits(): void {
    const { lineEdition, isActInProgress } = this.workbook
    if (this.matcher && lineEdition !== this.lineEdition && !isActInProgress) this.search()
  }

  /** Forgets the selection. The next step searches again. */
  leave(): void {
    this.place = { column: undefined, selection: undefined }
    this.stop()
    this.version = -1
    this.setState({
      progress: 'idle',
      hits: undefined,
      ...(this.state.scope === 'selection' && { scope: 'sheet' }),
    })
  }

  /** The hit after, or before, a cell; after the last comes the first. @returns undefined: there is none */
  async step(step: 1 | -1, from: CellAddress | null): Promise<FindStep | undefined> {
    if (this.isOld()) this.search()
    if (!this.state.hits) await this.searching
    const [{ hits }, { matcher }] = [this.state, this]
    if (!hits || !matcher) return undefined
    const count = hits.rows.length
    const { at, isHit } = hitPosition(hits, from)
    const first = step === -1 ? at - 1 : isHit ? at + 1 : at
    for (let i = 0; i < Math.min(count, MAX_STALE_HITS); i++) {
      const there = (first + i * step + 2 * count) % count
      const cell = hitCell(hits, there)
      const found = cell && (await matcher.matches(this.textsOf(cell)))
      if (cell && found?.includes(true)) return { cell, at: there + 1, count }
    }
    return undefined
  }

  /**
   * Finds the changes of replacing everything. @returns undefined: there are none, or the search would take too long
   */
  async plan(): Promise<ReplacePlan | undefined> {
    if (this.isOld()) this.search()
    await this.searching
    return this.planFor(this.state.hits)
  }

  /** Replaces in one cell. @returns whether it is a hit and may be changed */
  async replaceAt(cell: CellAddress): Promise<boolean> {
    if (!this.matcher || !isIn(this.space(), cell)) return false
    const only = { lines: [cell.line], columns: [cell.column] }
    const hits = await findAll(this.workbook, only, this.matcher.matches, createPace(), undefined, this.names)
    const plan = await this.planFor(hits)
    return plan !== undefined && replaceCells(this.workbook, plan.changes, cell).done > 0
  }

  private async planFor(hits: Hits | undefined): Promise<ReplacePlan | undefined> {
    const replace = this.matcher?.replaceWith(this.state.by)
    const plan =
      hits && replace && (await planReplace(this.workbook, hits, replace, createPace(), this.names))
    if (hits && replace && !plan) this.setState({ progress: 'stopped' })
    return plan
  }

  /** Whether the sheet has changed since the search. */
  private isOld(): boolean {
    return this.version !== this.workbook.version
  }

  private stop(): void {
    this.run++
    this.matcher?.close()
    this.matcher = undefined
  }

  /** Cancels the running search and starts another. */
  search(): void {
    this.stop()
    this.version = this.workbook.version
    this.lineEdition = this.workbook.lineEdition
    const { query } = this.state
    const matcher = query.text === '' ? undefined : openMatcher(query)
    if (!matcher) this.setState({ progress: 'idle', hits: undefined })
    else if ('problem' in matcher)
      this.setState({ progress: 'unreadable', problem: matcher.problem, hits: undefined })
    else {
      this.matcher = matcher
      this.setState({ progress: 'searching' })
      this.searching = this.find(matcher, this.run)
    }
  }

  private async find({ matches }: Matcher, run: number): Promise<void> {
    const isCancelled = () => run !== this.run
    const hits = await findAll(this.workbook, this.space(), matches, createPace(), isCancelled, this.names)
    if (run === this.run) this.setState({ progress: hits ? 'found' : 'stopped', hits })
  }

  /** The text of a cell and, where it has one, the name that it shows. */
  private textsOf(cell: CellAddress): string[] {
    const text = this.workbook.text(cell)
    return [text, this.names(cell.column)?.(text) ?? []].flat()
  }

  private space(): SearchSpace {
    const { scope } = this.state
    const { column, selection } = this.place
    if (scope === 'selection' && selection) return selection
    if (scope === 'column' && column !== undefined)
      return { lines: wholeSheet(this.workbook), columns: [column] }
    const lines = scope === 'shown' ? this.workbook.visible : wholeSheet(this.workbook)
    return { lines, columns: this.columns() }
  }

  private setState(change: Partial<FindState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

const isIn = ({ lines, columns, has }: SearchSpace, { line, column }: CellAddress): boolean =>
  lines.includes(line) && columns.includes(column) && (has?.(line, column) ?? true)

/** Lets the browser paint and handle keys after every slice. */
function createPace(): Pace {
  let until = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < until) return
    await yieldToPaint()
    until = performance.now() + SLICE_MS
  }
}
