import 'server-only'
import type { KyselyPlugin, OperationNode } from 'kysely'

const WRITES: ReadonlySet<OperationNode['kind']> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/** Calls a listener after every statement that changed a row. It does not look into raw SQL. */
export function watchWrites(onWrite: () => void): KyselyPlugin {
  const writes = new WeakSet<object>()
  return {
    transformQuery: ({ node, queryId }) => {
      if (WRITES.has(node.kind)) writes.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) => {
      if (writes.has(queryId) && result.numAffectedRows !== 0n) onWrite()
      return result
    },
  }
}
