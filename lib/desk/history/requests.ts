import 'server-only'
import type { CallError } from '@/lib/contract/evidence'
import { operations } from '@/lib/contract/operations'
import { authorName } from '@/lib/desk/author-name'
import type {
  DraftReference,
  ExcerptView,
  ReceiptLine,
  RequestRow,
  RequestView,
  ResponseView,
  RunRow,
  SentCredential,
  SentTo,
} from '@/lib/desk-api/runs/history'
import type { PageCursor } from '@/lib/desk-api/runs/page-query'
import type { Anomaly } from '@/lib/ledger/rules/anomalies'
import { database } from '@/lib/store/db/database'
import { type ListedAttempt, listAttempts, listReceipt } from '@/lib/store/ledger/history/attempts'
import { findListedRun } from '@/lib/store/ledger/history/runs'
import { type AttemptRow, findAttempt } from '@/lib/store/ledger/requests/attempts'
import { excerptOf } from './excerpt'
import { rowsText, shopPlaces } from './file-rows'
import { readableResponse, unpacked } from './response-text'

/** Requests of a run after a cursor, oldest first. @returns `next`: the cursor of the next page */
export async function listRequests(
  runId: string,
  size: number,
  after: PageCursor | undefined,
): Promise<{ readonly requests: readonly RequestRow[]; readonly next: PageCursor | undefined }> {
  const { kysely } = await database()
  const requests = await listAttempts(kysely, runId, size + 1, after)
  const last = requests.length > size ? requests[size - 1] : undefined
  return {
    requests: requests.slice(0, size).map(requestRow),
    next: last && { value: last.prepared_at, id: last.id },
  }
}

/** One request with its response, its run and its orders. */
export async function requestDetails(id: string): Promise<
  | {
      readonly request: RequestView
      readonly run: SentTo & DraftReference & Pick<RunRow, 'id' | 'kind' | 'operation' | 'by'>
      readonly receipt: readonly ReceiptLine[]
    }
  | undefined
> {
  const { kysely } = await database()
  const attempt = await findAttempt(kysely, id)
  const run = attempt && (await findListedRun(kysely, attempt.run_id))
  if (!attempt || !run) return undefined
  const lines = await listReceipt(kysely, id)
  const lineIds = lines.flatMap(line => line.lineIds)
  const placeOf = await shopPlaces(kysely, run.draftId, lineIds)
  return {
    request: requestView(attempt),
    run: { ...run, by: authorName(run.by) },
    receipt: lines.map(({ lineIds: ids, ...line }) => ({
      ...line,
      fileRows: rowsText(ids.map(lineId => placeOf(lineId, line.number))),
    })),
  }
}

/** The stored body of a request, byte for byte; undefined when there is none. */
export async function storedRequestBody(id: string): Promise<Uint8Array | undefined> {
  const { kysely } = await database()
  const attempt = await findAttempt(kysely, id)
  const sent = attempt?.replay_of ? await findAttempt(kysely, attempt.replay_of) : attempt
  return sent?.body_gz ? unpacked(sent.body_gz) : undefined
}

/** The stored response to a request, byte for byte; undefined when there is none. */
export async function responseBody(id: string): Promise<Uint8Array | undefined> {
  return (await findAttempt((await database()).kysely, id))?.resp_body ?? undefined
}

/** The beginning of the response to a request; undefined when there is no such request. */
export async function responseExcerpt(id: string): Promise<ExcerptView | undefined> {
  const attempt = await findAttempt((await database()).kysely, id)
  return attempt && excerptOf(attempt)
}

const anomaliesOf = ({ anomalies }: Pick<AttemptRow, 'anomalies'>): readonly Anomaly[] =>
  JSON.parse(anomalies ?? '[]')

const requestRow = (attempt: ListedAttempt): RequestRow => ({
  id: attempt.id,
  orderCount: attempt.order_count,
  bodySha256: attempt.body_sha256,
  preparedAt: attempt.prepared_at,
  sendingAt: attempt.sending_at,
  finishedAt: attempt.finished_at,
  classifiedAs: attempt.classified_as,
  httpStatus: attempt.http_status,
  anomalies: anomaliesOf(attempt),
})

const flagOf = (stored: number | null): boolean | undefined => (stored === null ? undefined : stored === 1)

/** A request as screens show it. */
export function requestView(attempt: AttemptRow): RequestView {
  const error: CallError | null = attempt.error === null ? null : JSON.parse(attempt.error)
  return {
    ...requestRow(attempt),
    origin: attempt.origin,
    replayOf: attempt.replay_of,
    connectAt: attempt.connect_at,
    headersAt: attempt.headers_at,
    hardDeadline: attempt.hard_deadline,
    isConnected: flagOf(attempt.connected),
    isRequestComplete: flagOf(attempt.request_complete),
    error: error ? { code: error.code, message: error.message } : undefined,
    responseSha256: attempt.resp_sha256,
    credential: credentialView(attempt),
    erasedAt: attempt.erased_at,
    response: responseView(attempt, error?.cut),
  }
}

/** Reads the label that `credentialIdOf` wrote. */
function credentialView({ key_id, operation }: AttemptRow): SentCredential | undefined {
  const [last4, updatedAt] = key_id?.split(' ') ?? []
  if (!last4 || !updatedAt) return undefined
  const { auth } = operations[operation]
  const kind = auth.length > 1 ? undefined : auth[0] === 'key' ? 'secretKey' : 'accessToken'
  return { kind, last4, updatedAt }
}

function responseView(
  { resp_body: body, resp_headers, body_gz }: AttemptRow,
  stored: CallError['cut'],
): ResponseView {
  // The erasure of personal data also deletes the beginning and the end.
  const cut = stored && body && body.length > stored.head ? stored : undefined
  const shown = body && body.length > 0 ? readableResponse(body, cut?.head) : undefined
  return {
    headers: JSON.parse(resp_headers ?? '{}'),
    text: shown?.text,
    isCut: shown?.isCut === true,
    oversize: cut && body ? { bytes: cut.bytes, head: cut.head, tail: body.length - cut.head } : undefined,
    hasRequestBody: body_gz !== null,
  }
}
