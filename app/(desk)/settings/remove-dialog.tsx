'use client'
import { type ReactNode, useState } from 'react'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Result } from '@/lib/desk-api/result'

interface Props {
  title: string
  /** What the removal means. */
  body: string
  /** Texts of the buttons, and of the announcement when it is done. */
  words: Readonly<Record<'cancel' | 'remove' | 'done', string>>
  remove: () => Promise<Result<unknown>>
  onClose: () => void
  /** What else helps to decide. */
  children?: ReactNode
}

/** Asks before something is removed permanently, and shows why it could not be. */
export function RemoveDialog({ title, body, words, remove, onClose, children }: Props) {
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const act = () =>
    start(async () => {
      const outcome = await remove()
      if (!outcome.ok) return setProblem(outcome.problem.message)
      announce(words.done)
      onClose()
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={title}
      description={body}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {words.cancel}
          </Button>
          <Button variant="danger" onClick={act} disabled={isBusy} focusableWhenDisabled>
            {words.remove}
          </Button>
        </>
      }
    >
      {children}
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
