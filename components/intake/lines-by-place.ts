import { hidden } from '@/lib/intake/imported'
import { seatOf } from '@/lib/intake/line-place'
import type { Texts } from '@/lib/sheet/draft'

/** Lines by where they stand in their file, however it was read. Lines of one row are handed out in the order in which they came. */
export class LinesByPlace {
  private readonly lines = new Map<string, Texts[]>()

  add(texts: Texts): void {
    const place = seatOf(texts[hidden.source] ?? '')
    const there = this.lines.get(place)
    if (there) there.push(texts)
    else this.lines.set(place, [texts])
  }

  /** The next line that stood where this one stands; undefined: there is none, or no more. */
  take(texts: Texts): Texts | undefined {
    return this.lines.get(seatOf(texts[hidden.source] ?? ''))?.shift()
  }
}
