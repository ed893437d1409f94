import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import { requestFailureOf } from '@/components/workbench/requests/request-failure'
import { fail, type Result } from '@/lib/desk-api/result'

/** @returns announces why a request failed, and what to do */
export function useRequestFailure(): (error: unknown) => void {
  const t = useTranslations('desk.requestFailure')
  const { announce } = useToast()
  return error => {
    const failure = requestFailureOf(error)
    announce(t(failure))
  }
}

/**
 * @returns waits for a call of an action; a request that failed becomes a result whose message says why and what to do
 */
export function useSettledCall(): <T>(call: Promise<Result<T>>) => Promise<Result<T>> {
  const t = useTranslations('desk.requestFailure')
  return call =>
    call.catch((error: unknown) => {
      const failure = requestFailureOf(error)
      return fail(failure, t(failure))
    })
}
