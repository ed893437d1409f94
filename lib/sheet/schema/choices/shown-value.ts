import type { Column } from '@/lib/sheet/schema/columns'
import { kinds } from '@/lib/sheet/schema/kinds'
import { codeKindOf, labelOf } from './choice-labels'
import { ColumnCache } from './column-cache'
import { readFlagWord } from './flag-words'

/** How a cell shows a stored text: JP with the label Japan; Yes, without a label, for true. */
export interface ShownValue {
  readonly text: string
  /** '' where there is none. */
  readonly label: string
}

/** How the texts of a column are shown; undefined for a text that is shown as it is stored. */
export type ValueDisplay = (text: string) => ShownValue | undefined

const displays = new ColumnCache<ShownValue>((column, codes, language) => {
  if (column.kind === 'flag') return text => shownFlag(text, language)
  const known = new Set(codes)
  const kind = codeKindOf(column.id)
  return text => {
    const code = codeOf(text, column)
    const label = known.has(code) ? labelOf(code, kind, language) : undefined
    return label === undefined ? undefined : { text, label }
  }
})

function shownFlag(text: string, language: string): ShownValue | undefined {
  const value = readFlagWord(text)
  const word = value === undefined ? undefined : labelOf(String(value), undefined, language)
  return word === undefined ? undefined : { text: word, label: '' }
}

/** A choice is read in any case and width; a text of another column is sent as it is. */
function codeOf(text: string, column: Column): string {
  const reading = column.kind === 'choice' ? kinds.choice.read(text, column) : { value: text }
  return 'value' in reading ? String(reading.value) : text
}

/**
 * How a column shows its codes in a language of the screen.
 * @returns the same display for the same column and language; undefined for a column without codes
 */
export const valueDisplay = (column: Column, language: string): ValueDisplay | undefined =>
  displays.get(column, language)

/** The names that a display shows for codes: labels and, for flags, words. */
export const codeNames = (display: ValueDisplay | undefined) =>
  display &&
  ((text: string): string | undefined => {
    const value = display(text)
    return value && (value.label || value.text)
  })

/** A stored text as a screen shows it in one line: `JP Japan`, `Yes`. */
export function shownInFull(text: string, column: Column | undefined, language: string): string {
  const value = column && valueDisplay(column, language)?.(text)
  if (!value) return text
  return value.label === '' ? value.text : `${value.text} ${value.label}`
}
