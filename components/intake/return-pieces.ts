import type { Returned, ReturnedLine } from '@/lib/intake/return-read'
import type { LineId, Texts } from '@/lib/sheet/draft'

// What came back of 100,000 lines takes the page a second to copy: it comes in pieces, as lines do.

/** What there is little of in what came back. */
export interface ReturnedHead extends Omit<Returned, 'base' | 'lines'> {
  /** Whether it is known what each line said when it left. */
  readonly isBased: boolean
}

/** Some of the rest: what lines said when they left, and what rows say now. */
export interface ReturnedPiece {
  readonly base: readonly (readonly [LineId, Texts])[]
  readonly lines: readonly ReturnedLine[]
}

export const headOf = ({ base, lines: _, ...head }: Returned): ReturnedHead => ({
  ...head,
  isBased: base !== undefined,
})

/** All but the head, piece by piece. @param size lines of a piece */
export function* piecesOf({ base, lines }: Returned, size: number): Generator<ReturnedPiece> {
  const left = [...(base ?? [])]
  for (let at = 0; at < left.length; at += size) yield { base: left.slice(at, at + size), lines: [] }
  for (let at = 0; at < lines.length; at += size) yield { base: [], lines: lines.slice(at, at + size) }
}

/** Puts a head and all its pieces together. @param next the next piece; undefined: there are no more */
export async function joined(
  { isBased, ...head }: ReturnedHead,
  next: () => Promise<ReturnedPiece | undefined>,
): Promise<Returned> {
  const base = new Map<LineId, Texts>()
  const lines: ReturnedLine[] = []
  // The next piece is made ready while this one is put in.
  let coming = next()
  for (let piece = await coming; piece; piece = await coming) {
    coming = next()
    for (const [key, texts] of piece.base) base.set(key, texts)
    for (const line of piece.lines) lines.push(line)
  }
  return { ...head, lines, ...(isBased && { base }) }
}
