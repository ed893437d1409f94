import { rowPlaceOf } from '@/components/import/controller/lines/skipped-rows'
import { inChunks } from '@/components/import/yield-to-paint'
import { type MissingDefaults, MissingDefaultsFinder } from '@/lib/import/lines/fill/missing-defaults'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { liveOrigins } from '@/lib/import/recipe/values/origins'
import { showsOwnText } from '@/lib/sheet/orders/edits'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** The current state of the lines of a file. */
export interface FileStatus {
  /** Cells that still need a review; cells of orders at the service do not count. */
  readonly toReview: number
  /** The first cell that needs a review. */
  readonly firstToReview: CellAddress | undefined
  /** Lines that are, or may be, at the service. They cannot be changed. */
  readonly locked: number
  /** The given rows that are in the sheet. */
  readonly present: ReadonlySet<string>
  /** What its lines lack because the shop never exports it; lines at the service do not count. */
  readonly missing: MissingDefaults
}

/** Whether a file has a column for one of the sheet. @param mapping how the file was read */
export const exportedBy =
  ({ mapped }: Pick<DetectedMapping, 'mapped'>) =>
  (column: string): boolean =>
    Object.hasOwn(mapped, column)

/**
 * Finds the status of a file's lines, in chunks between which the browser paints.
 * @param isExported whether the file has a column for this one of the sheet
 * @param places rows whose presence is asked for, as `rowPlaceOf` names them
 * @returns undefined when `signal` aborts
 */
export async function fileStatus(
  workbook: Workbook,
  file: string,
  isExported: (column: string) => boolean,
  places: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FileStatus | undefined> {
  let toReview = 0
  let locked = 0
  let firstToReview: CellAddress | undefined
  const present = new Set<string>()
  const finder = new MissingDefaultsFinder(workbook.sheet, isExported)
  const { order, lines } = workbook.draft
  const isWhole = await inChunks(order, id => {
    const texts = lines.get(id)?.texts
    if (!texts?.[hiddenColumns.source]?.startsWith(`${file}:`)) return !signal.aborted
    if (places.size > 0) {
      const place = rowPlaceOf(texts)
      if (places.has(place)) present.add(place)
    }
    if (workbook.isLocked(id)) {
      locked++
      return !signal.aborted
    }
    finder.add(texts)
    if (texts[hiddenColumns.origins]?.includes('"review":true')) {
      for (const [column, { review }] of liveOrigins(texts)) {
        if (!review || !showsOwnText(workbook.edits, id, column)) continue
        toReview++
        firstToReview ??= { line: id, column }
      }
    }
    return !signal.aborted
  })
  return isWhole ? { toReview, firstToReview, locked, present, missing: finder.result() } : undefined
}
