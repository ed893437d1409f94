import 'server-only'
import type * as z from 'zod'
import { authorName } from '@/lib/desk/author-name'
import { closedProblem, environmentOf } from '@/lib/desk/drafts/draft-context'
import type {
  Conflict,
  dismissConflictsSchema,
  SaveRequest,
  SaveResponse,
} from '@/lib/desk-api/drafts/changes'
import { ok, type Result } from '@/lib/desk-api/result'
import { ledgerClock } from '@/lib/ledger/ledger'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { LineConflict } from '@/lib/sheet/sync/merge'
import { mergeSave } from '@/lib/sheet/sync/merge-save'
import { placeSaved } from '@/lib/sheet/sync/place-saved'
import { type Db, database } from '@/lib/store/db/database'
import { saveReplacedTexts } from '@/lib/store/drafts/cell-history'
import { acknowledgeConflicts, addConflicts, deleteConflictsBefore } from '@/lib/store/drafts/conflicts'
import {
  clearResponses,
  deleteIdleSessions,
  findLastSave,
  findSessionOperators,
  saveResponse,
} from '@/lib/store/drafts/editing-sessions'
import {
  beginSave,
  purgeRemovedLines,
  readLineChanges,
  readSavedLines,
  type SavedLine,
  writeLines,
} from '@/lib/store/drafts/saves'
import { findHeldLines } from '@/lib/store/ledger/orders/held-lines'
import { iso } from '@/lib/store/stored-values'
import { DAY_MS } from '@/lib/time-units'
import { replacedTexts } from './cell-history'

/** Maximum number of concurrent lines that a save considers for its positions. */
const MAX_LINES_OF_OTHERS = 10_000
/** How long removed lines are kept for sessions that have not read the removal. */
const REMOVED_LINES_KEPT_MS = DAY_MS
/** How long conflicts wait for the operator whose text was overwritten. */
const CONFLICTS_KEPT_MS = 30 * DAY_MS

/**
 * Saves edits cell by cell, merged with concurrent saves. Lines whose orders are at the service of the connection in
 * use keep their texts; only their positions may change.
 * @throws StorageFullError
 */
export async function saveChanges(input: SaveRequest, operatorId: string): Promise<Result<SaveResponse>> {
  const { accept } = await database()
  const ledgerNow = await ledgerClock()
  return accept(async trx => {
    const response = await mergeIntoDraft(trx, input, operatorId, new Date(), ledgerNow())
    if (response) return ok(response)
    const closed = await closedProblem(trx, input.draftId)
    if (!closed) throw new Error(`The draft ${input.draftId} refused a save without a reason.`)
    return closed
  })
}

/** Marks conflicts as read by the operator whose texts were overwritten. */
export async function dismissConflicts(
  { draftId, ids }: z.output<typeof dismissConflictsSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const { write } = await database()
  await write(trx => acknowledgeConflicts(trx, draftId, operatorId, ids))
  return ok(null)
}

/**
 * Merges a save into a draft. Call it in a transaction, which serialises saves of one draft.
 * @param ledgerMs the clock of the ledger, in milliseconds since the epoch: lists compare when the errors were counted
 *   with when a check started
 * @returns undefined if the draft was archived or deleted
 */
export async function mergeIntoDraft(
  trx: Db,
  input: SaveRequest,
  operatorId: string,
  now: Date,
  ledgerMs = now.getTime(),
): Promise<SaveResponse | undefined> {
  const { draftId, editingSession, seq } = input
  const { sheetId: sheet, name, records, errors, connectionId } = input
  const isCountOnly = input.lines.length + input.removes.length === 0
  const counted = { records, errors, countedAt: iso(ledgerMs) }
  const head = { id: draftId, sheet, name, operatorId, ...counted, connectionId, isCountOnly }
  const revision = await beginSave(trx, head, now)
  if (revision === undefined) return undefined
  const last = await findLastSave(trx, { draftId, id: editingSession })
  // The save is already stored, and its response was lost.
  if (last && last.seq >= seq) {
    // If the stored response was cleared meanwhile, the next request for changes compensates.
    return last.response === ''
      ? { refused: 0, revision, differing: [], conflicts: [] }
      : (JSON.parse(last.response) as SaveResponse)
  }
  if (seq === 1) await deleteOutdated(trx, draftId, now)
  const kept = await readStored(trx, input, revision)
  const result = mergeSave(input, {
    kept,
    ranks: input.seen + 1 < revision ? await ranksOf(trx, input) : undefined,
    held: kept.size === 0 ? new Set<string>() : await heldLines(trx, input, [...kept.keys()]),
    stamp: [revision, editingSession],
  })
  await writeLines(trx, draftId, revision, result.lines, now, id => kept.has(id))
  if (kept.size > 0) await saveReplacedTexts(trx, draftId, revision, replacedTexts(kept, result.lines))
  const conflicts = await storeConflicts(trx, draftId, { revision, operatorId }, result.conflicts, now)
  const response: SaveResponse = { refused: result.refused, revision, differing: result.differing, conflicts }
  await saveResponse(
    trx,
    { draftId, id: editingSession },
    operatorId,
    { seq, response: JSON.stringify(response) },
    now,
  )
  return response
}

/** The stored lines that a save names: the first save of a draft finds none. */
async function readStored(trx: Db, input: SaveRequest, revision: number) {
  const ids = [...input.lines, ...input.removes].map(({ id }) => id)
  return revision === 1 ? new Map<string, SavedLine>() : readSavedLines(trx, input.draftId, ids)
}

async function heldLines(trx: Db, { draftId, connectionId }: SaveRequest, ids: readonly string[]) {
  return findHeldLines(trx, draftId, await environmentOf(trx, connectionId), ids)
}

/** Ranks among lines that others inserted since the session read the draft. */
async function ranksOf(trx: Db, input: SaveRequest): Promise<ReadonlyMap<string, number>> {
  const above = input.lines.flatMap(({ after }) => after ?? [])
  const isPlaced = input.lines.some(({ after }) => after !== undefined)
  if (!isPlaced) return new Map()
  const { key } = sheets[input.sheetId]
  const since = { revision: input.seen + 1, line: '' }
  const changed = await readLineChanges(trx, input.draftId, since, MAX_LINES_OF_OTHERS)
  const isOthers = ({ isRemoved, trail }: SavedLine) =>
    !isRemoved && Object.values(trail).some(([, session]) => session !== input.editingSession)
  const concurrentLines = changed
    .filter(isOthers)
    .map(({ rank, texts }) => ({ rank, key: texts[key] ?? '' }))
    .sort((a, b) => a.rank - b.rank)
  const kept = await readSavedLines(trx, input.draftId, above)
  const sent = new Map(input.lines.map(line => [line.id, line]))
  const lineOf = (id: string) => sent.get(id) ?? kept.get(id)
  return placeSaved(input.lines, key, {
    concurrentLines,
    rankOf: id => lineOf(id)?.rank,
    keyOf: id => lineOf(id)?.texts[key] ?? '',
  })
}

/** Stores conflicts for the sessions that wrote first. @returns the conflicts for the session that wrote last */
async function storeConflicts(
  trx: Db,
  draftId: string,
  save: { readonly revision: number; readonly operatorId: string },
  lineConflicts: readonly LineConflict[],
  now: Date,
): Promise<Conflict[]> {
  if (lineConflicts.length === 0) return []
  const people = await findSessionOperators(trx, draftId, [...new Set(lineConflicts.map(({ of }) => of))])
  const kept = lineConflicts.flatMap(({ of, ...conflict }) => {
    const operator = people.get(of)
    return operator ? [{ ...conflict, editingSession: of, operatorId: operator.id }] : []
  })
  await addConflicts(trx, draftId, save, kept, now)
  return lineConflicts.map(({ of, ...conflict }) => {
    const other = people.get(of)
    return { ...conflict, by: { name: authorName(other?.name ?? ''), isYou: other?.id === save.operatorId } }
  })
}

/** Deletes data that no session needs any more; called once per session. */
async function deleteOutdated(trx: Db, draftId: string, now: Date): Promise<void> {
  const before = (age: number) => iso(now.getTime() - age)
  await purgeRemovedLines(trx, draftId, before(REMOVED_LINES_KEPT_MS))
  await deleteIdleSessions(trx, draftId, before(DAY_MS))
  await clearResponses(trx, draftId, before(DAY_MS))
  await deleteConflictsBefore(trx, draftId, before(CONFLICTS_KEPT_MS))
}
