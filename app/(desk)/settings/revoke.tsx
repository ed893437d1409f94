'use client'
import { useTranslations } from 'use-intl'
import { useTimeText } from '@/components/ui/text/time'
import type { ClientView, CredentialView } from '@/lib/desk-api/programs/clients'
import { revokeAccess } from './actions'
import { RemoveDialog } from './remove-dialog'

/** The subject of the revocation: one credential of a client, or the whole client. */
export interface Revoking {
  readonly client: ClientView
  readonly credential?: CredentialView
}

/** Asks before a revocation, and says what will stop working. */
export function RevokeDialog({ what, onClose }: { what: Revoking; onClose: () => void }) {
  const { client, credential } = what
  const t = useTranslations('settings.revoke')
  const time = useTimeText()
  const { name } = client
  const values = credential && {
    kind: credential.kind,
    begins: credential.begins,
    last4: credential.last4,
    name,
  }
  const lastUse = latest(credential ? [credential] : client.credentials)
  return (
    <RemoveDialog
      title={values ? t('titleOne', values) : t('titleClient', { name })}
      body={values ? t('bodyOne', values) : t('bodyClient', { name })}
      words={{
        cancel: t('cancel'),
        remove: t('confirm'),
        done: values ? t('doneOne', values) : t('doneClient', { name }),
      }}
      remove={() => revokeAccess(credential ? { credentialId: credential.id } : { clientId: client.id })}
      onClose={onClose}
    >
      <p>{lastUse === undefined ? t('neverUsed') : t('lastUsed', { date: time(lastUse, 'minute') })}</p>
    </RemoveDialog>
  )
}

const latest = (credentials: readonly CredentialView[]): string | undefined =>
  credentials
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .sort()
    .at(-1)
