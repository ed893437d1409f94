/** The target of the pointer: a cell, its fill handle, the header of a line, or the heading of a column. */
export interface PointerTarget {
  readonly kind: 'cell' | 'handle' | 'gutter' | 'heading'
  readonly line: string
  readonly column: string
}

/** The part of a pointer event that is needed; coordinates in CSS pixels of the window. */
interface Pointer {
  readonly target: EventTarget | null
  readonly clientX: number
  readonly clientY: number
  readonly pointerType?: string
}

/** Within this distance of the cell's corner the pointer is on the handle, in CSS pixels. */
const HANDLE_RADIUS = 10
/** The same for a finger. */
const HANDLE_RADIUS_TOUCH = 20

/** What a pointer is on; undefined outside of the cells and headings, and on a button. */
export function targetOf({ target, clientX, clientY, pointerType }: Pointer): PointerTarget | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined
  const cell = target.closest<HTMLElement>('[role=gridcell]')
  if (cell) {
    const address = { line: cell.dataset.line ?? '', column: cell.dataset.column ?? '' }
    if (cell.dataset.handle === undefined) return { kind: 'cell', ...address }
    const { right, bottom } = cell.getBoundingClientRect()
    const near = pointerType === 'touch' ? HANDLE_RADIUS_TOUCH : HANDLE_RADIUS
    return { kind: right - clientX <= near && bottom - clientY <= near ? 'handle' : 'cell', ...address }
  }
  const gutter = target.closest<HTMLElement>('[data-gutter]')
  if (gutter) return { kind: 'gutter', line: gutter.dataset.gutter ?? '', column: '' }
  const heading = target.closest<HTMLElement>('[data-heading]')
  return heading ? { kind: 'heading', line: '', column: heading.dataset.heading ?? '' } : undefined
}
