'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/button'
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
      <SecretField name="accessToken" connection={connection} />
      <SecretField name="secretKey" connection={connection} />
    </Form>
  )
}

interface SecretProps {
  name: 'accessToken' | 'secretKey'
  connection: Connection | undefined
}

/** A secret to put in. Says what becomes of the stored one: kept, or lost because the address is another one. */
function SecretField({ name, connection }: SecretProps) {
  const say = useTranslations('connections')
  const [baseUrl, environment] = useWatch({ name: ['baseUrl', 'environment'] })
  const stored = connection?.[name]
  const isElsewhere =
    connection !== undefined &&
    (environment !== connection.environment || originOf(baseUrl) !== originOf(connection.baseUrl))
  const fate = isElsewhere ? (
    <span className="text-warn">{say('hints.lost')}</span>
  ) : (
    say('hints.keep', { last4: stored?.last4 ?? '' })
  )
  return (
    <TextField
      name={name}
      label={say(`columns.${name}`)}
      hint={stored?.hasSecret ? fate : say(`hints.${name}`)}
      type="password"
      autoComplete="off"
    />
  )
}

const originOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).origin : '')
