import { HEAD_HEIGHT } from './geometry'

/** A drag past the edge passes a line in this time, in milliseconds. */
const LINE_TIME = 16

/** How far past the edge the pointer is held: -1, 0 or 1 each way. */
export interface Push {
  readonly row: number
  readonly column: number
}

/** Whether a pointer is past an edge of the part of the sheet that scrolls. */
export function pushOf(event: PointerEvent, box: DOMRect): Push {
  return {
    row: event.clientY > box.bottom ? 1 : event.clientY < box.top + HEAD_HEIGHT ? -1 : 0,
    column: event.clientX > box.right ? 1 : event.clientX < box.left ? -1 : 0,
  }
}

/** Goes on while the pointer is held past an edge, as fast on a slow screen as on a quick one. */
export class EdgeScroll {
  private frame = 0
  private since = 0
  private push: Push = { row: 0, column: 0 }

  /** @param go is told how many lines and columns to go on */
  constructor(private readonly go: (lines: number, columns: number) => void) {}

  hold(push: Push): void {
    this.push = push
    if (push.row === 0 && push.column === 0) this.halt()
    else if (this.frame === 0) {
      this.since = performance.now()
      this.frame = requestAnimationFrame(this.turn)
    }
  }

  halt(): void {
    cancelAnimationFrame(this.frame)
    this.frame = 0
  }

  private turn = (now: number): void => {
    const lines = Math.max(1, Math.round((now - this.since) / LINE_TIME))
    this.since = now
    this.go(this.push.row * lines, this.push.column)
    this.frame = requestAnimationFrame(this.turn)
  }
}
