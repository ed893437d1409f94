import { createTranslator } from 'use-intl/core'
import type { HeadingNames } from '@/components/workbench/source/words/use-sheet-words'
import { ownHeadingsOf } from '@/lib/import/match/dictionary/dictionary'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { type Sheet, shownColumnsOf } from '@/lib/sheet/schema/sheets'
import { type Language, languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'

/**
 * What screens, templates and downloads call each column of a sheet, in every language, by the id of the column. A
 * colleague may have filled in a template in another language than the operator's.
 */
export function headingNames(sheet: Sheet): HeadingNames {
  const known = namesBySheet.get(sheet)
  if (known) return known
  const translators = languages.map(wordsIn)
  const names = Object.fromEntries(
    shownColumnsOf(sheet).map(column => {
      const key = wordsKeyOf(column)
      const words = translators.flatMap(translate => [translate(`${key}.name`), translate(`${key}.label`)])
      const headings = column.isReadOnly ? [] : ownHeadingsOf(column.id)
      return [column.id, [...new Set([...words, ...headings])]]
    }),
  )
  namesBySheet.set(sheet, names)
  return names
}

/** Every page with a sheet needs them, and they never change. */
const namesBySheet = new Map<Sheet, HeadingNames>()

/** Finds the words of columns in a language by their keys, which the types of messages know only one by one. */
const wordsIn = (locale: Language) =>
  createTranslator({ locale, messages: messagesOf(locale), namespace: 'columns' }) as (key: string) => string
