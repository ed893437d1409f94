import { fetchInTime, MAX_KEEPALIVE_CHARACTERS } from '@/components/workbench/requests/fetch-in-time'
import { OutdatedPageError } from '@/components/workbench/requests/request-failure'
import type { SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'

/** Shorter bodies are sent as they are: the network sends them in one or two packets anyway. */
const MIN_COMPRESSED_CHARACTERS = 3_000

/** Statuses with which a server of another version responds: it does not know this call, or not in this form. */
const OUTDATED: ReadonlySet<number> = new Set([400, 404, 405])

/** A refused request. A server of an older version has the code in `title` only. */
interface DeskProblem {
  readonly code?: string
  readonly title: string
  readonly detail: string
}

/** Whether a save has only the count of orders with errors. */
export const isCountOnly = ({ lines, removes }: Pick<SaveRequest, 'lines' | 'removes'>): boolean =>
  lines.length === 0 && removes.length === 0

/**
 * Sends a save.
 * @param isLeaving whether the operator is leaving the page
 * @throws when no response comes, or the server is of another version by now
 */
export async function saveChanges(
  { draftId, ...save }: SaveRequest,
  isLeaving: boolean,
): Promise<Result<SaveResponse>> {
  const body = JSON.stringify(save)
  // A page that was left may be closed before the response comes, or before a body is compressed. A count of errors
  // alone is sent once nothing else is left to save: the page may be closed at any moment.
  const isClosing = isLeaving || isCountOnly(save) || document.visibilityState === 'hidden'
  const keepalive = isClosing && body.length < MAX_KEEPALIVE_CHARACTERS
  const isCompressed = !keepalive && body.length >= MIN_COMPRESSED_CHARACTERS && 'CompressionStream' in window
  const request: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) },
    body: isCompressed ? await compress(body) : body,
    keepalive,
  }
  const result = await fetchInTime(
    `/drafts/${draftId}/changes`,
    request,
    (response): Promise<Result<SaveResponse> | DeskProblem> => {
      if (OUTDATED.has(response.status)) throw new OutdatedPageError()
      return response.json()
    },
  )
  return 'ok' in result
    ? result
    : { ok: false, problem: { code: result.code ?? result.title, message: result.detail } }
}

function compress(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
