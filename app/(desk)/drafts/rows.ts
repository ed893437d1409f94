import 'server-only'
import { findSheet, type Sheet, sheets } from '@/lib/sheet/sheets'
import { type Connection, environmentId, listConnections } from '@/lib/store/connections'
import type { Handle } from '@/lib/store/database'
import { type DraftChoice, type ListedDraft, listDrafts } from '@/lib/store/draft-list'
import { type DraftStanding, draftStandings, listAskedWaits, listUnderWay } from '@/lib/store/draft-standing'

/** How a draft's records fare where some connections lead. */
export interface Fare extends Omit<DraftStanding, 'draftId' | 'envId'> {
  /** Names of the connections, or the origin where none is left. */
  readonly at: string
  readonly environment: 'test' | 'production'
}

/** A draft as the table shows it. */
export interface DraftRow extends Omit<ListedDraft, 'sheet'> {
  readonly sheet: Sheet['id']
  readonly noun: Sheet['noun']
  readonly fares: readonly Fare[]
  readonly underWay: 'check' | 'register' | undefined
  /** Until when that waits because the service asked for it, ISO 8601. */
  readonly waitsUntil: string | undefined
}

/** Operations that judge a whole draft. A registration of products judges those alone that it sends. */
const judging = Object.values(sheets).flatMap(({ check }) => check ?? [])

/** One page of drafts with what became of each. */
export async function readRows(
  handle: Handle,
  choice: DraftChoice,
  limit: number,
  offset: number,
): Promise<DraftRow[]> {
  const drafts = await listDrafts(handle, choice, limit, offset)
  const ids = drafts.map(draft => draft.id)
  const standings = await draftStandings(handle, ids, judging)
  const underWay = await listUnderWay(handle, ids)
  const waits = await listAskedWaits(handle, [...underWay.keys()], new Date().toISOString())
  const connections = await listConnections(handle)
  return drafts.flatMap(({ sheet: id, ...draft }) => {
    const sheet = findSheet(id.split('/'))
    if (!sheet) return []
    const fares = standings
      .filter(standing => standing.draftId === draft.id)
      .map(standing => fareOf(standing, connections))
    const run = { underWay: underWay.get(draft.id), waitsUntil: waits.get(draft.id) }
    return [{ ...draft, sheet: sheet.id, noun: sheet.noun, fares, ...run }]
  })
}

function fareOf({ envId, draftId: _, ...counts }: DraftStanding, connections: readonly Connection[]): Fare {
  const there = connections.filter(connection => environmentId(connection) === envId)
  const names = there.map(connection => connection.name).join(', ')
  return {
    ...counts,
    at: names === '' ? envId.replace(/^(test|production):/, '') : names,
    environment: envId.startsWith('production:') ? 'production' : 'test',
  }
}
