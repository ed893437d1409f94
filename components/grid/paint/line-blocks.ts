import { ROW_HEIGHT, ROWS_PER_BLOCK } from '@/components/grid/geometry/geometry'
import { createElement } from './element'
import { LineRow } from './line-row'
import type { PaintedRow } from './painted-row'

/** Lines that are painted and moved together. */
export interface PaintedBlock {
  /** Names the element: a block that scrolls in reuses that of one that scrolled out. */
  readonly key: number | 'active'
  /** Position of its first line. */
  readonly top: number
  readonly rows: readonly PaintedRow[]
}

interface Block {
  readonly element: HTMLElement
  readonly rows: LineRow[]
  top: number
  /** How many of its rows are in the document. */
  count: number
}

/** The elements of the painted lines. */
export class LineBlocks {
  private readonly blocks = new Map<PaintedBlock['key'], Block>()

  /** @param body the element that contains only the blocks */
  constructor(private readonly body: HTMLElement) {}

  /** Paints these blocks, in this order, and removes all others. */
  write(shown: readonly PaintedBlock[]): void {
    const gone = new Set(this.blocks.keys())
    let above: ChildNode | null = null
    for (const each of shown) {
      gone.delete(each.key)
      const block = this.blocks.get(each.key) ?? makeBlock()
      this.blocks.set(each.key, block)
      writeBlock(block, each)
      const next: ChildNode | null = above ? above.nextSibling : this.body.firstChild
      if (next !== block.element) this.body.insertBefore(block.element, next)
      above = block.element
    }
    for (const key of gone) {
      this.blocks.get(key)?.element.remove()
      this.blocks.delete(key)
    }
  }
}

function makeBlock(): Block {
  const element = createElement('div', { role: 'presentation', class: 'grid-block' })
  return { element, rows: Array.from({ length: ROWS_PER_BLOCK }, () => new LineRow()), top: -1, count: 0 }
}

function writeBlock(block: Block, { top, rows }: PaintedBlock): void {
  // A transform would cost the browser one more coordinate space per block in every frame.
  if (block.top !== top) block.element.style.top = `${top * ROW_HEIGHT}px`
  block.top = top
  for (const [at, row] of block.rows.entries()) {
    const shown = rows[at]
    if (shown) row.write(shown)
    if (shown && at >= block.count) block.element.append(row.element)
    if (!shown && at < block.count) row.element.remove()
  }
  block.count = rows.length
}
