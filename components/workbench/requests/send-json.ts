import { fetchInTime, MAX_KEEPALIVE_CHARACTERS } from './fetch-in-time'

interface JsonRequest {
  readonly method?: 'POST' | 'PUT'
  readonly body: unknown
  /** Without a signal, a request that is short enough continues when the page is left (`keepalive`). */
  readonly signal?: AbortSignal
}

/**
 * Sends JSON for something that the sheet can do without.
 * @returns the JSON of the response; undefined without a response in time, or if the request is refused or aborted
 */
export async function sendJson<T>(
  url: string,
  { method = 'POST', body, signal }: JsonRequest,
): Promise<T | undefined> {
  const json = JSON.stringify(body)
  const request: RequestInit = {
    method,
    headers: { 'content-type': 'application/json' },
    body: json,
    keepalive: !signal && json.length < MAX_KEEPALIVE_CHARACTERS,
    ...(signal && { signal }),
  }
  try {
    return await fetchInTime(url, request, async response =>
      response.ok ? ((await response.json()) as T) : undefined,
    )
  } catch {
    return undefined
  }
}
