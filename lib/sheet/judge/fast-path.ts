import { isIdentifier, mayBeCut } from '@/lib/sheet/judge/warnings/damaged'
import { warnNames } from '@/lib/sheet/judge/warnings/name-warnings'
import type { Order } from '@/lib/sheet/orders/grouping'
import { flagWords } from '@/lib/sheet/schema/choices/flag-words'
import type { CellKindName, Column } from '@/lib/sheet/schema/columns'
import { COUNTRY } from '@/lib/sheet/schema/japanese-addresses'
import { isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { SENT_EMPTY } from './assemble'
import type { Judgement } from './judge-order'
import type { PlacedMark } from './marks'

/** Whether a text that is not blank is certainly accepted as it is. */
type Test = (text: string) => boolean

/** Longer keys are not built: they hardly ever occur twice. In characters. */
const MAX_KEY_LENGTH = 200

/**
 * Compiles a fast path for judging a record. For the lines of a record it returns '' only when neither the contract nor
 * the desk has a mark for them, so that most of 100,000 orders are not assembled and judged at length. Else it returns
 * a key of the cells that `judgeOrder` must judge: two records with the same key get the same marks, line by line. It
 * returns undefined when the key would be long. `fast-path.test.ts` compares it with `judgeOrder`.
 * @returns undefined for sheets with rules between cells
 */
export function compileFastPath(sheet: Sheet): ((lines: readonly Line[]) => string | undefined) | undefined {
  if (sheet.judge || sheet.finish) return undefined
  const columns = sheet.columns.map(column => ({
    id: column.id,
    isNeeded: column.required && !SENT_EMPTY.has(column.id),
    test: column.id === sheet.key ? both(tests.text(column), isTrimmed) : tests[column.kind](column),
    isRecord: column.scope === 'record',
  }))
  const hasHints = sheet.columns.some(({ hint }) => hint !== undefined)
  type ColumnTest = (typeof columns)[number]
  const isFit = ({ isNeeded, test }: ColumnTest, text: string | undefined): boolean =>
    text === undefined || text === '' ? !isNeeded : !isBlank(text) && test(text)
  const cellKey = ({ id }: ColumnTest, lines: readonly Line[], at: number): string => {
    const text = textsOf(lines, at)[id] ?? ''
    return `${at} ${id} ${text.length} ${text}\n`
  }
  /** Cells of the order: usually the same text on all lines, or only on the first; else all lines are in the key. */
  const orderKey = (column: ColumnTest, lines: readonly Line[]): string => {
    const firstText = textsOf(lines, 0)[column.id]
    let isPlain = isFit(column, firstText)
    for (let i = 1; isPlain && i < lines.length; i++) {
      const text = textsOf(lines, i)[column.id]
      isPlain = text === undefined || text === '' || text === firstText
    }
    return isPlain ? '' : lines.map((_, i) => cellKey(column, lines, i)).join('')
  }
  const itemsKey = (column: ColumnTest, lines: readonly Line[]): string => {
    let key = ''
    for (let i = 0; i < lines.length; i++)
      if (!isFit(column, textsOf(lines, i)[column.id])) key += cellKey(column, lines, i)
    return key
  }
  return lines => {
    let key = ''
    for (const column of columns) {
      key += column.isRecord ? orderKey(column, lines) : itemsKey(column, lines)
      if (key.length > MAX_KEY_LENGTH) return undefined
    }
    // Marks of cut numbers and of names may depend on several columns.
    if (lines.some(mayBeCut) || warnNames(lines).length > 0) return undefined
    if (key === '') return ''
    // Hints depend on the country.
    const country = hasHints ? lines.find(({ texts }) => !isBlank(texts[COUNTRY]))?.texts[COUNTRY] : undefined
    return `${lines.length} ${country ?? ''}\n${key}`
  }
}

const textsOf = (lines: readonly Line[], at: number): Texts => lines[at]?.texts ?? {}

const both =
  (a: Test, b: Test): Test =>
  text =>
    a(text) && b(text)

const isTrimmed: Test = text => text === text.trim()

/** No control or replacement characters, none outside the BMP, and no # of an error value of a spreadsheet program. */
const ordinaryText = /^[ -"$-~\u00a0-\ud7ff\ue000-\ufffc]*$/
/** Part of a number that a spreadsheet shortened. */
const shortened = /E\+/i
/** Integers and decimals that every number column of the contract accepts. */
const integer = /^[1-9]\d{0,8}$/
const decimal = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,5})?$/

const tests: Readonly<Record<CellKindName, (column: Column) => Test>> = {
  text: column => {
    const { max = Number.POSITIVE_INFINITY, hint } = column
    const most = Math.min(max, hint?.max ?? max)
    const known = hint?.choices && new Set(hint.choices)
    const test: Test = text => text.length <= most && ordinaryText.test(text) && (!known || known.has(text))
    return isIdentifier(column) ? text => test(text) && !(text.includes('+') && shortened.test(text)) : test
  },
  integer: () => text => integer.test(text),
  number: () => text => decimal.test(text),
  flag: () => text => flagWords.has(text),
  choice: ({ choices, accepts = choices }) => {
    const known = new Set(accepts)
    return text => known.has(text)
  },
  list: () => () => false,
}

type KnownJudgement = Pick<Judgement, 'isFailing' | 'marks'>

/** Keys that are cached. */
const MAX_CACHED_KEYS = 2000

/**
 * Caches the marks of orders by the key of `compileFastPath`: in a large draft thousands of orders lack the same code,
 * and only the first of them is judged at length.
 */
export class MarksCache {
  /** In cached marks, `line` is the position of the line in its order. */
  private readonly known = new Map<string, KnownJudgement>()

  /** The judgement of an order with a key; undefined when none was kept. */
  get(key: string, { lines }: Order): KnownJudgement | undefined {
    const known = this.known.get(key)
    return (
      known && {
        ...known,
        marks: known.marks.map(mark => ({ ...mark, line: lines[Number(mark.line)] ?? '' })),
      }
    )
  }

  /** Keeps the judgement of an order under its key. */
  keep(key: string, { lines }: Order, { isFailing, marks }: KnownJudgement): void {
    // The id of a failure of several cells contains their line ids.
    if (marks.some(({ mark }) => mark.shared !== undefined)) return
    if (this.known.size >= MAX_CACHED_KEYS) this.known.clear()
    const positions = new Map(lines.map((line, position) => [line, position]))
    const placed = marks.map(
      (mark): PlacedMark => ({ ...mark, line: String(positions.get(mark.line) ?? -1) }),
    )
    this.known.set(key, { isFailing, marks: placed })
  }
}
