'use client'
import { useEffect, useEffectEvent } from 'react'
import { useRequestFailure } from '@/app/(desk)/use-request-failure'
import { isRequestFailure } from '@/components/workbench/requests/request-failure'

/** Announces failed requests that nothing else handles, such as those of menus: a click must not seem to do nothing. */
export function FailedRequests() {
  const announceFailure = useRequestFailure()
  const onRejection = useEffectEvent((event: PromiseRejectionEvent) => {
    if (!isRequestFailure(event.reason)) return
    event.preventDefault()
    announceFailure(event.reason)
  })
  useEffect(() => {
    const listener = (event: PromiseRejectionEvent) => onRejection(event)
    window.addEventListener('unhandledrejection', listener)
    return () => window.removeEventListener('unhandledrejection', listener)
  }, [])
  return null
}
