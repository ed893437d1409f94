import type { Column } from '@/lib/sheet/schema/columns'
import { isolated } from '@/lib/words/sentences/isolated'
import { joinSentences, listOf } from '@/lib/words/sentences/join'
import type { Phrase } from './explain-api-error'

type Params = Record<string, string | number>

/** The sentences that an explanation is made of, in the operator's language. */
export interface ExplanationWords {
  /** A sentence of `explanations`. */
  readonly t: (key: Extract<Phrase, { key: unknown }>['key'] | 'columnText', params: Params) => string
  /** A sentence about a failure that the desk finds. */
  readonly failure: (phrase: Extract<Phrase, { failure: unknown }>) => string
  /** The unique name of a column. */
  readonly column: (column: Column) => string
  /** The operator's language. */
  readonly language: string
}

/** An explanation as a text. Values are isolated: their writing direction must not turn our words. */
export const explanationText = (phrases: readonly Phrase[], words: ExplanationWords): string =>
  joinSentences(
    words.language,
    phrases.map(phrase => sentenceOf(phrase, words)),
  )

function sentenceOf(phrase: Phrase, words: ExplanationWords): string {
  if ('failure' in phrase) return words.failure(phrase)
  const { key, params, columns = [], texts } = phrase
  const names = columns.map((column, at) => {
    const text = texts?.[at]
    const name = words.column(column)
    return text === undefined ? name : words.t('columnText', { column: name, value: isolated(text) })
  })
  const contained = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ])
  return words.t(key, {
    ...Object.fromEntries(contained),
    column: names[0] ?? '',
    columns: listOf(words.language, names),
  })
}
