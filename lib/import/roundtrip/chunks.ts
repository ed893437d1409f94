import type { LineId, Texts } from '@/lib/sheet/schema/line'
import type { ReimportedFile, ReimportedLine } from './read'

// A returned file of 100,000 lines takes the page a second to copy, so it comes in chunks.

/** A returned file without its lines. */
export interface RoundTripHead extends Omit<ReimportedFile, 'base' | 'lines'> {
  /** Whether the file has the texts of its lines as they were downloaded. */
  readonly hasOriginalTexts: boolean
}

/** Some lines of a returned file: as they were downloaded (`base`), and as its rows are now. */
export interface RoundTripChunk {
  readonly base: readonly (readonly [LineId, Texts])[]
  readonly lines: readonly ReimportedLine[]
}

/** A returned file without its lines, which follow in chunks. */
export const headOf = ({ base, lines: _, ...head }: ReimportedFile): RoundTripHead => ({
  ...head,
  hasOriginalTexts: base !== undefined,
})

/** The lines of a returned file, in chunks. @param size lines of a chunk */
export function* chunksOf({ base, lines }: ReimportedFile, size: number): Generator<RoundTripChunk> {
  const exported = [...(base ?? [])]
  for (let at = 0; at < exported.length; at += size) yield { base: exported.slice(at, at + size), lines: [] }
  for (let at = 0; at < lines.length; at += size) yield { base: [], lines: lines.slice(at, at + size) }
}

/** Joins a head and its chunks. @param next returns undefined after the last chunk */
export async function joinChunks(
  { hasOriginalTexts, ...head }: RoundTripHead,
  next: () => Promise<RoundTripChunk | undefined>,
): Promise<ReimportedFile> {
  const base = new Map<LineId, Texts>()
  const lines: ReimportedLine[] = []
  // The worker prepares the next chunk while this one is added.
  let following = next()
  for (let chunk = await following; chunk; chunk = await following) {
    following = next()
    for (const [key, texts] of chunk.base) base.set(key, texts)
    for (const line of chunk.lines) lines.push(line)
  }
  return { ...head, lines, ...(hasOriginalTexts && { base }) }
}
