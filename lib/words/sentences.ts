import { createTranslator } from 'use-intl/core'
import type { FailureCode, FailureParams } from '@/lib/contract/failures'
import en from './en.json'

/** A code without a sentence does not compile. */
const messages: Record<FailureCode, string> = en.failures

const say = createTranslator({ locale: 'en', messages })

/** What is wrong and what to type instead, as a sentence. @param record what one record of the sheet is */
export function failureSentence(
  code: FailureCode,
  params: FailureParams,
  record: 'order' | 'product' = 'order',
): string {
  // A list that is too long to be read out comes as an empty text, which ICU's select cannot ask for.
  return say(code, { ...params, record, listed: params.choices ? 'yes' : 'no' })
}
