import 'server-only'
import { recordTypeOfScope } from '@/lib/contract/operations'
import { environmentKind, environmentOrigin } from '@/lib/desk-api/environment-id'
import type { SearchItem } from '@/lib/desk-api/search'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { environmentId, listConnections } from '@/lib/store/connections/connections'
import { type Database, type Db, database } from '@/lib/store/db/database'
import { searchDrafts } from '@/lib/store/drafts/search/draft-search'
import { type FoundLine, searchLines } from '@/lib/store/drafts/search/line-search'
import {
  type ListedOrder,
  listIdsByNumber,
  listIdsByOrderId,
  listOrdersById,
} from '@/lib/store/ledger/history/orders'
import { findByRecipient } from '@/lib/store/ledger/history/recipients'
import { findListedRun, type ListedRun, listRuns } from '@/lib/store/ledger/history/runs'
import { findAttempt } from '@/lib/store/ledger/requests/attempts'
import { searchProducts } from '@/lib/store/master/product-search'

/** Results of one kind. */
const MAX_RESULTS = 6

/** Names that a search reads for a recipient: it runs at every pause in typing. */
const MAX_NAMES_SCANNED = 1000

/** Drafts whose last runs are listed, and runs of each. */
const MAX_DRAFTS_WITH_RUNS = 3
const RUNS_PER_DRAFT = 2

/**
 * Finds orders, products, drafts, runs, requests and connections: by the beginning of a number or code, by a whole id,
 * and by a name. It reads a few entries of indexes, however many orders there are (docs/decisions/0075). Every operator
 * may see what it returns (docs/decisions/0057), and erased names are in none of its indexes.
 */
export async function searchEverything(text: string): Promise<SearchItem[]> {
  return searchIn(await database(), text)
}

/** `searchEverything` in a database that is open. */
export async function searchIn(open: Database, text: string): Promise<SearchItem[]> {
  const db: Database = { ...open, kysely: open.longReads }
  const [orders, lines, products, drafts, connections] = await Promise.all([
    findOrders(db, text),
    searchLines(db, text, 3 * MAX_RESULTS),
    searchProducts(db, text, MAX_RESULTS),
    searchDrafts(db.kysely, text, MAX_RESULTS),
    findConnections(db.kysely, text),
  ])
  const runs = await findRuns(
    db.kysely,
    text,
    drafts.slice(0, MAX_DRAFTS_WITH_RUNS).map(({ id }) => id),
  )
  return [
    ...orders.map(orderItem),
    ...lineItems(lines, orders),
    ...products.map(({ code, fields, updatedAt: at }) => {
      const href = `/settings/products?${new URLSearchParams({ q: code })}`
      const name = fields['items[].name']?.text ?? ''
      return { kind: 'catalog', id: code, href, title: code, name, at } as const
    }),
    ...drafts.flatMap(({ id, sheet: path, name, updatedAt: at, isArchived }) => {
      const sheet = findSheetById(path)?.id
      return sheet === undefined
        ? []
        : [{ kind: 'draft', id, href: `/${sheet}/${id}`, title: name, sheet, at, isArchived } as const]
    }),
    ...runs,
    ...connections,
  ]
}

/** Rows of drafts. A row of an order that is among the registrations is left out: the order's page leads to it. */
function lineItems(found: readonly FoundLine[], orders: readonly ListedOrder[]): SearchItem[] {
  const sent = new Set(orders.map(({ draftId, number }) => `${draftId} ${number}`))
  const items = found.flatMap((line): SearchItem[] => {
    const sheet = findSheetById(line.sheet)
    if (!sheet || sent.has(`${line.draftId} ${line.number.trim()}`)) return []
    return [
      {
        kind: sheet.recordType === 'order' ? 'draftOrder' : 'draftProduct',
        id: `${line.draftId} ${line.lineId}`,
        href: `/${sheet.id}/${line.draftId}?${new URLSearchParams({ line: line.lineId })}`,
        title: line.number,
        name: line.name,
        draft: line.draftName,
        at: line.updatedAt,
        isArchived: line.isArchived,
      },
    ]
  })
  return items.slice(0, MAX_RESULTS)
}

/** Registrations by number, by id of the service, and by part of the recipient's name. */
async function findOrders(db: Database, text: string): Promise<ListedOrder[]> {
  const [byOrderId, byNumber, byRecipient] = await Promise.all([
    listIdsByOrderId(db.kysely, text, MAX_RESULTS),
    Promise.all(spellings(text).map(spelling => listIdsByNumber(db, spelling, MAX_RESULTS))),
    findByRecipient(db.kysely, text, MAX_RESULTS, undefined, MAX_NAMES_SCANNED),
  ])
  const ids = [
    ...byOrderId.slice(0, MAX_RESULTS),
    ...byNumber.flat().slice(0, MAX_RESULTS),
    ...byRecipient.ids,
  ]
  return listOrdersById(db.kysely, [...new Set(ids)].slice(0, 2 * MAX_RESULTS))
}

/** The ledger's index of numbers compares bytes: it is asked for each way in which operators type a number. */
function spellings(text: string): readonly string[] {
  const narrow = text.normalize('NFKC')
  return [...new Set([text.normalize('NFC'), narrow, narrow.toUpperCase(), narrow.toLowerCase()])]
}

function orderItem(order: ListedOrder): SearchItem {
  return {
    kind: recordTypeOfScope(order.scope),
    id: order.id,
    href: `/history/orders/${order.id}`,
    title: order.number,
    orderId: order.orderId,
    recipient: order.erasedAt === null ? order.recipient : '',
    state: order.state,
    draft: order.draftName ?? undefined,
    connection: sentTo(order),
    at: order.updatedAt,
  }
}

/** Ids of runs and requests, which are compared as a whole. */
const ID = /^[\w-]{8,64}$/

/** The run or request with this id, and the last runs of drafts. */
async function findRuns(db: Db, text: string, draftIds: readonly string[]): Promise<SearchItem[]> {
  const [byId, attempt, ...ofDrafts] = await Promise.all([
    ID.test(text) ? findListedRun(db, text) : undefined,
    ID.test(text) ? findAttempt(db, text) : undefined,
    ...draftIds.map(draftId => listRuns(db, { draftId }, RUNS_PER_DRAFT)),
  ])
  const runs = [...(byId ? [byId] : []), ...ofDrafts.flat()]
  const items = runs.slice(0, MAX_RESULTS).map(runItem)
  if (!attempt) return items
  const run = await findListedRun(db, attempt.run_id)
  const { id, prepared_at: at } = attempt
  const where = run && { draft: run.draftName ?? undefined, connection: sentTo(run) }
  return [...items, { kind: 'request', id, href: `/history/requests/${id}`, title: id, at, ...where }]
}

const runItem = (run: ListedRun): SearchItem => ({
  kind: 'run',
  id: run.id,
  href: `/history/runs/${run.id}`,
  title: run.draftName ?? run.id,
  run: run.kind,
  state: run.state,
  connection: sentTo(run),
  at: run.startedAt,
})

async function findConnections(db: Db, text: string): Promise<SearchItem[]> {
  const wanted = text.normalize('NFKC').toLowerCase()
  const all = await listConnections(db)
  return all
    .filter(({ name, baseUrl }) =>
      [name, baseUrl ?? ''].some(each => each.normalize('NFKC').toLowerCase().includes(wanted)),
    )
    .slice(0, MAX_RESULTS)
    .map(connection => {
      const { id, name } = connection
      return {
        kind: 'connection',
        id,
        href: `/connections#connection-${id}`,
        title: name,
        connection: sentTo({ envId: environmentId(connection), connection: null }),
      }
    })
}

/** Where something was sent; a connection that was deleted is known by the origin. */
const sentTo = ({ envId, connection }: { envId: string; connection: string | null }) => ({
  name: connection ?? environmentOrigin(envId),
  environment: environmentKind(envId),
})
