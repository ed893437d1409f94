import { hidden } from '@/lib/intake/imported'
import { liveOrigins } from '@/lib/intake/origins'
import type { CellAddress } from '@/lib/sheet/draft'
import { isOwn } from '@/lib/sheet/own-cells'
import type { Workbook } from '@/lib/sheet/workbook'
import { painted } from './painted'

/** A piece of the count takes no longer, in milliseconds. */
const PIECE = 8
/** Lines that are looked at between two looks at the clock. */
const RUN = 100

/** How the lines that a file brought stand in the sheet by now. */
export interface FileStanding {
  /** Cells that somebody should look at and nobody did; those of orders at the service do not count. */
  readonly toReview: number
  /** The first of them. */
  readonly first: CellAddress | undefined
  /** Lines that are, or may be, at the service. */
  readonly locked: number
}

/**
 * Counts what is still to be said of a file's lines, in pieces between which the screen is painted.
 * @returns undefined once it was called off
 */
export async function fileStanding(
  workbook: Workbook,
  file: string,
  isOff: () => boolean,
): Promise<FileStanding | undefined> {
  let toReview = 0
  let locked = 0
  let first: CellAddress | undefined
  const { order, lines } = workbook.draft
  let since = performance.now()
  for (let at = 0; at < order.length; at++) {
    if (at % RUN === 0 && performance.now() - since > PIECE) {
      await painted()
      if (isOff()) return undefined
      since = performance.now()
    }
    const id = order[at] ?? ''
    const texts = lines.get(id)?.texts
    if (!texts?.[hidden.source]?.startsWith(`${file}:`)) continue
    if (workbook.isLocked(id)) {
      locked++
      continue
    }
    if (!texts[hidden.origins]?.includes('"review":true')) continue
    for (const [column, { review }] of liveOrigins(texts)) {
      if (!review || !isOwn(workbook.edits, id, column)) continue
      toReview++
      first ??= { line: id, column }
    }
  }
  return { toReview, first, locked }
}
