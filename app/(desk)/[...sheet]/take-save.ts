import type { Meeting, SaveAnswer, SaveRequest } from '@/components/workbench/together'
import type { Clash } from '@/lib/sheet/merge'
import { mergeSave } from '@/lib/sheet/merge-save'
import { placeSaved } from '@/lib/sheet/place-saved'
import { sheets } from '@/lib/sheet/sheets'
import type { Handle } from '@/lib/store/database'
import { addClashes, forgetClashes } from '@/lib/store/draft-clashes'
import {
  forgetRemoved,
  type KeptRow,
  openDraft,
  readChanges,
  readKept,
  writeLines,
} from '@/lib/store/draft-saves'
import { forgetAnswers, forgetIdle, keepAnswer, lastSave, operatorsOf } from '@/lib/store/draft-sittings'
import { heldAmong } from '@/lib/store/held-lines'
import { environmentOf } from './environment'

/** Lines of others that a save looks at to find its place among them. */
const INTRUDERS = 10_000
const DAY = 24 * 60 * 60 * 1000
/** What is kept of lines that were taken out, and of whom nobody told that their text is gone, in milliseconds. */
const KEPT_REMOVED = DAY
const KEPT_CLASHES = 30 * DAY

/**
 * Works a save into a draft. To be called in a transaction: saves of one draft come one after the other in it.
 * @returns undefined when the draft was archived or deleted
 */
export async function takeSave(
  trx: Handle,
  input: SaveRequest,
  operatorId: string,
  now: Date,
): Promise<SaveAnswer | undefined> {
  const { draftId, sitting, seq } = input
  const head = { id: draftId, sheet: input.sheetId, name: input.name, operatorId, records: input.records }
  const revision = await openDraft(trx, head, now)
  if (revision === undefined) return undefined
  const last = await lastSave(trx, { draftId, id: sitting })
  // It was taken, and its answer was lost on the way.
  if (last && last.seq >= seq) {
    // Of an answer that was emptied meanwhile the news tells the rest.
    return last.answer === ''
      ? { refused: 0, revision, there: [], met: [] }
      : (JSON.parse(last.answer) as SaveAnswer)
  }
  if (seq === 1) await tidy(trx, draftId, now)
  const ids = [...input.lines, ...input.removes].map(({ id }) => id)
  const kept = await readKept(trx, draftId, ids)
  const result = mergeSave(input, {
    kept,
    ranks: input.seen + 1 < revision ? await placesOf(trx, input) : undefined,
    held: await heldAmong(trx, draftId, await environmentOf(trx, input.connectionId), ids),
    stamp: [revision, sitting],
  })
  await writeLines(trx, draftId, revision, result.lines, now)
  const met = await keepClashes(trx, draftId, { revision, operatorId }, result.clashes, now)
  const answer = { refused: result.refused, revision, there: result.there, met }
  await keepAnswer(
    trx,
    { draftId, id: sitting },
    operatorId,
    { seq, answer: JSON.stringify(answer satisfies SaveAnswer) },
    now,
  )
  return answer
}

/** Places among lines that others put into the draft since the sitting looked. */
async function placesOf(trx: Handle, input: SaveRequest): Promise<ReadonlyMap<string, number>> {
  const above = input.lines.flatMap(({ after }) => after ?? [])
  const isPlaced = input.lines.some(({ after }) => after !== undefined)
  if (!isPlaced) return new Map()
  const { key } = sheets[input.sheetId]
  const since = { revision: input.seen + 1, line: '' }
  const changed = await readChanges(trx, input.draftId, since, INTRUDERS)
  const isOthers = ({ isRemoved, trail }: KeptRow) =>
    !isRemoved && Object.values(trail).some(([, sitting]) => sitting !== input.sitting)
  const intruders = changed
    .filter(isOthers)
    .map(({ rank, texts }) => ({ rank, key: texts[key] ?? '' }))
    .sort((a, b) => a.rank - b.rank)
  const kept = await readKept(trx, input.draftId, above)
  const sent = new Map(input.lines.map(line => [line.id, line]))
  const lineOf = (id: string) => sent.get(id) ?? kept.get(id)
  return placeSaved(input.lines, key, {
    intruders,
    rankOf: id => lineOf(id)?.rank,
    keyOf: id => lineOf(id)?.texts[key] ?? '',
  })
}

/** Keeps clashes for those who wrote first. @returns them for who wrote last */
async function keepClashes(
  trx: Handle,
  draftId: string,
  save: { readonly revision: number; readonly operatorId: string },
  clashes: readonly Clash[],
  now: Date,
): Promise<Meeting[]> {
  if (clashes.length === 0) return []
  const people = await operatorsOf(trx, draftId, [...new Set(clashes.map(({ of }) => of))])
  const kept = clashes.flatMap(({ of, ...clash }) => {
    const operator = people.get(of)
    return operator ? [{ ...clash, sitting: of, operatorId: operator.id }] : []
  })
  await addClashes(trx, draftId, save, kept, now)
  return clashes.map(({ of, ...clash }) => {
    const other = people.get(of)
    return { ...clash, by: { name: other?.name ?? '', isYou: other?.id === save.operatorId } }
  })
}

/** Once in every sitting, what nobody needs any more goes. */
async function tidy(trx: Handle, draftId: string, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  await forgetRemoved(trx, draftId, before(KEPT_REMOVED))
  await forgetIdle(trx, draftId, before(DAY))
  await forgetAnswers(trx, draftId, before(DAY))
  await forgetClashes(trx, draftId, before(KEPT_CLASHES))
}
