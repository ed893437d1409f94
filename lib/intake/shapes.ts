import type { Texts } from '@/lib/sheet/draft'
import { blankShape } from '@/lib/sheet/shape'

/** Columns one after the other, and those that may come behind them. */
interface Node {
  readonly ids: readonly string[]
  readonly next: Map<string, Node>
  /** Nearly always it is the same again. */
  lastId: string
  last: Node | undefined
  blank: Texts | undefined
}

const nodeOf = (ids: readonly string[]): Node => ({
  ids,
  next: new Map(),
  lastId: '',
  last: undefined,
  blank: undefined,
})

/**
 * Puts texts of many lines together, so that those with the same columns share one shape: adding names one by one to
 * each of 100,000 objects takes longer than filling in copies.
 */
export class Shapes {
  private readonly root = nodeOf([])

  /** The texts of some columns; each is named once. */
  of(ids: readonly string[], texts: readonly string[]): Texts {
    let node = this.root
    for (const id of ids) node = after(node, id)
    const made = copyOf(node)
    for (let at = 0; at < ids.length; at++) made[ids[at] ?? ''] = texts[at] ?? ''
    return made
  }

  /** The columns of a line: the same list for every line that has them in the same order. */
  idsOf(texts: Texts): readonly string[] {
    let node = this.root
    for (const id in texts) node = after(node, id)
    return node.ids
  }

  /** The texts of some columns as `next` says them, one after the other. */
  filled(ids: readonly string[], next: () => string): Texts {
    let node = this.root
    for (const id of ids) node = after(node, id)
    const made = copyOf(node)
    for (let at = 0; at < ids.length; at++) made[ids[at] ?? ''] = next()
    return made
  }

  /** `texts` with those of `over` in their places. */
  merged(texts: Texts, over: Texts): Texts {
    let node = this.root
    for (const id in texts) node = after(node, id)
    for (const id in over) if (texts[id] === undefined) node = after(node, id)
    const made = copyOf(node)
    for (const id in texts) made[id] = texts[id] ?? ''
    for (const id in over) made[id] = over[id] ?? ''
    return made
  }
}

function after(node: Node, id: string): Node {
  if (node.last && node.lastId === id) return node.last
  const there = node.next.get(id) ?? nodeOf([...node.ids, id])
  node.next.set(id, there)
  node.lastId = id
  node.last = there
  return there
}

function copyOf(node: Node): Record<string, string> {
  node.blank ??= blankShape(node.ids)
  return { ...node.blank }
}
