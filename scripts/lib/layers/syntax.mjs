import { parseSync, visitorKeys } from 'oxc-parser'

/**
 * Parses a TypeScript or JavaScript source; its path says whether it has types and JSX.
 * @throws Error where it cannot
 */
export function parseSource(path, source) {
  const result = parseSync(path, source)
  const [error] = result.errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return result
}

/**
 * Calls `call(node, parent)` for a node and every node below it; when a call returns false, the nodes below are
 * skipped.
 */
export function visitNodes(node, call, parent) {
  if (call(node, parent) === false) return
  for (const key of visitorKeys[node.type] ?? []) {
    const below = node[key]
    for (const child of Array.isArray(below) ? below : [below]) if (child?.type) visitNodes(child, call, node)
  }
}

/** The line of a position, from 1. */
export const lineAt = (source, position) => source.slice(0, position).split('\n').length
