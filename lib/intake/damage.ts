import type { Column } from '@/lib/sheet/columns'
import type { LineId, Texts } from '@/lib/sheet/draft'
import { type DamageKind, placeColumns, repairs } from './repairs'

/** A cell whose text was probably another. */
export interface Damaged {
  readonly line: LineId
  readonly column: string
  readonly kind: DamageKind
  readonly before: string
  readonly after: string
}

/**
 * One kind of damage in one column, and how each cell would be mended; with it the importer's cells that are copies of
 * the recipient's. Nothing is changed until somebody accepts it.
 */
export interface Proposal {
  readonly column: string
  /** Another column that some of the cells stand in. */
  readonly copy?: string
  readonly kind: DamageKind
  readonly cells: readonly Damaged[]
}

const kinds = Object.keys(repairs) as DamageKind[]
const ofNumbers: readonly DamageKind[] = ['unit']
const ofTexts = kinds.filter(kind => !ofNumbers.includes(kind))
/** What a price is in. */
const CURRENCY = 'items[].currency'

/**
 * The columns in which a text means what its letters say, and those of numbers, which may have a unit behind them; a
 * choice is read whatever its width.
 */
export const damageable = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(column => isNumber(column) || (column.kind === 'text' && !column.url))

const isNumber = ({ kind }: Column): boolean => kind === 'number' || kind === 'integer'

/** Most texts are plain: of these characters nothing is damaged but what stands between digits only. */
const plain = /^[\w .,:/@+()&-]*$/
/** Most numbers are but digits. */
const number = /^[\d.,\s-]*$/
/** What may be wrong with plain texts: lost zeros, trailing `.0`, dates. */
const suspect = /^\s*\d|^[A-Za-z]{3}-\d/

const isSound = (text: string, { id, holds }: Column): boolean =>
  plain.test(text) && (holds === undefined || !suspect.test(text)) && !placeColumns.has(id)

/**
 * Finds texts of a line that were damaged on their way here and can be mended. A cell with several kinds of damage is
 * told once for each; after one was mended the others are to be looked for again.
 * @param columns those of `damageable`
 * @param country of the line's order, as a code; '' when it is not said
 */
export function damageOf(
  line: { readonly id: LineId; readonly texts: Texts },
  columns: readonly Column[],
  country: string,
): Damaged[] {
  const found: Damaged[] = []
  const textOf = (column: string) => line.texts[column] ?? ''
  for (const column of columns) {
    const before = line.texts[column.id]
    if (before === undefined || before === '') continue
    const isOfNumber = isNumber(column)
    if (isOfNumber ? number.test(before) : isSound(before, column)) continue
    const currency = (line.texts[CURRENCY] ?? '').trim().toUpperCase()
    for (const kind of isOfNumber ? ofNumbers : ofTexts) {
      const after = repairs[kind](before, column, { country, currency, textOf })
      if (after !== undefined) found.push({ line: line.id, column: column.id, kind, before, after })
    }
  }
  return found
}

/** The recipient's column that one of the importer's says again. */
const copied = (column: string): string | undefined => {
  const [, what] = /^recipient\.importerJapanese([A-Z]\w*)$/.exec(column) ?? []
  return what && `recipient.${what[0]?.toLowerCase()}${what.slice(1)}`
}

/** Damaged cells as one proposal a column and kind: columns left to right, kinds in the order of `repairs`. */
export function proposalsOf(damaged: readonly Damaged[], columns: readonly Column[]): Proposal[] {
  const byPlace = new Map<string, Damaged[]>()
  const sayingOf = ({ kind, line, before }: Damaged, column: string) => `${kind} ${column} ${line} ${before}`
  const said = new Set(damaged.map(cell => sayingOf(cell, cell.column)))
  for (const cell of damaged) {
    const original = copied(cell.column)
    const isCopy = original !== undefined && said.has(sayingOf(cell, original))
    const place = `${cell.kind} ${isCopy ? original : cell.column}`
    const cells = byPlace.get(place)
    if (cells) cells.push(cell)
    else byPlace.set(place, [cell])
  }
  return columns.flatMap(({ id }) =>
    kinds.flatMap(kind => {
      const cells = byPlace.get(`${kind} ${id}`)
      if (!cells) return []
      const copy = cells.find(({ column }) => column !== id)?.column
      return [{ column: id, ...(copy !== undefined && { copy }), kind, cells }]
    }),
  )
}
