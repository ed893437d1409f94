import 'server-only'
import { logNotice, logWarning } from './log'

/**
 * Writes down what a server runs on, and warns of a Node without security fixes. Not in instrumentation.ts: Next takes
 * `process.versions` there for a mistake.
 * @param engine what keeps the rows, with its version
 */
export function logVersions(engine: string): void {
  logNotice('the server starts', { engine, runtime: `Node ${process.versions.node}` })
  // docs/decisions/0055
  if (Number.parseInt(process.versions.node, 10) < 22)
    logWarning('Node 20 gets no security fixes since 2026-04-30: install Node 22 or 24')
}
