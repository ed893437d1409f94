'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import { chooseDefaultConnection } from './actions'

interface Props {
  connection: ConnectionView
  mayEdit: boolean
}

/**
 * Shows whether new drafts use a connection, with a button to choose it. A production connection needs a confirmation.
 */
export function DefaultChoice({ connection: { id, name, environment, isDefault }, mayEdit }: Props) {
  const t = useTranslations('connections.default')
  const { announce } = useToast()
  const [isAsking, setAsking] = useState(false)
  const [isSaving, startSaving] = useAction()

  const choose = () =>
    startSaving(async () => {
      const outcome = await chooseDefaultConnection({ id })
      setAsking(false)
      announce(outcome.ok ? t('done', { name }) : outcome.problem.message)
    })

  if (isDefault) return <p className="pb-1.5 text-ink-2 text-xs">{t('is')}</p>
  if (!mayEdit) return null
  return (
    <div className="pb-1.5">
      <Button
        size="small"
        aria-label={t('chooseNamed', { name })}
        disabled={isSaving}
        focusableWhenDisabled
        onClick={environment === 'production' ? () => setAsking(true) : choose}
      >
        {t('choose')}
      </Button>
      {isAsking && (
        <Dialog
          open
          onClose={() => !isSaving && setAsking(false)}
          title={t('ask')}
          description={t('production', { name })}
          actions={
            <>
              <Button onClick={() => setAsking(false)} disabled={isSaving} focusableWhenDisabled>
                {t('cancel')}
              </Button>
              <Button variant="primary" onClick={choose} disabled={isSaving} focusableWhenDisabled>
                {t('choose')}
              </Button>
            </>
          }
        />
      )}
    </div>
  )
}
