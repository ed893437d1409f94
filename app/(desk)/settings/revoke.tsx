'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { useTimeText } from '@/components/ui/time'
import type { ClientView, CredentialView } from '@/lib/desk-api/clients'
import { revokeAccess } from './actions'

/** The subject of the revocation: one credential of a client, or the whole client. */
export interface Revoking {
  readonly client: ClientView
  readonly credential?: CredentialView
}

interface Props {
  what: Revoking
  onClose: () => void
  /** Called with the sentence that confirms the revocation. */
  onRevoked: (sentence: string) => void
}

/** Asks before a revocation, and says what will stop working. */
export function RevokeDialog({ what: { client, credential }, onClose, onRevoked }: Props) {
  const t = useTranslations('settings.revoke')
  const time = useTimeText()
  const [problem, setProblem] = useState<string>()
  const [isRevoking, startRevoking] = useTransition()
  const words = credential && {
    kind: credential.kind,
    begins: credential.begins,
    last4: credential.last4,
    name: client.name,
  }
  const lastUse = latest(credential ? [credential] : client.credentials)

  const revoke = () =>
    startRevoking(async () => {
      const target = credential ? { credentialId: credential.id } : { clientId: client.id }
      const outcome = await revokeAccess(target)
      if (outcome.ok) onRevoked(words ? t('doneOne', words) : t('doneClient', { name: client.name }))
      else setProblem(outcome.problem.message)
    })

  return (
    <Dialog
      open
      onClose={() => !isRevoking && onClose()}
      title={words ? t('titleOne', words) : t('titleClient', { name: client.name })}
      description={words ? t('bodyOne', words) : t('bodyClient', { name: client.name })}
      actions={
        <>
          <Button onClick={onClose} disabled={isRevoking} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button variant="danger" onClick={revoke} disabled={isRevoking} focusableWhenDisabled>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <p>{lastUse === undefined ? t('neverUsed') : t('lastUsed', { date: time(lastUse, 'minute') })}</p>
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}

const latest = (credentials: readonly CredentialView[]): string | undefined =>
  credentials
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1)
