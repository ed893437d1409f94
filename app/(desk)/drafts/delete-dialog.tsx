'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Dialog } from '@/components/ui/overlay/dialog'
import { eraseDraft } from '@/components/workbench/saving/journal/room'
import type { DraftRow } from '@/lib/desk-api/drafts/drafts'
import { deleteDraft } from './actions'

/**
 * Asks before a draft is deleted, and says how much of it is registered. The server decides again: if a run has
 * registered more meanwhile, the dialog asks once more.
 */
export function DeleteDialog({ draft, onClose }: { draft: DraftRow; onClose: () => void }) {
  const t = useTranslations('drafts')
  const { announce } = useToast()
  const cancel = useRef<HTMLButtonElement>(null)
  const [isBusy, start] = useAction()
  const [problem, setProblem] = useState(() => knownProblem(draft, t))
  const isFinal = problem !== undefined && problem.code !== 'registered'

  const act = () =>
    start(async () => {
      const outcome = await deleteDraft({ draftId: draft.id, evenRegistered: problem?.code === 'registered' })
      if (!outcome.ok) return setProblem(outcome.problem)
      eraseDraft(draft.id)
      onClose()
      announce(t('announced.deleted', { name: draft.name }))
    })

  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus={cancel}
      title={t('deleting.title', { name: draft.name })}
      description={isFinal ? undefined : t('deleting.lines', { count: draft.lines })}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(isFinal ? 'deleting.close' : 'deleting.cancel')}
          </Button>
          {!isFinal && (
            <Button variant="danger" disabled={isBusy} focusableWhenDisabled onClick={act}>
              {t(problem ? 'deleting.deleteRegistered' : 'deleting.delete')}
            </Button>
          )}
        </>
      }
    >
      <div role="alert">{problem && <Notice tone={isFinal ? 'fail' : 'warn'}>{problem.message}</Notice>}</div>
    </Dialog>
  )
}

/** Why a draft cannot be deleted without a question, as far as the list knows; the server checks it again. */
function knownProblem(
  { statuses, activeRun, recordType: record }: DraftRow,
  t: ReturnType<typeof useTranslations<'drafts'>>,
) {
  const sum = (count: 'unknown' | 'busy' | 'registered') =>
    statuses.reduce((total, status) => total + status[count], 0)
  const [unknown, busy, registered] = [sum('unknown'), sum('busy'), sum('registered')]
  if (activeRun) return { code: 'running', message: t('deleting.running') }
  if (unknown > 0) return { code: 'unknown', message: t('deleting.unknown', { count: unknown, record }) }
  if (busy > 0) return { code: 'busy', message: t('deleting.busy', { count: busy }) }
  if (registered === 0) return undefined
  return {
    code: 'registered',
    message: t('deleting.registered', { count: registered, record }),
  }
}
