import { parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { type LineId, SOURCE, type Texts } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/**
 * Ids of lines, made from the row of the file that each came from: two pages that import the file beside their draft at
 * the same moment make the same lines, and their saves are merged.
 */
export class LineIds {
  private readonly seen = new Map<string, number>()

  constructor(private readonly file: LineId) {}

  /** The id of the next line. A row of a product may become several lines. */
  next = (texts: Texts): LineId => {
    const { table = 0, row = 0 } = parseSourcePosition(texts[SOURCE]) ?? {}
    const place = `${this.file}${table.toString(36)}-${row.toString(36)}`
    const earlier = this.seen.get(place) ?? 0
    this.seen.set(place, earlier + 1)
    return earlier === 0 ? place : `${place}-${earlier}`
  }
}

/** Lines without those that another page has saved in the meantime. */
export const notInDraft = <L extends { readonly id: LineId }>(
  { draft }: Workbook,
  lines: readonly L[],
): readonly L[] => lines.filter(({ id }) => !draft.lines.has(id))
