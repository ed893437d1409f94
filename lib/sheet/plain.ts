import { SENT_EMPTY } from './assemble'
import type { Column, KindName } from './columns'
import type { Line, Texts } from './draft'
import { flagWords, isBlank } from './kinds'
import type { Sheet } from './sheets'

/** Whether a text, which is not blank, is surely taken as it is. */
type Test = (text: string) => boolean

/** Longer texts of what is unusual are not gathered: they hardly ever come twice. In characters. */
const LONG = 200

/**
 * Makes a quick look at a record's lines. It returns '' only when neither the contract nor the desk has anything to say
 * of them, so that most of 100,000 orders need not be read, assembled and judged to be let through. Else it tells the
 * columns that `judgeOrder` has to look at, with all that stands in them: what that says of two records is the same,
 * line by line, where this is. Undefined: that would be long. `plain.test.ts` holds the two against each other.
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
  const isPlain = ({ id, isNeeded, test, isRecord }: Looked, lines: readonly Line[]): boolean => {
    const said = textsOf(lines, 0)[id]
    if (said === undefined || said === '' ? isNeeded : isBlank(said) || !test(said)) return false
    for (let i = 1; i < lines.length; i++) {
      const text = textsOf(lines, i)[id]
      const isEmpty = text === undefined || text === ''
      // What an order says of itself is the same on all of its lines, or on the first alone.
      if (isRecord ? !isEmpty && text !== said : isEmpty ? isNeeded : isBlank(text) || !test(text))
        return false
    }
    return true
  }
  return lines => {
    let unusual = ''
    for (const column of columns) {
      if (isPlain(column, lines)) continue
      if (unusual.length > LONG) return undefined
      unusual += `${lines.length} ${column.id}`
      for (const { texts } of lines) {
        const text = texts[column.id] ?? ''
        unusual += `\n${text.length} ${text}`
      }
    }
    return unusual.length > LONG ? undefined : unusual
  }
}

const textsOf = (lines: readonly Line[], at: number): Texts => lines[at]?.texts ?? {}

const both =
  (a: Test, b: Test): Test =>
  text =>
    a(text) && b(text)

const isTrimmed: Test = text => text === text.trim()

/** Without control characters, and of characters that count as one. */
const ordinary = /^[ -~\u00a0-\ud7ff\ue000-\uffff]*$/
/** Integers, and decimals, that every number of the contract can be. */
const integer = /^[1-9]\d{0,8}$/
const decimal = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,5})?$/

const tests: Readonly<Record<KindName, (column: Column) => Test>> = {
  text: ({ max = Number.POSITIVE_INFINITY, hint }) => {
    const most = Math.min(max, hint?.max ?? max)
    const known = hint?.choices && new Set(hint.choices)
    return text => text.length <= most && ordinary.test(text) && (!known || known.has(text))
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
