import type { Order } from './grouping'
import type { Judgement } from './judge-order'
import type { PlacedMark } from './marks'

type Said = Pick<Judgement, 'failing' | 'marks'>

/** So many kinds of what is unusual are kept. */
const MOST = 2000

/**
 * What the desk says of orders that are unusual in the same way (`compilePlain`): in a large draft thousands lack the
 * same code, and only the first of them is judged at length.
 */
export class UsualMarks {
  /** Marks name the positions of lines in place of their ids. */
  private readonly known = new Map<string, Said>()

  /** What is said of an order. @returns undefined when none was like it */
  get(unusual: string, { lines }: Order): Said | undefined {
    const usual = this.known.get(unusual)
    return (
      usual && {
        ...usual,
        marks: usual.marks.map(mark => ({ ...mark, line: lines[Number(mark.line)] ?? '' })),
      }
    )
  }

  /** @param unusual what is unusual of the order, so that all is said that is said of it */
  keep(unusual: string, { lines }: Order, { failing, marks }: Said): void {
    // A failure that stands on several cells bears their names.
    if (marks.some(({ mark }) => mark.shared !== undefined)) return
    if (this.known.size >= MOST) this.known.clear()
    const placed = marks.map((mark): PlacedMark => ({ ...mark, line: String(lines.indexOf(mark.line)) }))
    this.known.set(unusual, { failing, marks: placed })
  }
}
