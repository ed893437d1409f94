import { useTransition } from 'react'
import { signOut } from '@/app/(desk)/actions'
import { useSettledCall } from '@/app/(desk)/use-request-failure'
import { useToast } from '@/components/ui/feedback/toast'
import { eraseJournal } from '@/components/workbench/saving/journal/erase-journal'

/** Signs the operator out. @returns how, and whether it is being done */
export function useSignOut(): readonly [leave: () => void, isLeaving: boolean] {
  const settled = useSettledCall()
  const { announce } = useToast()
  const [isLeaving, startLeaving] = useTransition()
  const leave = () =>
    startLeaving(async () => {
      const outcome = await settled(signOut({}))
      // The session continues, so the operator must know it, and edits that are not saved yet must stay.
      if (!outcome.ok && outcome.problem.code !== 'signed-out') return announce(outcome.problem.message)
      await eraseJournal()
      // A whole new page: nothing of this operator stays in memory, and no edit in the browser.
      window.location.assign('/sign-in')
    })
  return [leave, isLeaving]
}
