import { useTranslations } from 'use-intl'
import { readFailureMessage } from '@/lib/contract/validation/failure-message'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'

/**
 * Translates the messages of schemas, which are keys of lib/words or `failureMessage`. Other texts stay as they are.
 */
export function useSchemaMessage(): (message: string) => string {
  const t = useTranslations()
  const failures = useTranslations('failures')
  return message => {
    const failure = readFailureMessage(message)
    if (failure) return failureSentence(failures, failure.code, failure.params)
    const key = message as Parameters<typeof t>[0]
    return t.has(key) ? t(key) : message
  }
}
