import type { Column } from '@/lib/sheet/schema/columns'
import { isBlank } from '@/lib/sheet/schema/kinds'
import { codeKindOf } from './choice-labels'
import { codesByName, valueKey } from './codes-by-name'
import { ColumnCache } from './column-cache'
import { readFlagWord } from './flag-words'

/** The code that a text of a column names; undefined when it names none, or is that code already. */
export type CodeReader = (text: string) => string | undefined

const readers = new ColumnCache<string>((column, codes) => {
  const known = new Set(codes)
  // Names in five languages take some milliseconds to collect, and most texts are codes.
  let names: ReadonlyMap<string, string> | undefined
  return text => {
    if (known.has(text) || isBlank(text)) return undefined
    if (column.kind === 'flag') return readFlagWord(text)?.toString()
    names ??= codesByName(codes, codeKindOf(column.id))
    return names.get(valueKey(text))
  }
})

/**
 * Reads codes from the names that operators type and paste: JP from 일본, 日本 or Japan, `true` from 예, whatever the
 * language of the screen. Only the whole name of a single code is read.
 * @returns undefined for a column without codes
 */
export const codeReaderOf = (column: Column): CodeReader | undefined => readers.get(column)

/** The text to store for one that was typed or pasted: the code that it names, else the text itself. */
export const storedText = (text: string, column: Column | undefined): string =>
  (column && codeReaderOf(column)?.(text)) ?? text
