import { useTransition } from 'react'
import { isRequestFailure } from '@/components/workbench/requests/request-failure'
import { useRequestFailure } from './use-request-failure'

/**
 * Like `useTransition`, for calls of server actions: a request that fails is announced. React would replace the whole
 * page by the page for faults, with everything that was typed.
 */
export function useAction(): [isBusy: boolean, start: (act: () => Promise<void>) => void] {
  const [isBusy, start] = useTransition()
  const announceFailure = useRequestFailure()
  const startAction = (act: () => Promise<void>) =>
    start(async () => {
      try {
        await act()
      } catch (error) {
        if (!isRequestFailure(error)) throw error
        announceFailure(error)
      }
    })
  return [isBusy, startAction]
}
