import type { Cursor, DraftChanges, Somebody } from '@/components/workbench/together'
import type { Database } from '@/lib/store/database'
import { listClashes } from '@/lib/store/draft-clashes'
import { draftPulse, type KeptRow, readChanges } from '@/lib/store/draft-saves'
import { attend, isSeen, listPresent, operatorsOf, type SittingKey } from '@/lib/store/draft-sittings'

/** Lines of one piece: an answer of some hundred kilobytes at most. */
const PIECE = 250
/** That a sitting goes on is written down this often, and believed this long, in milliseconds: unseen pages ask seldom. */
const FRESH = 8000
const ALIVE = 75_000

/** What is new to a sitting. @param told the revision up to which it knows of clashes. undefined: there is no such draft */
export async function readNews(
  { kysely: handle, write }: Pick<Database, 'kysely' | 'write'>,
  key: SittingKey,
  operatorId: string,
  since: Cursor,
  told: number,
  now: Date,
): Promise<DraftChanges | undefined> {
  const { draftId, id: sitting } = key
  // First: lines read after it are at least as new.
  const pulse = await draftPulse(handle, draftId)
  if (!pulse) return undefined
  const ago = (time: number) => new Date(now.getTime() - time).toISOString()
  if (!(await isSeen(handle, key, ago(FRESH)))) await write(trx => attend(trx, key, operatorId, now))
  const isOutdated = since.revision <= pulse.floor
  const isNew = since.revision <= pulse.revision && !isOutdated
  const rows = isNew ? await readChanges(handle, draftId, since, PIECE) : []
  const last = rows.length === PIECE ? rows.at(-1) : undefined
  const authors = new Map(rows.map(row => [row.id, authorOf(row, sitting)]))
  const people = await operatorsOf(handle, draftId, [...new Set(authors.values())])
  const isYou = (id: string) => id === operatorId
  const by = ({ id }: KeptRow) => authors.get(id) ?? ''
  const present = await listPresent(handle, draftId, ago(ALIVE))
  const clashes = await listClashes(handle, draftId, { id: sitting, operatorId }, told, ago(ALIVE))
  return {
    name: pulse.name,
    revision: pulse.revision,
    isOutdated,
    lines: rows
      .filter(row => !row.isRemoved)
      .map(row => ({ id: row.id, rank: row.rank, texts: row.texts, by: by(row) })),
    removed: rows.filter(row => row.isRemoved).map(row => ({ id: row.id, by: by(row) })),
    people: Object.fromEntries(
      [...people].map(([id, who]): [string, Somebody] => [id, { name: who.name, isYou: isYou(who.id) }]),
    ),
    next: last ? { revision: last.revision, line: last.id } : null,
    present: present
      .filter((one, i) => one.sitting !== sitting && isFirst(present, one, i, sitting))
      .map(one => ({ name: one.name, isYou: isYou(one.operatorId) })),
    told: clashes.map(({ by: name, byId, ...clash }) => ({ ...clash, by: { name, isYou: isYou(byId) } })),
  }
}

type Presence = Awaited<ReturnType<typeof listPresent>>

/** Somebody with several tabs is there once. */
const isFirst = (all: Presence, one: Presence[number], at: number, sitting: string): boolean =>
  all.findIndex(other => other.operatorId === one.operatorId && other.sitting !== sitting) === at

/** The sitting that wrote into a line last, other than the one that asks. */
function authorOf({ trail }: KeptRow, sitting: string): string {
  const others = Object.values(trail).filter(([, who]) => who !== sitting)
  return others.reduce<readonly [number, string]>(
    (newest, one) => (one[0] > newest[0] ? one : newest),
    [-1, ''],
  )[1]
}
