import type { DraftNews } from './actions'

/** What a draft was opened with: the first that is told of it on the connection in use. */
export interface FirstNews {
  readonly connectionId: string
  readonly news: DraftNews
}

/** Asks what is new of a draft on a connection. @returns undefined: it was not answered, or nobody listens any more */
export async function fetchNews(
  draftId: string,
  connectionId: string,
  since: string,
  signal: AbortSignal,
): Promise<DraftNews | undefined> {
  const query = new URLSearchParams({ connection: connectionId, since })
  try {
    const response = await fetch(`/drafts/${draftId}/news?${query}`, { cache: 'no-store', signal })
    return response.ok ? ((await response.json()) as DraftNews) : undefined
  } catch {
    return undefined
  }
}

/** The beginning of what a service said. */
export interface ResponseExcerpt {
  readonly text: string
  readonly isCut: boolean
  /** For the shipping company; '' where the response fits what was sent. */
  readonly proof: string
}

/** Asks for the beginning of the response to a request. @returns undefined: it was not answered */
export async function fetchExcerpt(
  attemptId: string,
  signal: AbortSignal,
): Promise<ResponseExcerpt | undefined> {
  try {
    const response = await fetch(`/history/requests/${encodeURIComponent(attemptId)}/excerpt`, {
      cache: 'no-store',
      signal,
    })
    return response.ok ? ((await response.json()) as ResponseExcerpt) : undefined
  } catch {
    return undefined
  }
}
