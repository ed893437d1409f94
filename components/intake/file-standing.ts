import { hidden } from '@/lib/intake/imported'
import { liveOrigins } from '@/lib/intake/origins'
import type { CellAddress } from '@/lib/sheet/draft'
import { isOwn } from '@/lib/sheet/own-cells'
import type { Workbook } from '@/lib/sheet/workbook'
import { placeInFile } from './aside-places'
import { inSlices } from './slices'

/** How the lines that a file brought stand in the sheet by now. */
export interface FileStanding {
  /** Cells that somebody should look at and nobody did; those of orders at the service do not count. */
  readonly toReview: number
  /** The first of them. */
  readonly first: CellAddress | undefined
  /** Lines that are, or may be, at the service. */
  readonly locked: number
  /** Of the rows that were asked about: those that are in the sheet, by `asidePlace`. */
  readonly there: ReadonlySet<string>
}

/**
 * Counts what is still to be said of a file's lines, in pieces between which the screen is painted.
 * @param places rows that something is said about, by `asidePlace`
 * @returns undefined once it was called off
 */
export async function fileStanding(
  workbook: Workbook,
  file: string,
  places: ReadonlySet<string>,
  isOff: () => boolean,
): Promise<FileStanding | undefined> {
  let toReview = 0
  let locked = 0
  let first: CellAddress | undefined
  const there = new Set<string>()
  const { order, lines } = workbook.draft
  const isWhole = await inSlices(order, id => {
    const texts = lines.get(id)?.texts
    if (!texts?.[hidden.source]?.startsWith(`${file}:`)) return !isOff()
    if (places.size > 0) {
      const place = placeInFile(texts)
      if (places.has(place)) there.add(place)
    }
    if (workbook.isLocked(id)) locked++
    else if (texts[hidden.origins]?.includes('"review":true')) {
      for (const [column, { review }] of liveOrigins(texts)) {
        if (!review || !isOwn(workbook.edits, id, column)) continue
        toReview++
        first ??= { line: id, column }
      }
    }
    return !isOff()
  })
  return isWhole ? { toReview, first, locked, there } : undefined
}
