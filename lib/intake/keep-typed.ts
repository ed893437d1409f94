import type { Texts } from '@/lib/sheet/draft'
import { hidden, type Origin, type OriginKind } from './imported'
import { liveOrigins, originJson, originsOf, withOrigins } from './origins'

/** A line of a file that was read another way, with what somebody typed into it since it was brought. */
export interface Kept {
  readonly texts: Texts
  /** Cells that say what was typed, and not what the file says now. */
  readonly cells: number
}

/** Filled from cells of the line that the file may spell otherwise now: they are filled again. */
const followers: ReadonlySet<OriginKind> = new Set(['recipient', 'postal-code'])

/**
 * What a line says once its file was read another way: what the file says, but what a person typed stays, whatever was
 * there before. What was mended or filled stays where the file says what it said then.
 * @param was the line as it was brought; @param now as it stands in the sheet, an order of its own where it was merged;
 * @param read as the file says it now
 */
export function keepTyped(was: Texts, now: Texts, read: Texts): Kept {
  const live = liveOrigins(now)
  const before = originsOf(was)
  const kept: Record<string, string> = {}
  const origins: string[] = []
  let cells = 0
  for (const column of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [then, text, fresh] = [was[column] ?? '', now[column] ?? '', read[column] ?? '']
    if (column.startsWith('[].$') || text === then || text === fresh) continue
    const origin = live.get(column)
    const isMade = origin !== undefined && !isSame(origin, before[column])
    if (isMade && (followers.has(origin.kind) || fresh !== then)) continue
    kept[column] = text
    if (isMade) origins.push(originJson(column, origin))
    else cells++
  }
  const texts = { ...read, ...kept }
  return {
    texts:
      origins.length === 0 ? texts : { ...texts, [hidden.origins]: withOrigins(texts, origins.join(',')) },
    cells,
  }
}

const isSame = (a: Origin, b: Origin | undefined): boolean => a.kind === b?.kind && a.text === b.text
