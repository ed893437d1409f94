import { fetchInTime } from '@/components/workbench/requests/fetch-in-time'
import type { DraftOutcomes } from '@/lib/desk-api/runs/runs'

/** The outcomes of a draft on the connection in use that were read while the draft was opened. */
export interface OpeningOutcomes {
  readonly connectionId: string
  readonly outcomes: DraftOutcomes
}

/**
 * Reads the run and the outcomes of a draft on a connection.
 * @param since `until` of the last response; '' reads all
 * @returns undefined when no response came, or the request was aborted
 */
export async function fetchOutcomes(
  draftId: string,
  connectionId: string,
  since: string,
  signal: AbortSignal,
): Promise<DraftOutcomes | undefined> {
  const query = new URLSearchParams({ connection: connectionId, since })
  try {
    return await fetchInTime(
      `/drafts/${draftId}/outcomes?${query}`,
      { cache: 'no-store', signal },
      (response): Promise<DraftOutcomes> | undefined => (response.ok ? response.json() : undefined),
    )
  } catch {
    return undefined
  }
}
