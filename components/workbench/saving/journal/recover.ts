import type { Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { LoggedEdit } from './log'

/** The lines of a draft with the edits that the server had not received. */
export interface Recovered {
  readonly lines: readonly Line[]
  /** Lines to be saved, deleted ones included. */
  readonly dirty: readonly LineId[]
  /** How many lines stay as they are on the server, because another operator changed them meanwhile. */
  readonly lost: number
  /** The texts of the edits in cells that another operator changed meanwhile. */
  readonly overwritten: readonly Pick<Line, 'id' | 'texts'>[]
}

/** The texts that the edits found or left in a cell. */
interface CellTrail {
  readonly texts: Set<string>
  last: string
  isOurs: boolean
}

/** The effect of the edits on a line. */
interface LineTrail {
  /** The line as it was last inserted or removed. */
  line: Line | undefined
  /** The last position that it was moved to. */
  rank: number | undefined
  isGone: boolean
  readonly cells: Map<string, CellTrail>
}

/**
 * Applies edits that may or may not have reached the server to the server's current lines. A cell is written only where
 * its text is one that the edits found or left there; otherwise another operator has changed it since, and it stays.
 */
export function recover(stored: readonly Line[], edits: readonly LoggedEdit[]): Recovered {
  const trails = new Map<LineId, LineTrail>()
  for (const edit of edits) follow(trails, edit)
  const lines = new Map(stored.map(line => [line.id, line]))
  const dirty: LineId[] = []
  const overwritten: Pick<Line, 'id' | 'texts'>[] = []
  let lost = 0
  for (const [id, trail] of trails) {
    const now = lines.get(id)
    const next = trail.isGone ? withoutLine(now, trail) : withLine(now, trail)
    if (next === 'lost') lost++
    else {
      if (next.lost) lost++
      if (next.lost && next.line) overwritten.push({ id, texts: next.lost })
      if (next.line === now) continue
      dirty.push(id)
      if (next.line) lines.set(id, next.line)
      else lines.delete(id)
    }
  }
  return { lines: [...lines.values()], dirty, lost, overwritten }
}

function follow(trails: Map<LineId, LineTrail>, { patch, isMove }: LoggedEdit): void {
  const trailOf = (id: LineId): LineTrail => {
    const known = trails.get(id)
    if (known) return known
    const trail: LineTrail = { line: undefined, rank: undefined, isGone: false, cells: new Map() }
    trails.set(id, trail)
    return trail
  }
  // A line that is removed and inserted in one act is moved.
  const coming = new Map(patch.inserted.map(line => [line.id, line]))
  const turned = new Set<LineId>()
  for (const line of patch.removed) {
    const trail = trailOf(line.id)
    const next = coming.get(line.id)
    if (next) {
      turned.add(line.id)
      turn(trail, line, next)
      continue
    }
    if (!trail.line) for (const column in line.texts) note(trail, column, line.texts[column] ?? '')
    trail.line ??= line
    trail.isGone = true
  }
  for (const line of patch.inserted) {
    if (turned.has(line.id)) continue
    const trail = trailOf(line.id)
    // A line that is inserted again may have other texts than when it was removed.
    const columns = trail.line
      ? new Set([...trail.cells.keys(), ...Object.keys(line.texts)])
      : Object.keys(line.texts)
    for (const column of columns) {
      if (trail.line) note(trail, column, '')
      note(trail, column, line.texts[column] ?? '')
    }
    trail.line = line
    trail.rank = undefined
    trail.isGone = false
  }
  for (const { line, before, after } of patch.changes) {
    const trail = trailOf(line)
    if (trail.isGone) continue
    for (const column in after) {
      if (before[column] === after[column]) continue
      const last = trail.cells.get(column)?.last
      // An undo skips cells that no longer have the text that the act left.
      if (isMove && last !== undefined && last !== before[column]) continue
      note(trail, column, before[column] ?? '')
      note(trail, column, after[column] ?? '', !isMove)
    }
  }
}

/** Follows a line that was moved and may have new texts. */
function turn(trail: LineTrail, was: Line, next: Line): void {
  trail.rank = next.rank
  for (const column of new Set([...Object.keys(was.texts), ...Object.keys(next.texts)])) {
    const [before, after] = [was.texts[column] ?? '', next.texts[column] ?? '']
    if (before === after) continue
    note(trail, column, before)
    note(trail, column, after, true)
  }
}

function note(trail: LineTrail, column: string, text: string, isOurs = false): void {
  const cell = trail.cells.get(column) ?? { texts: new Set(), last: '', isOurs: false }
  cell.texts.add(text)
  cell.last = text
  cell.isOurs ||= isOurs
  trail.cells.set(column, cell)
}

/** The recovered line; `lost`: the texts of the edits in cells that another operator changed. */
type Next = { line: Line | undefined; lost?: Texts | undefined } | 'lost'

/** Removes a line, unless another operator wrote into it. */
function withoutLine(now: Line | undefined, { cells }: LineTrail): Next {
  if (!now) return { line: now }
  const columns = new Set([...Object.keys(now.texts), ...cells.keys()])
  for (const column of columns) {
    const text = now.texts[column] ?? ''
    if (text !== '' && !cells.get(column)?.texts.has(text)) return 'lost'
  }
  return { line: undefined }
}

function withLine(now: Line | undefined, trail: LineTrail): Next {
  const { line, cells } = trail
  if (!now && !line) return [...cells.values()].some(cell => cell.isOurs) ? 'lost' : { line: now }
  const texts: Record<string, string> = { ...now?.texts }
  let lost: Record<string, string> | undefined
  let isChanged = false
  for (const [column, { texts: known, last, isOurs }] of cells) {
    const text = now?.texts[column] ?? ''
    if (text === last) continue
    if (now && !known.has(text)) {
      if (isOurs) lost = { ...lost, [column]: last }
      continue
    }
    isChanged = true
    if (last === '') delete texts[column]
    else texts[column] = last
  }
  const rank = trail.rank ?? line?.rank ?? now?.rank ?? 0
  if (now && !isChanged && rank === now.rank) return { line: now, lost }
  return { line: { id: now?.id ?? line?.id ?? '', rank, texts }, lost }
}
