'use client'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { AreaField, ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { writeWarehouses } from '@/lib/contract/warehouses'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import { connectionFormSchema } from '@/lib/desk-api/connections/connections'
import { consolePlaceholders } from '@/lib/desk-api/connections/console-link'
import { saveConnection } from './actions'

interface Props {
  /** The connection to change; absent: a new one. */
  connection: ConnectionView | undefined
  onSaved: (saved: { name: string; voided: boolean }) => void
  onCancel: () => void
  /** Asks whether the connection is to be deleted. */
  onDelete: () => void
}

/** A connection's name, address, secrets, warehouses and batch sizes. Stored secrets are never shown. */
export function ConnectionForm({ connection, onSaved, onCancel, onDelete }: Props) {
  const t = useTranslations('connections')
  const withReauthentication = useReauthentication()
  return (
    <Form
      schema={connectionFormSchema}
      initial={
        connection
          ? {
              id: connection.id,
              shown: connection.updatedAt,
              name: connection.name,
              environment: connection.environment,
              baseUrl: connection.baseUrl,
              warehouses: writeWarehouses(connection.warehouses),
              consoleLink: connection.consoleLink,
              checkSize: String(connection.checkSize),
              registerSize: String(connection.registerSize),
              checkParallel: String(connection.checkParallel),
            }
          : { environment: 'test', checkSize: '500', registerSize: '50', checkParallel: '2' }
      }
      submit={t('save')}
      others={
        <>
          <Button onClick={onCancel}>{t('cancel')}</Button>
          {connection && (
            <Button variant="quiet" className="ml-auto text-fail" onClick={onDelete}>
              {t('delete.open')}
            </Button>
          )}
        </>
      }
      action={({ checkSize, registerSize, checkParallel, ...rest }) => {
        // The server also parses the numbers as they were typed.
        const counts = {
          checkSize: String(checkSize),
          registerSize: String(registerSize),
          checkParallel: String(checkParallel),
        }
        return withReauthentication(() => saveConnection({ ...rest, ...counts }))
      }}
      onAccepted={onSaved}
    >
      <TextField name="name" label={t('columns.name')} autoComplete="off" />
      <ChoiceField
        name="environment"
        label={t('columns.environment')}
        hint={t('hints.environment')}
        choices={[
          { value: 'test', label: t('test') },
          { value: 'production', label: t('production') },
        ]}
      />
      <TextField
        name="baseUrl"
        label={t('columns.baseUrl')}
        hint={t('hints.baseUrl')}
        inputMode="url"
        autoComplete="off"
      />
      <DiscardedSecrets connection={connection} />
      <SecretField name="accessToken" connection={connection} />
      <SecretField name="secretKey" connection={connection} />
      <AreaField name="warehouses" label={t('warehouses.label')} hint={t('hints.warehouses')} rows={3} />
      <TextField
        name="consoleLink"
        label={t('columns.consoleLink')}
        hint={t('hints.consoleLink', consolePlaceholders)}
        inputMode="url"
        autoComplete="off"
      />
      <Sizes />
    </Form>
  )
}

const SIZES = ['checkSize', 'registerSize', 'checkParallel'] as const

/** How much is sent at once: folded, because the defaults suit nearly every service. An error unfolds it. */
function Sizes() {
  const t = useTranslations('connections')
  const { errors } = useFormState()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      open={isOpen || SIZES.some(name => errors[name])}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-default py-1 text-ink-2">{t('advanced')}</summary>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <TextField
          name="checkSize"
          label={t('sizes.check')}
          hint={t('hints.checkSize')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="registerSize"
          label={t('sizes.register')}
          hint={t('hints.registerSize')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="checkParallel"
          label={t('sizes.parallel')}
          hint={t('hints.checkParallel')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </details>
  )
}

/** Warns before saving that another origin or another environment discards the stored secrets. */
function DiscardedSecrets({ connection }: { connection: ConnectionView | undefined }) {
  const t = useTranslations('connections')
  const isMoved = useIsMoved(connection)
  const loses = connection?.accessToken.hasSecret || connection?.secretKey.hasSecret
  return <div role="status">{isMoved && loses && <Notice tone="warn">{t('hints.elsewhere')}</Notice>}</div>
}

interface SecretProps {
  name: 'accessToken' | 'secretKey'
  connection: ConnectionView | undefined
}

/** A field for a secret. It says whether the stored secret is kept, or lost because the address changed. */
function SecretField({ name, connection }: SecretProps) {
  const t = useTranslations('connections')
  const isMoved = useIsMoved(connection)
  const stored = connection?.[name]
  const storedHint = isMoved ? (
    <span className="text-warn">{t('hints.lost')}</span>
  ) : (
    t('hints.keep', { last4: stored?.last4 ?? '' })
  )
  return (
    <TextField
      name={name}
      label={t(`columns.${name}`)}
      hint={stored?.hasSecret ? storedHint : t(`hints.${name}`)}
      type="password"
      autoComplete="off"
    />
  )
}

/** Whether the typed address or environment differs from the stored one, so that stored secrets do not fit it. */
function useIsMoved(connection: ConnectionView | undefined): boolean {
  const [baseUrl, environment] = useWatch({ name: ['baseUrl', 'environment'] })
  if (!connection) return false
  return environment !== connection.environment || originOf(baseUrl) !== originOf(connection.baseUrl)
}

const originOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).origin : '')
