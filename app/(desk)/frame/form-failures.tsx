'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RequestFailureContext } from '@/components/forms/message-context'
import { isRequestFailure, requestFailureOf } from '@/components/workbench/requests/request-failure'

/** Lets forms say below their button that their request failed. */
export function FormFailures({ children }: { children: ReactNode }) {
  const t = useTranslations('desk.requestFailure')
  const explain = (error: unknown) => (isRequestFailure(error) ? t(requestFailureOf(error)) : undefined)
  return <RequestFailureContext value={explain}>{children}</RequestFailureContext>
}
