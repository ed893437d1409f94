import { blankTexts, type Texts } from '@/lib/sheet/schema/line'

/** A sequence of columns, and the columns that may follow it. */
interface ShapeNode {
  readonly ids: readonly string[]
  readonly next: Map<string, ShapeNode>
  /** The last result, which is nearly always needed again. */
  lastId: string
  last: ShapeNode | undefined
  blank: Texts | undefined
}

const createNode = (ids: readonly string[]): ShapeNode => ({
  ids,
  next: new Map(),
  lastId: '',
  last: undefined,
  blank: undefined,
})

/**
 * Creates the text objects of many lines, so that lines with the same columns share one hidden class: adding names one
 * by one to each of 100,000 objects takes longer than filling copies.
 */
export class HiddenClassCache {
  private readonly root = createNode([])

  /** An object with the texts of some distinct columns. */
  create(ids: readonly string[], texts: readonly string[]): Texts {
    let node = this.root
    for (const id of ids) node = childOf(node, id)
    const copy = copyOf(node)
    for (let at = 0; at < ids.length; at++) copy[ids[at] ?? ''] = texts[at] ?? ''
    return copy
  }

  /** The columns of a line; lines with the same columns in the same order share one list. */
  idsOf(texts: Texts): readonly string[] {
    let node = this.root
    for (const id in texts) node = childOf(node, id)
    return node.ids
  }

  /** Texts of some columns, each taken from `next`. */
  createFrom(ids: readonly string[], next: () => string): Texts {
    let node = this.root
    for (const id of ids) node = childOf(node, id)
    const copy = copyOf(node)
    for (let at = 0; at < ids.length; at++) copy[ids[at] ?? ''] = next()
    return copy
  }

  /** `texts`, overwritten by those of `over`. */
  merge(texts: Texts, over: Texts): Texts {
    let node = this.root
    for (const id in texts) node = childOf(node, id)
    for (const id in over) if (texts[id] === undefined) node = childOf(node, id)
    const copy = copyOf(node)
    for (const id in texts) copy[id] = texts[id] ?? ''
    for (const id in over) copy[id] = over[id] ?? ''
    return copy
  }
}

function childOf(node: ShapeNode, id: string): ShapeNode {
  if (node.last && node.lastId === id) return node.last
  const there = node.next.get(id) ?? createNode([...node.ids, id])
  node.next.set(id, there)
  node.lastId = id
  node.last = there
  return there
}

function copyOf(node: ShapeNode): Record<string, string> {
  node.blank ??= blankTexts(node.ids)
  return { ...node.blank }
}
