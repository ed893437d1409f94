import type { Column } from '@/lib/sheet/schema/columns'
import type { LineId, Texts } from '@/lib/sheet/schema/line'
import { addressColumns, type DamageKind, repairs } from './repairs'

/** A cell with a probably damaged text, and its repair. */
export interface DamagedCell {
  readonly line: LineId
  readonly column: string
  readonly kind: DamageKind
  readonly before: string
  readonly after: string
}

/**
 * One kind of damage in one column and the repair of each cell, including the importer's copies of the recipient's
 * cells. Nothing changes until the operator accepts it.
 */
export interface RepairProposal {
  readonly column: string
  /** The column of the copies among the cells. */
  readonly copy?: string
  readonly kind: DamageKind
  readonly cells: readonly DamagedCell[]
}

const kinds = Object.keys(repairs) as DamageKind[]
const numberKinds: readonly DamageKind[] = ['text-formula', 'unit']
const textKinds = kinds.filter(kind => kind !== 'unit')
/** The column with the currency of a price. */
const CURRENCY = 'items[].currency'

/**
 * Columns of free text, and of numbers, which may have a unit. Choices are excluded, because they are matched
 * regardless of width.
 */
export const repairableColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.filter(column => isNumber(column) || (column.kind === 'text' && !column.url))

const isNumber = ({ kind }: Column): boolean => kind === 'number' || kind === 'integer'

/** Most texts consist of these characters; only those between digits can be damaged. */
const plainText = /^[\w .,:/@+()&-]*$/
/** Most numbers consist of digits and separators. */
const plainNumber = /^[\d.,\s-]*$/
/** Damage that plain texts can have: lost zeros, a trailing `.0`, dates. */
const suspectText = /^\s*\d|^[A-Za-z]{3}-\d/

const isSound = (text: string, { id, holds }: Column): boolean =>
  plainText.test(text) && (holds === undefined || !suspectText.test(text)) && !addressColumns.has(id)

/**
 * Finds damaged texts of a line that can be repaired. A cell with several kinds of damage is returned once for each;
 * after a repair the line has to be searched again.
 * @param columns result of `repairableColumns`
 * @param country code of the order's country; '' if it has none
 */
export function findDamage(
  line: { readonly id: LineId; readonly texts: Texts },
  columns: readonly Column[],
  country: string,
): DamagedCell[] {
  const found: DamagedCell[] = []
  const textOf = (column: string) => line.texts[column] ?? ''
  for (const column of columns) {
    const before = line.texts[column.id]
    if (before === undefined || before === '') continue
    const isOfNumber = isNumber(column)
    if (isOfNumber ? plainNumber.test(before) : isSound(before, column)) continue
    const currency = (line.texts[CURRENCY] ?? '').trim().toUpperCase()
    for (const kind of isOfNumber ? numberKinds : textKinds) {
      const after = repairs[kind](before, column, { country, currency, textOf })
      if (after !== undefined) found.push({ line: line.id, column: column.id, kind, before, after })
    }
  }
  return found
}

/** The recipient's column that an importer's column copies. */
const originalOfCopy = (column: string): string | undefined => {
  const [, what] = /^recipient\.importerJapanese([A-Z]\w*)$/.exec(column) ?? []
  return what && `recipient.${what[0]?.toLowerCase()}${what.slice(1)}`
}

/** Damaged cells as one proposal per column and kind: columns left to right, kinds in the order of `repairs`. */
export function groupProposals(
  damaged: readonly DamagedCell[],
  columns: readonly Column[],
): RepairProposal[] {
  const byPlace = new Map<string, DamagedCell[]>()
  const sayingOf = ({ kind, line, before }: DamagedCell, column: string) =>
    `${kind} ${column} ${line} ${before}`
  const damagedTexts = new Set(damaged.map(cell => sayingOf(cell, cell.column)))
  for (const cell of damaged) {
    const original = originalOfCopy(cell.column)
    const isCopy = original !== undefined && damagedTexts.has(sayingOf(cell, original))
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
