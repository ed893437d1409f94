import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { idsColumns, idsHeading } from '@/lib/intake/ids-headings'
import type { Handle } from '@/lib/store/database'
import { type IdRow, listIdRows } from '@/lib/store/history-ids'
import { words } from '@/lib/words/server'
import type { SourceColumns } from './source-columns'

const say = words('history.download.columns')
const states = words('history.states')

/** A registration whose ids are downloaded, and the name of where it went. */
export interface Registration {
  readonly id: string
  readonly connection: string
}

/** Which orders are listed, and whether columns that hold nothing are. */
export interface IdChoice {
  readonly only?: readonly IdRow['state'][]
  readonly hasEmptyColumns: boolean
}

/** Orders that are read at once: then others get their turn. */
const AT_ONCE = 200

/**
 * A table of ids: the heading, then every line that became an order, in the shop's own columns, with the order's
 * number, its id, and what became of it behind them. Read piece by piece.
 */
export async function* idTable(
  handle: Handle,
  runs: readonly Registration[],
  source: SourceColumns,
  { only, hasEmptyColumns }: IdChoice,
): AsyncGenerator<readonly string[]> {
  const used = hasEmptyColumns ? undefined : await usedColumns(handle, runs, source, only)
  const pick = (texts: readonly string[]) => (used ? texts.filter((_, at) => used.has(at)) : texts)
  yield [...pick(source.headings), ...idsColumns.map(column => idsHeading(say(column)))]
  for (const run of runs) {
    for await (const orders of pieces(handle, run.id, only)) {
      const lines = await source.read(orders)
      for (const [at, order] of orders.entries()) {
        const about = aboutOf(order, run)
        for (const texts of lines[at] ?? []) yield [...pick(texts), ...about]
      }
    }
  }
}

const aboutOf = (order: IdRow, run: Registration): readonly string[] => [
  order.number,
  order.orderId ?? '',
  states(order.state),
  run.connection,
  order.state === 'REGISTERED' ? order.updatedAt.replace('T', ' ').slice(0, 19) : '',
  order.requestPosition === null ? '' : String(order.requestPosition),
  order.erasedAt?.slice(0, 10) ?? '',
]

async function usedColumns(
  handle: Handle,
  runs: readonly Registration[],
  source: SourceColumns,
  only: IdChoice['only'],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>()
  for (const run of runs) {
    for await (const orders of pieces(handle, run.id, only)) {
      for (const texts of (await source.read(orders)).flat()) {
        for (const [at, text] of texts.entries()) if (text !== '') used.add(at)
      }
    }
  }
  return used
}

async function* pieces(
  handle: Handle,
  runId: string,
  only: IdChoice['only'],
): AsyncGenerator<readonly IdRow[]> {
  for (let from = 0; ; ) {
    const orders = await listIdRows(handle, runId, from, AT_ONCE)
    yield only ? orders.filter(order => only.includes(order.state)) : orders
    from = (orders.at(-1)?.position ?? 0) + 1
    if (orders.length < AT_ONCE) return
    await setImmediate()
  }
}
