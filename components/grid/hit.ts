/** What lies under the pointer: a cell, the handle at its corner, the gutter of a line, or the heading of a column. */
export interface Hit {
  readonly kind: 'cell' | 'handle' | 'gutter' | 'heading'
  readonly line: string
  readonly column: string
}

/** A pointer, as its events tell it, in CSS pixels of the window. */
interface Pointer {
  readonly target: EventTarget | null
  readonly clientX: number
  readonly clientY: number
  readonly pointerType?: string
}

/** The handle takes the pointer this near to the corner of its cell, in CSS pixels. */
const NEAR = 10
/** And a finger, which is wider. */
const NEAR_FINGER = 20

export function hitOf({ target, clientX, clientY, pointerType }: Pointer): Hit | undefined {
  if (!(target instanceof Element) || target.closest('button')) return undefined
  const cell = target.closest<HTMLElement>('[role=gridcell]')
  if (cell) {
    const row = cell.closest<HTMLElement>('[data-line]')
    const address = { line: row?.dataset.line ?? '', column: cell.dataset.column ?? '' }
    if (cell.dataset.handle === undefined) return { kind: 'cell', ...address }
    const { right, bottom } = cell.getBoundingClientRect()
    const near = pointerType === 'touch' ? NEAR_FINGER : NEAR
    return { kind: right - clientX <= near && bottom - clientY <= near ? 'handle' : 'cell', ...address }
  }
  const gutter = target.closest<HTMLElement>('[data-gutter]')
  if (gutter) return { kind: 'gutter', line: gutter.dataset.gutter ?? '', column: '' }
  const heading = target.closest<HTMLElement>('[data-heading]')
  return heading ? { kind: 'heading', line: '', column: heading.dataset.heading ?? '' } : undefined
}
