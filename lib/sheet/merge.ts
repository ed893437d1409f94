import type { Line, LineId, Texts } from './draft'

/** When a cell was written last, and in which sitting. Revisions of a draft count its saves. */
export type Stamp = readonly [revision: number, sitting: string]

/** By column, when its cell was written last; '' is for all the others. */
export type Trail = Readonly<Record<string, Stamp>>

/** A line as the server keeps it. One that was taken out stays for a while, without its texts, so that others hear. */
export interface KeptLine extends Line {
  readonly trail: Trail
  readonly isRemoved: boolean
}

/** A line that a sitting changed. */
export interface SentLine extends Line {
  /** What the operator saw in the cells that he wrote; null: the line is new. */
  readonly before: Texts | null
  /** Whether it was put in another place. */
  readonly isMoved?: boolean | undefined
  /** The line that it stands under, of one that is new or was moved; null: it is the first. */
  readonly after?: LineId | null | undefined
}

/** A line that a sitting took out, and the revision of the draft that its operator had seen then. */
export interface SentRemoval {
  readonly id: LineId
  readonly seen: number
}

/**
 * Two sittings meant different things. `replaced`: `texts` stood in the line, written in the sitting `of`, and were not
 * seen by who wrote over them. `revived`: a line that `of` took out came back, because somebody wrote into it.
 * `kept`: a line stays, because `of` wrote into it unseen by who took it out.
 */
export interface Clash {
  readonly kind: 'replaced' | 'revived' | 'kept'
  readonly line: LineId
  readonly of: string
  readonly texts: Texts
}

/** What a save makes of a line: how it is kept from now on (undefined: as before), and whom it met. */
export interface Merged {
  readonly line: KeptLine | undefined
  readonly clashes: readonly Clash[]
}

const unmarked: Stamp = [0, '']
const nothing: Merged = { line: undefined, clashes: [] }

const stampOf = (trail: Trail, column: string): Stamp => trail[column] ?? trail[''] ?? unmarked

/**
 * Writes what a sitting sent into the line as it is kept: cell by cell, the later save wins. Cells that it did not write
 * stay as others left them. @param stamp of this save
 */
export function mergeLine(kept: KeptLine | undefined, sent: SentLine, stamp: Stamp): Merged {
  if (!kept || kept.isRemoved) {
    const [, remover] = stampOf(kept?.trail ?? {}, '')
    const isRevived = kept !== undefined && sent.before !== null && remover !== stamp[1]
    return {
      line: { ...comes(sent), trail: { '': stamp }, isRemoved: false },
      clashes: isRevived ? [{ kind: 'revived', line: sent.id, of: remover, texts: {} }] : [],
    }
  }
  const texts: Record<string, string> = { ...kept.texts }
  const written: string[] = []
  const lost = new Map<string, Record<string, string>>()
  for (const column of Object.keys(sent.before ?? sent.texts)) {
    const [now, next] = [kept.texts[column] ?? '', sent.texts[column] ?? '']
    if (now === next) continue
    written.push(column)
    if (next === '') delete texts[column]
    else texts[column] = next
    const [, of] = stampOf(kept.trail, column)
    if (now === (sent.before?.[column] ?? '') || of === stamp[1]) continue
    lost.set(of, { ...lost.get(of), [column]: now })
  }
  const rank = sent.before === null || sent.isMoved ? sent.rank : kept.rank
  if (written.length === 0 && rank === kept.rank) return nothing
  return {
    line: { id: kept.id, rank, texts, trail: stamped(kept, texts, written, stamp), isRemoved: false },
    clashes: [...lost].map(([of, texts]) => ({ kind: 'replaced', line: kept.id, of, texts })),
  }
}

/** Takes a line out, unless somebody wrote into it since the operator looked. */
export function mergeRemoval(kept: KeptLine | undefined, { id, seen }: SentRemoval, stamp: Stamp): Merged {
  if (!kept || kept.isRemoved) return nothing
  const unseen = Object.values(kept.trail).find(
    ([revision, sitting]) => revision > seen && sitting !== stamp[1],
  )
  if (unseen) return { line: undefined, clashes: [{ kind: 'kept', line: id, of: unseen[1], texts: {} }] }
  return {
    line: { id, rank: kept.rank, texts: {}, trail: { '': stamp }, isRemoved: true },
    clashes: [],
  }
}

/** Whether a line says and stands what a sitting believes after its save. */
export function isAsSent(kept: Line, sent: Line): boolean {
  if (kept.rank !== sent.rank) return false
  for (const column in kept.texts) if ((sent.texts[column] ?? '') !== kept.texts[column]) return false
  for (const column in sent.texts) if ((kept.texts[column] ?? '') !== sent.texts[column]) return false
  return true
}

const comes = ({ id, rank, texts }: Line): Line => ({
  id,
  rank,
  texts: Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
})

/** The trail after some cells were written: the shorter way of saying it, exactly. */
function stamped({ trail, texts: was }: KeptLine, texts: Texts, written: string[], stamp: Stamp): Trail {
  const columns = new Set([...Object.keys(trail), ...Object.keys(was), ...Object.keys(texts)])
  columns.delete('')
  const next: Record<string, Stamp> = {}
  if (written.length * 2 <= columns.size) {
    Object.assign(next, trail)
    for (const column of written) next[column] = stamp
    return next
  }
  next[''] = stamp
  for (const column of columns) if (!written.includes(column)) next[column] = stampOf(trail, column)
  return next
}
