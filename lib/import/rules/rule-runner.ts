import { type Origin, originJson } from '@/lib/import/recipe/values/origins'
import { type CellContext, repairs } from '@/lib/import/repair/repairs'
import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { compileCondition, type TextTest } from './conditions'
import type { ImportRule, RuleAction } from './rule'

/** A line as its file gives it, before blanks are filled. */
export interface RuleLine {
  /** The text in a column; undefined where it has none. */
  textIn(column: string): string | undefined
  /** Where the text of a cell came from, if it is not the verbatim text of the file. */
  originOf(column: string): Origin | undefined
  /** Writes a text. @param origin a member of the JSON in `hiddenColumns.origins` */
  change(column: string, text: string, origin: string): void
}

/** What a rule did with an import. */
export interface RuleCount {
  readonly rule: ImportRule
  /** Cells that it changed. */
  cells: number
  /** Rows that it skipped. */
  rows: number
  /** The first changes. */
  readonly examples: RuleExample[]
}

/** A cell that a rule changed. */
export interface RuleExample {
  /** The number of the order or the product. */
  readonly number: string
  readonly column: string
  readonly before: string
  readonly after: string
}

/** Examples of each rule. */
const MAX_EXAMPLES = 5

/** A condition, and whether its column is one of the order. */
interface CompiledCondition {
  readonly column: string
  readonly isOfRecord: boolean
  readonly test: TextTest
}

interface CompiledImportRule {
  readonly rule: ImportRule
  readonly conditions: readonly CompiledCondition[]
  readonly count: RuleCount
}

const COUNTRY = 'recipient.country'
const CURRENCY = 'items[].currency'

/**
 * Applies rules to one order after the other, in their order: a rule sees what the rules before it wrote. A column of
 * the order is written on the first line, and on every other line that has a text of its own in it.
 */
export class RuleRunner<L extends RuleLine> {
  private readonly compiled: readonly CompiledImportRule[]
  private readonly columns: ReadonlyMap<string, Column>
  private readonly written = new Set<string>()

  /** @param rules those of the sheet and the shop; disabled ones do nothing */
  constructor(
    rules: readonly ImportRule[],
    private readonly sheet: Sheet,
  ) {
    this.columns = new Map(sheet.columns.map(column => [column.id, column]))
    this.compiled = rules.flatMap(rule => {
      const count = { rule, cells: 0, rows: 0, examples: [] }
      const isUsable = rule.isEnabled && ruleColumns(rule).every(id => this.columns.has(id))
      if (!isUsable) return []
      const conditions = rule.conditions.map(condition => ({
        column: condition.column,
        isOfRecord: this.isOfRecord(condition.column),
        test: compileCondition(condition),
      }))
      return { rule, conditions, count }
    })
  }

  /** What each rule did so far. */
  get counts(): readonly RuleCount[] {
    return this.compiled.map(({ count }) => count)
  }

  /** Whether a rule wrote a text into a column. */
  hasWritten(column: string): boolean {
    return this.written.has(column)
  }

  /**
   * Applies all rules to an order.
   * @param mayDrop whether a rule may skip the line; a line that is kept is reported nevertheless
   * @returns the lines that rules skip
   */
  run(order: readonly L[], mayDrop: (line: L) => boolean): ReadonlySet<L> {
    const skipped = new Set<L>()
    let lines = order
    for (const one of this.compiled) {
      const { action } = one.rule
      const met = lines.filter(line => one.conditions.every(condition => isMet(condition, line, lines)))
      if (met.length === 0) continue
      if (action.kind === 'skip') {
        for (const line of action.what === 'order' ? lines : met) {
          if (!skipped.has(line)) one.count.rows++
          skipped.add(line)
        }
        lines = lines.filter(line => !skipped.has(line) || !mayDrop(line))
      } else this.change(one, action, met, lines)
    }
    return skipped
  }

  private change(
    one: CompiledImportRule,
    action: Exclude<RuleAction, { kind: 'skip' }>,
    met: readonly L[],
    order: readonly L[],
  ): void {
    const { column } = action
    const isOfRecord = this.isOfRecord(column)
    // A line without a text of its own in a column of the order has that of the first line.
    const targets = isOfRecord ? order.filter((line, at) => at === 0 || !isBlank(line.textIn(column))) : met
    for (const line of targets) {
      const before = line.textIn(column) ?? ''
      switch (action.kind) {
        case 'set':
          if (before !== action.text) this.write(one, line, order, column, action.text)
          break
        case 'replace':
          if (before.includes(action.find))
            this.write(
              one,
              line,
              order,
              column,
              before.replaceAll(action.find, () => action.by),
            )
          break
        case 'split':
          this.split(one, action, line, order)
          break
        case 'repair': {
          const known = this.columns.get(column)
          const after =
            known && !isBlank(before) && repairs[action.damage](before, known, this.around(line, order))
          if (after !== undefined && after !== false) this.write(one, line, order, column, after)
        }
      }
    }
  }

  private split(
    one: CompiledImportRule,
    { column, separator, occurrence, to }: Extract<RuleAction, { kind: 'split' }>,
    line: L,
    order: readonly L[],
  ): void {
    const text = line.textIn(column) ?? ''
    const at = occurrence === 'first' ? text.indexOf(separator) : text.lastIndexOf(separator)
    if (at === -1) return
    const [head, tail] = [text.slice(0, at).trimEnd(), text.slice(at + separator.length).trimStart()]
    const there = this.isOfRecord(to) ? textInOrder(to, order) : (line.textIn(to) ?? '')
    // Neither half may be lost, and nothing may be written over.
    if (isBlank(head) || isBlank(tail) || !isBlank(there)) return
    this.write(one, line, order, column, head)
    this.write(one, this.isOfRecord(to) ? (order[0] ?? line) : line, order, to, tail)
  }

  private write(
    { rule, count }: CompiledImportRule,
    line: L,
    order: readonly L[],
    column: string,
    text: string,
  ): void {
    const before = line.textIn(column) ?? ''
    const last = line.originOf(column)
    // Of several rules the last one is named, with the text of the file.
    const isChanged = last?.kind === 'rule'
    const origin: Origin = {
      kind: 'rule',
      text,
      of: rule.name,
      rule: rule.id,
      before: isChanged ? (last.before ?? '') : before,
    }
    line.change(column, text, originJson(column, origin))
    if (!isBlank(text)) this.written.add(column)
    count.cells++
    if (count.examples.length < MAX_EXAMPLES)
      count.examples.push({ number: textInOrder(this.sheet.key, order), column, before, after: text })
  }

  private around(line: L, order: readonly L[]): CellContext {
    const textOf = (column: string) =>
      this.isOfRecord(column) ? textInOrder(column, order) : (line.textIn(column) ?? '')
    const country = textOf(COUNTRY).normalize('NFKC').trim().toUpperCase()
    return {
      country: country === '' && this.sheet.id === 'orders/japan' ? 'JP' : country,
      currency: textOf(CURRENCY).trim().toUpperCase(),
      textOf,
    }
  }

  private isOfRecord(column: string): boolean {
    return this.columns.get(column)?.scope === 'record'
  }
}

/** The columns that a rule reads or writes. */
export const ruleColumns = ({ conditions, action }: Pick<ImportRule, 'conditions' | 'action'>): string[] => [
  ...conditions.map(({ column }) => column),
  ...('column' in action ? [action.column] : []),
  ...(action.kind === 'split' ? [action.to] : []),
]

function isMet<L extends RuleLine>(
  { column, isOfRecord, test }: CompiledCondition,
  line: L,
  order: readonly L[],
): boolean {
  return test(isOfRecord ? textInOrder(column, order) : (line.textIn(column) ?? ''))
}

/** The first text that any line of an order has in a column. */
function textInOrder(column: string, order: readonly RuleLine[]): string {
  for (const line of order) {
    const text = line.textIn(column)
    if (text !== undefined && !isBlank(text)) return text
  }
  return ''
}
