import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import { placeShared } from '@/lib/sheet/judge/judge-order'
import type { PlacedMark } from '@/lib/sheet/judge/marks'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { CellAddress, Line, LineId, Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { brokenAt, totalColumns } from './broken-rules'
import { type OrderValues, valuesOfLines } from './order-values'
import { fitsSheet, type Requirement, type Rule, type RuleKind, WHOLE_RECORD } from './requirement'

/** The marks of an order that breaks requirements. */
export interface RequirementMarks {
  readonly marks: readonly PlacedMark[]
  /** Whether one of them is an error: the order is not sent. */
  readonly isFailing: boolean
}

const unbroken: RequirementMarks = { marks: [], isFailing: false }

interface Compiled {
  readonly requirement: Requirement
  readonly column: Column | typeof WHOLE_RECORD
}

/** Judges orders by the requirements of the connection in use. */
export class RequirementJudge {
  private readonly compiled: readonly Compiled[]

  /**
   * @param requirements those that apply; one that does not fit the sheet is left out
   * @param connection the name of the connection, for the sentences
   */
  constructor(
    requirements: readonly Requirement[],
    private readonly connection: string,
    private readonly sheet: Sheet,
  ) {
    this.compiled = requirements.flatMap(requirement => {
      const { column: id } = requirement
      const column = id === WHOLE_RECORD ? id : sheet.columns.find(known => known.id === id)
      return column !== undefined && fitsSheet(requirement, sheet) ? [{ requirement, column }] : []
    })
  }

  /** @param lines the lines of one order */
  judge(lines: readonly Line[]): RequirementMarks {
    if (this.compiled.length === 0 || lines.length === 0) return unbroken
    const values = valuesOfLines(lines)
    const marks: PlacedMark[] = []
    let textsByLine: ReadonlyMap<LineId, Texts> | undefined
    let isFailing = false
    for (const one of this.compiled) {
      const cells = this.cellsOf(one, values, lines)
      if (cells.length === 0) continue
      const { rule, severity } = one.requirement
      isFailing ||= severity === 'error'
      const code = requirementCodes[rule.kind]
      textsByLine ??= new Map(lines.map(({ id, texts }) => [id, texts]))
      for (const together of one.column === WHOLE_RECORD ? [cells] : cells.map(cell => [cell])) {
        const [cell] = together
        const value = (cell && textsByLine.get(cell.line)?.[cell.column]) ?? ''
        const params = { connection: this.connection, ...paramsOf(rule, value) }
        marks.push(
          ...placeShared({ cells: together, code, params }, severity === 'error' ? 'failure' : 'warning'),
        )
      }
    }
    return marks.length === 0 ? unbroken : { marks, isFailing }
  }

  private cellsOf(
    { requirement: { rule }, column }: Compiled,
    values: OrderValues,
    lines: readonly Line[],
  ): readonly CellAddress[] {
    const positions = brokenAt(rule, column, values, this.sheet)
    if (positions.length === 0) return none
    if (column === WHOLE_RECORD) return this.wholeOrder(rule, lines)
    if (column.scope === 'record') {
      const line = lines.find(({ texts }) => !isBlank(texts[column.id])) ?? lines[0]
      return line ? [{ line: line.id, column: column.id }] : none
    }
    return positions.flatMap(at => {
      const line = lines[at]
      return line ? { line: line.id, column: column.id } : []
    })
  }

  /** The number of an order that has too many items, and the prices of one whose total is too high. */
  private wholeOrder(rule: Rule, lines: readonly Line[]): readonly CellAddress[] {
    const price = rule.kind === 'max_total' ? totalColumns(this.sheet)?.price : undefined
    if (price) return lines.map(({ id }) => ({ line: id, column: price.id }))
    return lines.slice(0, 1).map(({ id }) => ({ line: id, column: this.sheet.key }))
  }
}

const none: readonly CellAddress[] = []

/** The codes of broken requirements; `lib/words` has a sentence for each. */
const requirementCodes: Readonly<Record<RuleKind, FailureCode>> = {
  required: 'requires_value',
  ascii: 'requires_ascii',
  no_cjk: 'requires_no_cjk',
  no_spaces: 'requires_no_spaces',
  digits: 'requires_digits',
  alphanumeric: 'requires_alphanumeric',
  starts_with: 'requires_start',
  excluded: 'requires_other_word',
  allowed: 'requires_listed_word',
  min_length: 'requires_min_length',
  max_length: 'requires_max_length',
  min: 'requires_min',
  max: 'requires_max',
  max_items: 'requires_max_items',
  max_total: 'requires_max_total',
}

/** The values in the sentence about a broken rule. @param value of the cell, where the sentence names it */
function paramsOf(rule: Rule, value: string): FailureParams {
  switch (rule.kind) {
    case 'starts_with':
      return { prefix: rule.prefix }
    case 'excluded':
      return { value }
    case 'allowed':
      return { words: rule.words.join(', ') }
    case 'min_length':
    case 'min':
      return { min: rule.min }
    case 'max_length':
    case 'max':
    case 'max_items':
      return { max: rule.max }
    case 'max_total':
      return { max: rule.max, currency: rule.currency }
    default:
      return {}
  }
}
