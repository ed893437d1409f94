import { BLOCK, ROW_HEIGHT } from './geometry'
import { LineRow, type ShownRow } from './line-row'
import { made } from './wear'

/** Lines that stand together. */
export interface ShownBlock {
  /** Which element is theirs: a block that scrolls out leaves its own to one that scrolls in. */
  readonly key: number | 'away'
  /** Position of the first of them. */
  readonly top: number
  readonly rows: readonly ShownRow[]
}

interface Block {
  readonly element: HTMLElement
  readonly rows: LineRow[]
  top: number
  /** How many of its rows are in the document. */
  count: number
}

/** The elements of the lines that are drawn. */
export class LineBlocks {
  private readonly blocks = new Map<ShownBlock['key'], Block>()

  /** @param body the element that holds them, and nothing else */
  constructor(private readonly body: HTMLElement) {}

  /** Shows these lines and no others, in this order. */
  write(shown: readonly ShownBlock[]): void {
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
  const element = made('div', { role: 'presentation', class: 'grid-block' })
  return { element, rows: Array.from({ length: BLOCK }, () => new LineRow()), top: -1, count: 0 }
}

function writeBlock(block: Block, { top, rows }: ShownBlock): void {
  // Not moved by a transform: the browser would carry one more coordinate space for each through every frame.
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
