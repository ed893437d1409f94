import 'server-only'
import { readRunProblem } from '@/lib/ledger/rules/problem'
import { countRunOrders, findRun } from '@/lib/store/ledger/runs/runs'
import { publish } from '@/lib/telemetry/events'
import type { Ports } from './ports'

/** Publishes how a run ended, or why it was halted; nothing if it continues. */
export async function publishRunEnd(
  { database: { kysely }, now }: Pick<Ports, 'database' | 'now'>,
  runId: string,
): Promise<void> {
  const run = await findRun(kysely, runId)
  if (
    run?.state !== 'done' &&
    run?.state !== 'paused' &&
    run?.state !== 'stopped' &&
    run?.state !== 'cancelled'
  )
    return
  publish('run', {
    id: runId,
    kind: run.kind,
    operation: run.operation,
    state: run.state,
    problem: readRunProblem(run.problem)?.code,
    ms: now() - Date.parse(run.started_at),
    counts: Object.fromEntries(await countRunOrders(kysely, runId)),
  })
}
