'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Connection } from '@/lib/store/connections'
import { saveConnection } from './actions'
import { connectionSchema } from './schema'

interface Props {
  /** The one to change; absent: a new one. */
  connection: Connection | undefined
  onSaved: (saved: { name: string; voided: boolean }) => void
  onCancel: () => void
}

/** A connection's name, address and secrets. Secrets go in and never come out. */
export function ConnectionForm({ connection, onSaved, onCancel }: Props) {
  const say = useTranslations('connections')
  const keep = (last4: string | null | undefined) => (last4 ? say('hints.keep', { last4 }) : undefined)
  return (
    <Form
      schema={connectionSchema}
      initial={
        connection
          ? {
              id: connection.id,
              name: connection.name,
              environment: connection.environment,
              baseUrl: connection.baseUrl,
            }
          : { environment: 'test' }
      }
      focus={connection && 'name'}
      submit={say('save')}
      others={connection && <Button onClick={onCancel}>{say('cancel')}</Button>}
      onSubmit={async values => {
        const outcome = await saveConnection(values)
        if (!outcome.ok) return outcome.problem
        onSaved(outcome.value)
        return undefined
      }}
    >
      <TextField name="name" label={say('columns.name')} autoComplete="off" />
      <ChoiceField
        name="environment"
        label={say('columns.environment')}
        choices={[
          { value: 'test', label: say('test') },
          { value: 'production', label: say('production') },
        ]}
      />
      <TextField
        name="baseUrl"
        label={say('columns.baseUrl')}
        hint={say('hints.baseUrl')}
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        name="accessToken"
        label={say('columns.accessToken')}
        hint={keep(connection?.accessToken.last4) ?? say('hints.accessToken')}
        type="password"
        autoComplete="off"
      />
      <TextField
        name="secretKey"
        label={say('columns.secretKey')}
        hint={keep(connection?.secretKey.last4) ?? say('hints.secretKey')}
        type="password"
        autoComplete="off"
      />
      {connection && <Voids of={connection} />}
    </Form>
  )
}

/** Says before saving that another address costs the stored secrets. */
function Voids({ of: connection }: { of: Connection }) {
  const say = useTranslations('connections')
  const [baseUrl, environment] = useWatch({ name: ['baseUrl', 'environment'] })
  const hasSecret = connection.accessToken.hasSecret || connection.secretKey.hasSecret
  const isElsewhere =
    environment !== connection.environment || originOf(baseUrl) !== originOf(connection.baseUrl)
  return hasSecret && isElsewhere ? <Notice tone="warn">{say('voids')}</Notice> : null
}

const originOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).origin : '')
