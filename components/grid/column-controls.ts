/** A folded group of columns. It stands before the shown column at position `at`. */
export interface FoldedGroup {
  readonly group: string
  readonly name: string
  readonly at: number
  /** How many columns are away with it, and how many failures stand in them. */
  readonly columns: number
  readonly failures: number
}

/** What the grid asks about the layout of its columns, and does to it. Widths are CSS pixels. */
export interface ColumnControls {
  /** The folded groups; the same array until they change. */
  folds(): readonly FoldedGroup[]
  /** Whether columns are hidden before the shown one at a position. */
  isAfterGap(index: number): boolean
  /** Whether a column is shown only for now. */
  isRevealed(id: string): boolean
  /** Whether a group has columns that folding would take away. */
  canFold(group: string): boolean
  fold(group: string, away: boolean): void
  /** Takes in how much room columns have in view. */
  give(room: number): void
  /** @param isOver false while the width is still being dragged */
  resize(widths: ReadonlyMap<string, number>, isOver: boolean): void
  /** Puts a column beside another one. */
  move(id: string, other: string, side: 'before' | 'after'): void
  /** Opens the menu of a column at its heading. */
  openMenu(id: string, heading: Element): void
}
