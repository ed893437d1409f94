import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/feedback/toast'
import { requestFailureOf } from '@/components/workbench/requests/request-failure'

/** @returns announces why a request failed, and what to do */
export function useRequestFailure(): (error: unknown) => void {
  const t = useTranslations('desk.requestFailure')
  const { announce } = useToast()
  return error => {
    const failure = requestFailureOf(error)
    announce(t(failure))
  }
}
