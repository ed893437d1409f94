import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { orderIdColumns, orderIdHeading } from '@/lib/import/match/native-template'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { Db } from '@/lib/store/db/database'
import { listOrderIdRows, type OrderIdRow } from '@/lib/store/ledger/history/ids'
import { getTranslations } from '@/lib/words/server'
import { dayAt, sortableTime } from '@/lib/words/time/zoned-time'
import type { SourceColumns } from './file-columns'

const t = getTranslations('history.download.columns')
const columnName = getTranslations('history.columns')
const states = getTranslations('history.states')

/** A registration whose ids are downloaded, and the name of its connection. */
export interface DownloadedRegistration {
  readonly id: string
  readonly connection: string
}

/** Which orders are listed, and whether blank columns are. */
export interface IdChoice {
  readonly record: Sheet['recordType']
  readonly only?: readonly OrderIdRow['state'][]
  readonly hasEmptyColumns: boolean
  /** The time zone of all times (IANA name). */
  readonly timeZone: string
}

/** Orders that are read at once; other requests run in between. */
const CHUNK_SIZE = 200

/**
 * A table of ids: the headings, then every line of a sent order in the shop's own columns, followed by the number, the
 * id and the outcome of the order. Read in chunks.
 */
export async function* idTable(
  handle: Db,
  runs: readonly DownloadedRegistration[],
  source: SourceColumns,
  { record, only, hasEmptyColumns, timeZone }: IdChoice,
): AsyncGenerator<readonly string[]> {
  const used = hasEmptyColumns ? undefined : await usedColumns(handle, runs, source, only)
  const pick = (texts: readonly string[]) => (used ? texts.filter((_, at) => used.has(at)) : texts)
  const words = orderIdColumns.map(column =>
    column === 'number' ? columnName(column, { record }) : t(column),
  )
  yield [...pick(source.headings), ...words.map(orderIdHeading)]
  for await (const { run, order, lines } of sentOrders(handle, runs, source, only)) {
    const about = aboutOf(order, run, timeZone)
    for (const texts of lines) yield [...pick(texts), ...about]
  }
}

const aboutOf = (order: OrderIdRow, run: DownloadedRegistration, timeZone: string): readonly string[] => [
  order.number,
  order.orderId ?? '',
  states(order.state),
  run.connection,
  order.state === 'REGISTERED' ? sortableTime(order.updatedAt, timeZone) : '',
  order.requestPosition === null ? '' : String(order.requestPosition),
  order.erasedAt === null ? '' : dayAt(order.erasedAt, timeZone),
]

/** The columns of the shop that have a text in a listed order. */
async function usedColumns(
  handle: Db,
  runs: readonly DownloadedRegistration[],
  source: SourceColumns,
  only: IdChoice['only'],
): Promise<ReadonlySet<number>> {
  const used = new Set<number>()
  for await (const { lines } of sentOrders(handle, runs, source, only))
    for (const texts of lines) for (const [at, text] of texts.entries()) if (text !== '') used.add(at)
  return used
}

interface SentOrder {
  readonly run: DownloadedRegistration
  readonly order: OrderIdRow
  /** Its lines in the shop's own columns. */
  readonly lines: readonly (readonly string[])[]
}

async function* sentOrders(
  handle: Db,
  runs: readonly DownloadedRegistration[],
  source: SourceColumns,
  only: IdChoice['only'],
): AsyncGenerator<SentOrder> {
  for (const run of runs) {
    for await (const orders of orderChunks(handle, run.id, only)) {
      const lines = await source.read(orders)
      for (const [at, order] of orders.entries()) yield { run, order, lines: lines[at] ?? [] }
    }
  }
}

async function* orderChunks(
  handle: Db,
  runId: string,
  only: IdChoice['only'],
): AsyncGenerator<readonly OrderIdRow[]> {
  for (let from = 0; ; ) {
    const orders = await listOrderIdRows(handle, runId, from, CHUNK_SIZE)
    yield only ? orders.filter(order => only.includes(order.state)) : orders
    from = (orders.at(-1)?.position ?? 0) + 1
    if (orders.length < CHUNK_SIZE) return
    await setImmediate()
  }
}
