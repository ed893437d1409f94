import { OutdatedPageError } from '@/components/workbench/request-failure'
import type { SaveRequest, SaveResponse } from '@/lib/desk-api/changes'
import type { Result } from '@/lib/desk-api/result'

/** Browsers let requests of 64 KB in all outlive their page; a character takes up to three bytes. */
const MAX_KEEPALIVE_CHARACTERS = 20_000

/** Statuses by which a server of another version answers: it does not know this call, or not in this form. */
const OUTDATED: ReadonlySet<number> = new Set([400, 404, 405])

/** Sends a save. @throws when no response comes, or the server is of another version by now */
export async function saveChanges({ draftId, ...save }: SaveRequest): Promise<Result<SaveResponse>> {
  const body = JSON.stringify(save)
  const response = await fetch(`/drafts/${draftId}/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    // A page that was left may be closed before the response comes.
    keepalive: document.visibilityState === 'hidden' && body.length < MAX_KEEPALIVE_CHARACTERS,
  })
  if (OUTDATED.has(response.status)) throw new OutdatedPageError()
  const result: Result<SaveResponse> | { title: string; detail: string } = await response.json()
  return 'ok' in result ? result : { ok: false, problem: { code: result.title, message: result.detail } }
}
