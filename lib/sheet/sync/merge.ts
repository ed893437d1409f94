import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'

/** The save that wrote a cell last, and its editing session. Revisions of a draft count its saves. */
export type Stamp = readonly [revision: number, session: string]

/** By column, the save that wrote its cell last; '' means all other columns. */
export type Trail = Readonly<Record<string, Stamp>>

/**
 * A line as the server stores it. A removed line stays for a while, without texts, so that other sessions learn of it.
 */
export interface KeptLine extends Line {
  readonly trail: Trail
  readonly isRemoved: boolean
}

/** A line that an editing session changed. */
export interface SentLine extends Line {
  /** The texts that the operator saw in the cells before writing them; null: the line is new. */
  readonly before: Texts | null
  readonly isMoved?: boolean | undefined
  /** For a new or moved line: the line above it; null: it is the first. */
  readonly after?: LineId | null | undefined
}

/** A line that an editing session removed, and the revision of the draft that its operator had seen then. */
export interface SentRemoval {
  readonly id: LineId
  readonly seen: number
}

/**
 * Two editing sessions changed the same line. `replaced`: the session `of` wrote `texts`, and they were overwritten by
 * an operator who had not seen them. `revived`: `of` removed a line that came back, because another session wrote into
 * it. `kept`: a line is not removed, because `of` wrote into it and the remover had not seen that.
 */
export interface LineConflict {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: LineId
  readonly of: string
  readonly texts: Texts
}

/** Result of saving a line: the line to store (undefined: unchanged), and its conflicts. */
export interface Merged {
  readonly line: KeptLine | undefined
  readonly conflicts: readonly LineConflict[]
}

const unmarked: Stamp = [0, '']
const nothing: Merged = { line: undefined, conflicts: [] }

/** The save that wrote a cell last; revision 0: unknown. */
export const writerOf = (trail: Trail, column: string): Stamp => trail[column] ?? trail[''] ?? unmarked

/**
 * Merges the cells that an editing session wrote into the stored line. The later save wins, cell by cell;
 * other cells stay.
 * @param stamp of this save
 */
export function mergeLine(kept: KeptLine | undefined, sent: SentLine, stamp: Stamp): Merged {
  if (!kept || kept.isRemoved) {
    const [, remover] = writerOf(kept?.trail ?? {}, '')
    const isRevived = kept !== undefined && sent.before !== null && remover !== stamp[1]
    return {
      line: { ...withoutBlanks(sent), trail: { '': stamp }, isRemoved: false },
      conflicts: isRevived ? [{ kind: 'revived', line: sent.id, of: remover, texts: {} }] : [],
    }
  }
  const texts: Record<string, string> = { ...kept.texts }
  const writtenColumns: string[] = []
  const lost = new Map<string, Record<string, string>>()
  for (const column of Object.keys(sent.before ?? sent.texts)) {
    const [now, next] = [kept.texts[column] ?? '', sent.texts[column] ?? '']
    if (now === next) continue
    writtenColumns.push(column)
    if (next === '') delete texts[column]
    else texts[column] = next
    const [, of] = writerOf(kept.trail, column)
    if (now === (sent.before?.[column] ?? '') || of === stamp[1]) continue
    lost.set(of, { ...lost.get(of), [column]: now })
  }
  const rank = sent.before === null || sent.isMoved ? sent.rank : kept.rank
  if (writtenColumns.length === 0 && rank === kept.rank) return nothing
  return {
    line: { id: kept.id, rank, texts, trail: stamped(kept, texts, writtenColumns, stamp), isRemoved: false },
    conflicts: [...lost].map(([of, texts]) => ({ kind: 'replaced', line: kept.id, of, texts })),
  }
}

/** Removes a line, unless another session wrote into it since the operator saw it. */
export function mergeRemoval(kept: KeptLine | undefined, { id, seen }: SentRemoval, stamp: Stamp): Merged {
  if (!kept || kept.isRemoved) return nothing
  const unseen = Object.values(kept.trail).find(
    ([revision, session]) => revision > seen && session !== stamp[1],
  )
  if (unseen) return { line: undefined, conflicts: [{ kind: 'kept', line: id, of: unseen[1], texts: {} }] }
  return {
    line: { id, rank: kept.rank, texts: {}, trail: { '': stamp }, isRemoved: true },
    conflicts: [],
  }
}

/** Whether a stored line has the rank and texts that were sent. */
export function isAsSent(kept: Line, sent: Line): boolean {
  if (kept.rank !== sent.rank) return false
  // Texts of a new line, which all stay as they were sent.
  if (kept.texts === sent.texts) return true
  for (const column in kept.texts) if ((sent.texts[column] ?? '') !== kept.texts[column]) return false
  for (const column in sent.texts) if ((kept.texts[column] ?? '') !== sent.texts[column]) return false
  return true
}

function withoutBlanks({ id, rank, texts }: Line): Line {
  for (const column in texts) {
    if (texts[column] !== '') continue
    return { id, rank, texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) }
  }
  return { id, rank, texts }
}

/** The trail after some cells were written, in its shorter form. */
function stamped(
  { trail, texts: was }: KeptLine,
  texts: Texts,
  writtenColumns: string[],
  stamp: Stamp,
): Trail {
  const columns = new Set([...Object.keys(trail), ...Object.keys(was), ...Object.keys(texts)])
  columns.delete('')
  const next: Record<string, Stamp> = {}
  if (writtenColumns.length * 2 <= columns.size) {
    Object.assign(next, trail)
    for (const column of writtenColumns) next[column] = stamp
    return next
  }
  next[''] = stamp
  for (const column of columns) if (!writtenColumns.includes(column)) next[column] = writerOf(trail, column)
  return next
}
