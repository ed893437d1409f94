import { SENT_EMPTY } from './assemble'
import type { Column, KindName } from './columns'
import { isNamed, mayBeCut } from './damaged'
import type { Line, Texts } from './draft'
import { flagWords, isBlank } from './kinds'
import { warnNames } from './name-warnings'
import type { Sheet } from './sheets'

/** Whether a text, which is not blank, is surely taken as it is. */
type Test = (text: string) => boolean

/** Longer texts of what is unusual are not gathered: they hardly ever come twice. In characters. */
const LONG = 200

/**
 * Makes a quick look at a record's lines. It returns '' only when neither the contract nor the desk has anything to say
 * of them, so that most of 100,000 orders need not be read, assembled and judged to be let through. Else it tells the
 * cells that `judgeOrder` has to look at, with what stands in them: what that says of two records is the same, line by
 * line, where this is. Undefined: that would be long. `plain.test.ts` holds the two against each other.
 * @returns undefined for sheets with rules between cells
 */
export function compilePlain(sheet: Sheet): ((lines: readonly Line[]) => string | undefined) | undefined {
  if (sheet.judge || sheet.finish) return undefined
  const columns = sheet.columns.map(column => ({
    id: column.id,
    isNeeded: column.required && !SENT_EMPTY.has(column.id),
    test: column.id === sheet.key ? both(tests.text(column), isTrimmed) : tests[column.kind](column),
    isRecord: column.scope === 'record',
  }))
  type Looked = (typeof columns)[number]
  const isFit = ({ isNeeded, test }: Looked, text: string | undefined): boolean =>
    text === undefined || text === '' ? !isNeeded : !isBlank(text) && test(text)
  const tell = ({ id }: Looked, lines: readonly Line[], at: number): string => {
    const text = textsOf(lines, at)[id] ?? ''
    return `${at} ${id} ${text.length} ${text}\n`
  }
  /** What an order says of itself is the same on all of its lines, or on the first alone; else all of it is told. */
  const lookAtOrder = (column: Looked, lines: readonly Line[]): string => {
    const said = textsOf(lines, 0)[column.id]
    let isUsual = isFit(column, said)
    for (let i = 1; isUsual && i < lines.length; i++) {
      const text = textsOf(lines, i)[column.id]
      isUsual = text === undefined || text === '' || text === said
    }
    return isUsual ? '' : lines.map((_, i) => tell(column, lines, i)).join('')
  }
  const lookAtItems = (column: Looked, lines: readonly Line[]): string => {
    let unusual = ''
    for (let i = 0; i < lines.length; i++)
      if (!isFit(column, textsOf(lines, i)[column.id])) unusual += tell(column, lines, i)
    return unusual
  }
  return lines => {
    let unusual = ''
    for (const column of columns) {
      unusual += column.isRecord ? lookAtOrder(column, lines) : lookAtItems(column, lines)
      if (unusual.length > LONG) return undefined
    }
    // What is said of cut numbers and of names may depend on several columns.
    if (lines.some(mayBeCut) || warnNames(lines).length > 0) return undefined
    return unusual === '' ? '' : `${lines.length}\n${unusual}`
  }
}

const textsOf = (lines: readonly Line[], at: number): Texts => lines[at]?.texts ?? {}

const both =
  (a: Test, b: Test): Test =>
  text =>
    a(text) && b(text)

const isTrimmed: Test = text => text === text.trim()

/** Without control and lost characters, of characters that count as one, and no error of a program. */
const ordinary = /^(?!\s*#)[ -~\u00a0-\ud7ff\ue000-\ufffc]*$/
/** As in a number that a spreadsheet shortened. */
const shortened = /E\+/i
/** Integers, and decimals, that every number of the contract can be. */
const integer = /^[1-9]\d{0,8}$/
const decimal = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,5})?$/

const tests: Readonly<Record<KindName, (column: Column) => Test>> = {
  text: column => {
    const { max = Number.POSITIVE_INFINITY, hint } = column
    const most = Math.min(max, hint?.max ?? max)
    const known = hint?.choices && new Set(hint.choices)
    const test: Test = text => text.length <= most && ordinary.test(text) && (!known || known.has(text))
    return isNamed(column) ? text => test(text) && !(text.includes('+') && shortened.test(text)) : test
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
