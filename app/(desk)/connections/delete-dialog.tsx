'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { ConfirmField } from '@/components/ui/fields/confirm-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import { deleteConnection } from './actions'

interface Props {
  connection: ConnectionView
  /** Numbers of orders that wait for the connection, and of orders with an unknown outcome. */
  left: Readonly<Record<'queued' | 'unknown', number>>
  onClose: () => void
  onDeleted: () => void
}

/** Asks for a connection's name before it is deleted, and lists what stays. */
export function DeleteDialog({ connection, left, onClose, onDeleted }: Props) {
  const t = useTranslations('connections.delete')
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isDeleting, startDeleting] = useAction()
  const { id, name, environment } = connection

  const remove = () => {
    if (typed.normalize().trim() !== name) {
      setFailure(t('wrong'))
      input.current?.select()
      return
    }
    startDeleting(async () => {
      const outcome = await deleteConnection({ id, name: typed })
      if (outcome.ok) onDeleted()
      else setProblem(outcome.problem.message)
    })
  }

  return (
    <Dialog
      open
      onClose={() => !isDeleting && onClose()}
      initialFocus={input}
      title={t('title')}
      description={t('consequence')}
      actions={
        <>
          <Button onClick={onClose} disabled={isDeleting} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={remove} disabled={isDeleting} focusableWhenDisabled>
            {t('act')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <EnvironmentTag environment={environment} name={name} />
        {(left.queued > 0 || left.unknown > 0) && <Notice tone="warn">{t('left', left)}</Notice>}
        <ConfirmField
          ref={input}
          label={t('type')}
          typed={typed}
          onType={text => {
            setTyped(text)
            setFailure(undefined)
          }}
          failure={failure}
          onConfirm={remove}
        />
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </div>
    </Dialog>
  )
}
