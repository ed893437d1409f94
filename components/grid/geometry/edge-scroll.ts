import { HEAD_HEIGHT } from './geometry'

/** A drag past the edge scrolls by a line in this time, and by a column, in milliseconds. */
const MS_PER_LINE = 16
const MS_PER_COLUMN = 100

/** The side of the view on which the pointer is: -1, 0 or 1 in each direction. */
export interface Overshoot {
  readonly row: number
  readonly column: number
}

/** Compares a pointer with the scrolling part of the grid. */
export function overshootOf(event: PointerEvent, box: DOMRect): Overshoot {
  return {
    row: event.clientY > box.bottom ? 1 : event.clientY < box.top + HEAD_HEIGHT ? -1 : 0,
    column: event.clientX > box.right ? 1 : event.clientX < box.left ? -1 : 0,
  }
}

/** Scrolls while the pointer is past an edge, at the same speed at any frame rate. */
export class EdgeScroll {
  private frame = 0
  private since = 0
  private columnSince = 0
  private overshoot: Overshoot = { row: 0, column: 0 }

  /** @param scrollBy called with a number of lines and columns */
  constructor(private readonly scrollBy: (lines: number, columns: number) => void) {}

  /** Scrolls to the side on which the pointer is, until it changes; stops where it is inside. */
  follow(overshoot: Overshoot): void {
    this.overshoot = overshoot
    if (overshoot.row === 0 && overshoot.column === 0) this.stop()
    else if (this.frame === 0) {
      this.since = performance.now()
      this.columnSince = this.since
      this.frame = requestAnimationFrame(this.step)
    }
  }

  stop(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  private step = (now: number): void => {
    const lines = Math.max(1, Math.round((now - this.since) / MS_PER_LINE))
    this.since = now
    const columns = Math.floor(Math.max(0, now - this.columnSince) / MS_PER_COLUMN)
    this.columnSince += columns * MS_PER_COLUMN
    const { row, column } = this.overshoot
    if (row !== 0 || columns > 0) this.scrollBy(row * lines, column * columns)
    this.frame = requestAnimationFrame(this.step)
  }
}
