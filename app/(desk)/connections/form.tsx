'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useProof } from '@/app/(desk)/proof'
import { AreaField, ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { writeWarehouses } from '@/lib/contract/warehouses'
import type { ConnectionView } from '@/lib/desk-api/connections'
import { connectionFormSchema } from '@/lib/desk-api/connections'
import { saveConnection } from './actions'

interface Props {
  /** The one to change; absent: a new one. */
  connection: ConnectionView | undefined
  /** Whether the keyboard goes to its first field: it takes the place of a form that had it. */
  hasFocus: boolean
  onSaved: (saved: { name: string; voided: boolean }) => void
  onCancel: () => void
  /** Asks whether it shall be deleted. */
  onDelete: () => void
}

/** A connection's name, address, secrets, warehouses and sizes. Secrets go in and never come out. */
export function ConnectionForm({ connection, hasFocus, onSaved, onCancel, onDelete }: Props) {
  const say = useTranslations('connections')
  const withProof = useProof()
  return (
    <Form
      schema={connectionFormSchema}
      initial={
        connection
          ? {
              id: connection.id,
              name: connection.name,
              environment: connection.environment,
              baseUrl: connection.baseUrl,
              warehouses: writeWarehouses(connection.warehouses),
              checkSize: String(connection.checkSize),
              registerSize: String(connection.registerSize),
              checkParallel: String(connection.checkParallel),
            }
          : { environment: 'test', checkSize: '500', registerSize: '50', checkParallel: '2' }
      }
      focus={hasFocus ? 'name' : undefined}
      submit={say('save')}
      others={
        connection && (
          <>
            <Button onClick={onCancel}>{say('cancel')}</Button>
            <Button variant="quiet" className="ml-auto text-fail" onClick={onDelete}>
              {say('delete.open')}
            </Button>
          </>
        )
      }
      onSubmit={async values => {
        // The server reads the numbers as they were typed, too.
        const { checkSize, registerSize, checkParallel, ...rest } = values
        const counts = {
          checkSize: String(checkSize),
          registerSize: String(registerSize),
          checkParallel: String(checkParallel),
        }
        const outcome = await withProof(() => saveConnection({ ...rest, ...counts }))
        if (!outcome.ok) return outcome.problem
        onSaved(outcome.value)
        return undefined
      }}
    >
      <TextField name="name" label={say('columns.name')} autoComplete="off" />
      <ChoiceField
        name="environment"
        label={say('columns.environment')}
        hint={say('hints.environment')}
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
      <Elsewhere connection={connection} />
      <SecretField name="accessToken" connection={connection} />
      <SecretField name="secretKey" connection={connection} />
      <AreaField name="warehouses" label={say('warehouses.label')} hint={say('hints.warehouses')} rows={3} />
      <div className="grid grid-cols-2 gap-x-3 gap-y-2">
        <TextField
          name="checkSize"
          label={say('sizes.check')}
          hint={say('hints.checkSize')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="registerSize"
          label={say('sizes.register')}
          hint={say('hints.registerSize')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          name="checkParallel"
          label={say('sizes.parallel')}
          hint={say('hints.checkParallel')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </Form>
  )
}

/** Says, before it is saved, that an address at another origin, or the other environment, costs the stored secrets. */
function Elsewhere({ connection }: { connection: ConnectionView | undefined }) {
  const say = useTranslations('connections')
  const isElsewhere = useIsElsewhere(connection)
  const loses = connection?.accessToken.hasSecret || connection?.secretKey.hasSecret
  return (
    <div role="status">{isElsewhere && loses && <Notice tone="warn">{say('hints.elsewhere')}</Notice>}</div>
  )
}

interface SecretProps {
  name: 'accessToken' | 'secretKey'
  connection: ConnectionView | undefined
}

/** A secret to put in. Says what becomes of the stored one: kept, or lost because the address is another one. */
function SecretField({ name, connection }: SecretProps) {
  const say = useTranslations('connections')
  const isElsewhere = useIsElsewhere(connection)
  const stored = connection?.[name]
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

function useIsElsewhere(connection: ConnectionView | undefined): boolean {
  const [baseUrl, environment] = useWatch({ name: ['baseUrl', 'environment'] })
  if (!connection) return false
  return environment !== connection.environment || originOf(baseUrl) !== originOf(connection.baseUrl)
}

const originOf = (text: string) => (URL.canParse(text.trim()) ? new URL(text.trim()).origin : '')
