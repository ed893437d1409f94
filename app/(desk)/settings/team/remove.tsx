'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import type { MemberView } from '@/lib/desk-api/team'
import { remove } from './actions'

/** Asks before an operator is removed, and says what that means. */
export function RemoveDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const t = useTranslations('team')
  const { announce } = useToast()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const act = () =>
    start(async () => {
      const outcome = await remove({ id: member.id })
      if (!outcome.ok) return setProblem(outcome.problem.message)
      announce(t('said.removed', { name: member.name }))
      onClose()
    })
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('removeWhom', { name: member.name })}
      description={t('removeMeans', { email: member.email })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={act} disabled={isBusy} focusableWhenDisabled>
            {t('remove')}
          </Button>
        </>
      }
    >
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
