import { fileRowOf, hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import type { Texts } from '@/lib/sheet/schema/line'

/** Lines by their rows, in any reading. Lines of the same row are returned in the order in which they were added. */
export class LinesByPlace {
  private readonly lines = new Map<string, Texts[]>()

  add(texts: Texts): void {
    const place = fileRowOf(texts[hiddenColumns.source] ?? '')
    const there = this.lines.get(place)
    if (there) there.push(texts)
    else this.lines.set(place, [texts])
  }

  /** The next line of the same row; undefined after the last one. */
  take(texts: Texts): Texts | undefined {
    return this.lines.get(fileRowOf(texts[hiddenColumns.source] ?? ''))?.shift()
  }
}
