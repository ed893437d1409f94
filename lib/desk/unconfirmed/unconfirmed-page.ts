import 'server-only'
import { rowsText, shopPlaces } from '@/lib/desk/history/file-rows'
import { requestView } from '@/lib/desk/history/requests'
import { consolePage } from '@/lib/desk-api/connections/console-link'
import { environmentOrigin } from '@/lib/desk-api/environment-id'
import type {
  AlarmView,
  PastedListScope,
  UnknownRequest,
  UnknownRequestDetails,
} from '@/lib/desk-api/runs/unconfirmed'
import { keyText, type RequestKey } from '@/lib/desk-api/runs/unconfirmed-key'
import { nextReplay } from '@/lib/ledger/ledger'
import { isRejectionConfirmable } from '@/lib/ledger/resolve/confirm'
import { mayBeAbsentFrom } from '@/lib/ledger/rules/resolutions'
import { findProvenEnds } from '@/lib/ledger/runner/responses/unconfirmed'
import { findConsoleLink } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { countUnknown, listUnknownOrders } from '@/lib/store/ledger/orders/unknown-orders'
import { findAttempt } from '@/lib/store/ledger/requests/attempts'
import {
  countUnknownRequests,
  findUnknownRequest,
  listUnknownGroups,
  listUnknownRequestOrders,
  listUnknownRequests,
} from '@/lib/store/ledger/requests/unknown-requests'
import { lineIdsOf } from '@/lib/store/stored-values'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { listAlarms } from './alarms'
import { recognise } from './recognise'
import { responseSentence } from './sentences'

const t = getTranslations('unknown.paste')

/** Maximum number of alarms on one page. */
const MAX_ALARMS = 10

/** A page of unconfirmed registrations: requests with unknown orders, the chosen request, and alarms. */
export interface UnconfirmedPage {
  /** The numbers of unknown orders and of their requests. */
  readonly count: number
  readonly requestCount: number
  readonly page: number
  readonly requests: readonly UnknownRequest[]
  /** Undefined: no request is left, or the chosen one is resolved. */
  readonly chosen: UnknownRequest | undefined
  readonly alarms: readonly AlarmView[]
}

/** @param requestKey the chosen request; undefined: the first of the page */
export async function readUnconfirmedPage(
  requestKey: RequestKey | undefined,
  wantedPage: number,
  size: number,
): Promise<UnconfirmedPage> {
  const { longReads } = await database()
  const [count, requestCount] = [await countUnknown(longReads), await countUnknownRequests(longReads)]
  const page = Math.min(Math.max(1, Math.ceil(requestCount / size)), wantedPage)
  const requests = await listUnknownRequests(longReads, size, (page - 1) * size)
  const found = requestKey && (await findUnknownRequest(longReads, requestKey))
  return {
    count,
    requestCount,
    page,
    requests,
    chosen: found ?? (requestKey ? undefined : requests[0]),
    alarms: await listAlarms(longReads, MAX_ALARMS),
  }
}

/**
 * Everything about a request with unknown orders.
 * @param firstOrder the place of the first order to list, from 1; past the end: the last page
 */
export async function unknownRequestDetails(
  request: UnknownRequest,
  firstOrder: number,
  size: number,
): Promise<UnknownRequestDetails> {
  const { kysely } = await database()
  const { attemptId, envId, scope, count, hardDeadline, since } = request
  const attempt = attemptId === null ? undefined : await findAttempt(kysely, attemptId)
  // The screen turns no pages where one has all.
  const from = count <= size ? 1 : firstOrder <= count ? firstOrder : count - size + 1
  const rows = await listUnknownRequestOrders(kysely, request, size, from - 1)
  const lines = rows.map(lineIdsOf)
  const placeOf = await shopPlaces(kysely, request.draftId, lines.flat())
  const unknown = await listUnknownOrders(kysely, { envId, scope, request })
  const provenEnd = (await findProvenEnds(kysely, [attemptId])).get(attemptId ?? '')
  const view = attempt && requestView(attempt)
  const link = scope === 'orders' ? await findConsoleLink(kysely, request.runId) : ''
  return {
    responseSentence: responseSentence(attempt, scope),
    attempt: view,
    hasMoreAnomalies:
      view?.anomalies.some(({ kind }) => !['unreadable', 'contradictory', 'shape'].includes(kind)) === true,
    orders: rows.map(({ id, mall_order_number: number, payload }, at) => ({
      id,
      number,
      fileRows: rowsText((lines[at] ?? []).map(line => placeOf(line, number))),
      about: recognise(payload, scope),
      consolePage: consolePage(link, { number, orderId: null }),
    })),
    from,
    numbers: unknown.map(order => order.mall_order_number),
    absentFrom: mayBeAbsentFrom(hardDeadline, since, provenEnd),
    replayAt: attemptId === null ? undefined : await nextReplay(attemptId),
    isFinished: provenEnd !== undefined,
    rejectedStatus: attempt && isRejectionConfirmable(attempt) ? attempt.http_status : null,
  }
}

/** The scopes that a pasted list can be compared with. @param requestKey this request comes first */
export async function pasteTargets(requestKey: RequestKey | undefined): Promise<PastedListScope[]> {
  const { kysely } = await database()
  const request = requestKey && (await findUnknownRequest(kysely, requestKey))
  const groups = (await listUnknownGroups(kysely)).map(
    ({ envId, scope, count, connection }): PastedListScope => ({
      id: `${scope} ${envId}`,
      envId,
      scope,
      count,
      label: t('placeChoice', { where: connection ?? environmentOrigin(envId), scope, count }),
    }),
  )
  return request ? [targetOf(request), ...groups] : groups
}

const targetOf = (request: UnknownRequest): PastedListScope => ({
  id: keyText(request),
  envId: request.envId,
  scope: request.scope,
  count: request.count,
  request: { attemptId: request.attemptId, runId: request.runId },
  label: t('onlyRequest', {
    time: requestTime(request.sentAt ?? request.since, 'clock'),
    where: request.connection ?? environmentOrigin(request.envId),
    scope: request.scope,
    count: request.count,
  }),
})
