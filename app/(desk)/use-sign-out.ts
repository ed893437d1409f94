import { useTransition } from 'react'
import { eraseJournal } from '@/components/workbench/saving/journal/erase-journal'
import { signOut } from './actions'

/** Signs the operator out. @returns how, and whether it is being done */
export function useSignOut(): readonly [leave: () => void, isLeaving: boolean] {
  const [isLeaving, startLeaving] = useTransition()
  const leave = () =>
    startLeaving(async () => {
      await signOut({})
      await eraseJournal()
      // A whole new page: nothing of this operator stays in memory, and no edit in the browser.
      window.location.assign('/sign-in')
    })
  return [leave, isLeaving]
}
