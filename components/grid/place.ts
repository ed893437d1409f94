import { HEAD_HEIGHT, ROW_HEIGHT } from './geometry'

/** Room between a cell and what stands beside it, in CSS pixels. */
const GAP = 5

/** Where a cell lies in the view, in CSS pixels; `edge`: where the columns that cover it end. */
interface Spot {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly edge: number
}

/** What is known of the view and of what lies over it, and where the latter is put. All in CSS pixels. */
export class Place {
  /** How far the view is scrolled. */
  left = 0
  top = 0
  /** How large it is, scrollbars aside. */
  width = 0
  height = 0
  private editor = ROW_HEIGHT
  private beside = { width: 0, height: 0 }
  private readonly written = new Map<string, number>()

  /** Tells when the editor, or what stands beside it, takes another size: after layout, before paint. */
  watch(layer: HTMLElement, changed: () => void): () => void {
    const [editor, beside] = [layer.querySelector('.grid-editor'), layer.querySelector('.grid-beside')]
    const observer = new ResizeObserver(entries => {
      for (const { target, borderBoxSize } of entries) {
        const { inlineSize: width = 0, blockSize: height = 0 } = borderBoxSize[0] ?? {}
        if (target === editor) this.editor = height
        else this.beside = { width, height }
      }
      changed()
    })
    for (const part of [editor, beside]) if (part) observer.observe(part, { box: 'border-box' })
    return () => observer.disconnect()
  }

  /** Puts everything on the cell. */
  write(layer: HTMLElement, { left, top, width, edge }: Spot): void {
    const say = (name: string, pixels: number) => {
      if (this.written.get(name) === pixels) return
      this.written.set(name, pixels)
      layer.style.setProperty(name, `${pixels}px`)
    }
    const tall = Math.max(ROW_HEIGHT, this.editor)
    say('--view-width', this.width)
    say('--view-height', this.height)
    say('--cell-width', width)
    say('--cell-left', left)
    // A tall editor rises so that all of it is seen; one whose cell is half under the headings is cut there.
    const editorTop = Math.max(Math.min(top, this.height - tall), Math.min(top, HEAD_HEIGHT))
    say('--editor-top', editorTop)
    say('--cut-top', Math.max(0, HEAD_HEIGHT - top))
    say('--cut-left', Math.max(0, edge - left))
    const isAway =
      top <= HEAD_HEIGHT - ROW_HEIGHT || top >= this.height || left + width <= edge || left >= this.width
    if (layer.hasAttribute('data-away') !== isAway) layer.toggleAttribute('data-away', isAway)
    if (this.beside.height === 0) return
    const below = editorTop + tall + GAP
    const above = editorTop - GAP - this.beside.height
    const room = this.height - this.beside.height - GAP
    say('--beside-top', below <= room || above < 0 ? Math.max(0, Math.min(below, room)) : above)
    say('--beside-left', Math.max(GAP, Math.min(Math.max(left, edge), this.width - this.beside.width - GAP)))
  }
}
