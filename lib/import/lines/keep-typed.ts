import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import {
  liveOrigins,
  type Origin,
  type OriginKind,
  originJson,
  originsOf,
  withOrigins,
} from '@/lib/import/recipe/values/origins'
import type { Texts } from '@/lib/sheet/schema/line'

/** A line of a file that was read again, with the texts that were typed into it since its import. */
interface RereadLine {
  readonly texts: Texts
  /** How many cells keep a typed text instead of the file's. */
  readonly cells: number
}

/** Kinds of origins that are filled again, because their source cells may have other texts now. */
const derivedKinds: ReadonlySet<OriginKind> = new Set(['recipient', 'postal-code'])

/**
 * Merges a re-read line with its edits: typed texts stay; repaired or filled texts stay if the file's text did not
 * change.
 * @param was the line as it was imported
 * @param now the line in the sheet, as an order of its own if it was merged
 * @param read the line as the file gives it now
 */
export function keepTyped(was: Texts, now: Texts, read: Texts): RereadLine {
  const live = liveOrigins(now)
  const before = originsOf(was)
  const kept: Record<string, string> = {}
  const origins: string[] = []
  let cells = 0
  for (const column of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [then, text, fresh] = [was[column] ?? '', now[column] ?? '', read[column] ?? '']
    if (column.startsWith('[].$') || text === then || text === fresh) continue
    const origin = live.get(column)
    const isMade = origin !== undefined && !isSameOrigin(origin, before[column])
    if (isMade && (derivedKinds.has(origin.kind) || fresh !== then)) continue
    kept[column] = text
    if (isMade) origins.push(originJson(column, origin))
    else cells++
  }
  const texts = { ...read, ...kept }
  return {
    texts:
      origins.length === 0
        ? texts
        : { ...texts, [hiddenColumns.origins]: withOrigins(texts, origins.join(',')) },
    cells,
  }
}

const isSameOrigin = (a: Origin, b: Origin | undefined): boolean => a.kind === b?.kind && a.text === b.text
