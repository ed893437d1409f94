import type { FailureCode, FailureParams } from '@/lib/contract/validation/failures'
import type { Messages } from '@/lib/words/messages'

/** The messages of the area `failures`. A code without a message does not compile. */
export type FailureTranslator = (
  code: keyof Messages['failures'] & FailureCode,
  params: Record<string, string | number>,
) => string

/**
 * What is wrong and what to type instead, as a sentence.
 * @param t the messages of the area `failures` in the language of the reader
 * @param record what one record of the sheet is
 */
export function failureSentence(
  t: FailureTranslator,
  code: FailureCode,
  params: FailureParams,
  record: 'order' | 'product' = 'order',
): string {
  // A list that is too long to be read out comes as an empty text, which ICU's select cannot ask for.
  const choices = String(params.choices ?? '')
  const listed = choices === '' ? 'no' : choices.includes(',') ? 'many' : 'one'
  return t(code, { rows: 'none', ...params, record, listed })
}
