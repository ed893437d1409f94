import type { Column } from '@/lib/sheet/columns'
import { type DamageKind, repairs } from './repairs'

/** A cell whose text was probably another. */
export interface Repaired {
  /** Position of the line among those that were looked at. */
  readonly at: number
  readonly before: string
  readonly after: string
}

/** One kind of damage in one column, and how each cell would be mended. Nothing is changed until somebody accepts it. */
export interface Proposal {
  readonly column: string
  readonly kind: DamageKind
  readonly cells: readonly Repaired[]
}

/** Lines to look at, in any number. */
export interface Lines {
  readonly count: number
  text(at: number, column: string): string
  /** Country of the order that a line belongs to: JP, KR, …; '' when it is not said. */
  country(at: number): string
}

const kinds = Object.keys(repairs) as DamageKind[]

/** Kinds of cells whose texts mean what their letters say; a number or a choice is read whatever its width. */
const isLooked = ({ kind, url }: Column): boolean => kind === 'text' && !url

/** Most texts are plain: of these characters nothing is damaged but what stands between digits only. */
const plain = /^[\w .,:/@+()&-]*$/
/** What may be wrong with plain texts: lost zeros, trailing `.0`, dates. */
const suspect = /^\s*\d|^[A-Za-z]{3}-\d/

/**
 * Finds texts that were damaged on their way here and can be mended: columns left to right, kinds in the order of
 * `repairs`. A cell with several kinds of damage stands in each; accepting one leaves the others to be found again.
 */
export function findDamage(lines: Lines, columns: readonly Column[]): Proposal[] {
  const proposals: Proposal[] = []
  for (const column of columns) {
    if (!isLooked(column)) continue
    const found = new Map<DamageKind, Repaired[]>()
    for (let at = 0; at < lines.count; at++) {
      const text = lines.text(at, column.id)
      if (text === '' || (plain.test(text) && (column.holds === undefined || !suspect.test(text)))) continue
      look(text, column, lines, at, found)
    }
    for (const kind of kinds) {
      const cells = found.get(kind)
      if (cells) proposals.push({ column: column.id, kind, cells })
    }
  }
  return proposals
}

function look(
  text: string,
  column: Column,
  lines: Lines,
  at: number,
  found: Map<DamageKind, Repaired[]>,
): void {
  const around = { country: lines.country(at) }
  for (const kind of kinds) {
    const after = repairs[kind](text, column, around)
    if (after === undefined) continue
    const cells = found.get(kind) ?? []
    found.set(kind, cells)
    cells.push({ at, before: text, after })
  }
}
