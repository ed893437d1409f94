import { OutdatedPageError } from '@/components/workbench/request-failure'
import type { SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'

/** Browsers let requests of 64 KB in all outlive their page; a character takes up to three bytes. */
const MAX_KEEPALIVE_CHARACTERS = 20_000

/** Shorter bodies are sent as they are: the network sends them in one or two packets anyway. */
const MIN_COMPRESSED_CHARACTERS = 3_000

/** Statuses with which a server of another version responds: it does not know this call, or not in this form. */
const OUTDATED: ReadonlySet<number> = new Set([400, 404, 405])

/** Sends a save. @throws when no response comes, or the server is of another version by now */
export async function saveChanges({ draftId, ...save }: SaveRequest): Promise<Result<SaveResponse>> {
  const body = JSON.stringify(save)
  // A page that was left may be closed before the response comes, or before a body is compressed.
  const keepalive = document.visibilityState === 'hidden' && body.length < MAX_KEEPALIVE_CHARACTERS
  const isCompressed = !keepalive && body.length >= MIN_COMPRESSED_CHARACTERS && 'CompressionStream' in window
  const response = await fetch(`/drafts/${draftId}/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) },
    body: isCompressed ? await compress(body) : body,
    keepalive,
  })
  if (OUTDATED.has(response.status)) throw new OutdatedPageError()
  const result: Result<SaveResponse> | { title: string; detail: string } = await response.json()
  return 'ok' in result ? result : { ok: false, problem: { code: result.title, message: result.detail } }
}

function compress(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
