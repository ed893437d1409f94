import { HEAD_HEIGHT, ROW_HEIGHT } from './geometry'

/** Gap between a cell and the panel beside it, in CSS pixels. */
const GAP = 5

/** Position of a cell in the view, in CSS pixels. `edge`: the right edge of pinned columns that may cover it. */
interface CellBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly edge: number
}

/** Positions the editor and the panel beside it over the active cell. All values are CSS pixels. */
export class OverlayPosition {
  /** Scroll position of the view. */
  left = 0
  top = 0
  /** Size of the view without scrollbars. */
  width = 0
  height = 0
  private editor = ROW_HEIGHT
  private assist = { width: 0, height: 0 }
  private readonly written = new Map<string, number>()

  /** Calls `changed` when the editor or the panel changes its size: after layout, before paint. */
  watch(layer: HTMLElement, changed: () => void): () => void {
    const [editor, assist] = [layer.querySelector('.grid-editor'), layer.querySelector('.grid-assist')]
    const observer = new ResizeObserver(entries => {
      for (const { target, borderBoxSize } of entries) {
        const { inlineSize: width = 0, blockSize: height = 0 } = borderBoxSize[0] ?? {}
        if (target === editor) this.editor = height
        else this.assist = { width, height }
      }
      changed()
    })
    for (const part of [editor, assist]) if (part) observer.observe(part, { box: 'border-box' })
    return () => observer.disconnect()
  }

  /** Writes the position to the overlay, as custom properties. */
  write(layer: HTMLElement, { left, top, width, edge }: CellBox): void {
    const setVariable = (name: string, pixels: number) => {
      if (this.written.get(name) === pixels) return
      this.written.set(name, pixels)
      layer.style.setProperty(name, `${pixels}px`)
    }
    const tall = Math.max(ROW_HEIGHT, this.editor)
    setVariable('--view-width', this.width)
    setVariable('--view-height', this.height)
    setVariable('--cell-width', width)
    setVariable('--cell-left', left)
    // A tall editor moves up so that all of it is in view; where the headings cover its cell, they cut it.
    const editorTop = Math.max(Math.min(top, this.height - tall), Math.min(top, HEAD_HEIGHT))
    setVariable('--editor-top', editorTop)
    setVariable('--cut-top', Math.max(0, HEAD_HEIGHT - top))
    setVariable('--cut-left', Math.max(0, edge - left))
    const isAway =
      top <= HEAD_HEIGHT - ROW_HEIGHT || top >= this.height || left + width <= edge || left >= this.width
    if (layer.hasAttribute('data-away') !== isAway) layer.toggleAttribute('data-away', isAway)
    const below = editorTop + tall + GAP
    const roomBelow = this.height - below - GAP
    const roomAbove = editorTop - GAP
    // Never higher than the larger room, so that it does not cover what is typed.
    setVariable('--assist-room', Math.max(0, roomBelow, roomAbove))
    if (this.assist.height === 0) return
    const isBelow = this.assist.height <= roomBelow || roomBelow >= roomAbove
    const wanted = isBelow ? below : editorTop - GAP - this.assist.height
    // A tall tip may cover its cell: all of it is in view.
    setVariable('--assist-top', Math.max(0, Math.min(wanted, this.height - this.assist.height - GAP)))
    // Where there is no room to the right, it ends with the view, as a cell at its edge does.
    setVariable('--assist-left', Math.max(0, Math.min(Math.max(left, edge), this.width - this.assist.width)))
  }
}
