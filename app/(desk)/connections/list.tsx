'use client'
import { Fragment } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { Connection, SecretInfo } from '@/lib/store/connections'
import { Rehearse } from './rehearse'

interface Props {
  connections: readonly Connection[]
  editedId: string | undefined
  /** Absent: to look at only. */
  onEdit: ((id: string) => void) | undefined
}

/** All connections; of their secrets what may be known. */
export function ConnectionList({ connections, editedId, onEdit }: Props) {
  const say = useTranslations('connections')
  return (
    <table className="w-full min-w-176 table-fixed border-separate border-spacing-0">
      <colgroup>
        <col className="w-[18%]" />
        <col className="w-29" />
        <col />
        <col className="w-36" />
        <col className="w-36" />
        {onEdit && <col className="w-25" />}
      </colgroup>
      <thead>
        <tr className="text-left text-ink-2 text-xs">
          {(['name', 'environment', 'baseUrl', 'accessToken', 'secretKey'] as const).map(column => (
            <th key={column} scope="col" className={classes(cell, 'h-8 bg-panel font-medium')}>
              {say(`columns.${column}`)}
            </th>
          ))}
          {onEdit && <td className={classes(cell, 'bg-panel')} />}
        </tr>
      </thead>
      <tbody>
        {connections.map(connection => (
          <Fragment key={connection.id}>
            <tr
              className={classes(
                'h-12',
                connection.id === editedId && 'bg-sel',
                // What it rehearses stands below and belongs to it.
                connection.kind === 'embedded' && '*:border-b-0',
              )}
            >
              <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
                {connection.name}
              </th>
              <td className={cell}>
                <Environment of={connection} />
              </td>
              <td className={classes(cell, 'truncate text-ink-2')} title={connection.baseUrl}>
                {connection.kind === 'embedded' ? say('builtIn') : connection.baseUrl}
              </td>
              <td className={cell}>
                <Secret of={connection.accessToken} />
              </td>
              <td className={cell}>
                <Secret of={connection.secretKey} />
              </td>
              {onEdit && (
                <td className={classes(cell, 'text-right')}>
                  {connection.kind === 'remote' && (
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={say('edit', { name: connection.name })}
                      onClick={() => onEdit(connection.id)}
                    >
                      {say('change')}
                    </Button>
                  )}
                </td>
              )}
            </tr>
            {connection.kind === 'embedded' && (
              <tr>
                <td colSpan={onEdit ? 6 : 5} className="border-line-soft border-b px-3.5 pb-1">
                  <Rehearse connection={connection} mayEdit={onEdit !== undefined} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'whitespace-nowrap border-line-soft border-b px-3.5'

/** Test or production, by word; the dot is for the eye. */
function Environment({ of: { environment } }: { of: Connection }) {
  const say = useTranslations('connections')
  const dot = environment === 'production' ? 'bg-env-production' : 'bg-env'
  return (
    <>
      <i className={classes('mr-1.5 inline-block size-1.75 rounded-full', dot)} aria-hidden />
      {say(environment)}
    </>
  )
}

function Secret({ of: { hasSecret, last4, updatedAt } }: { of: SecretInfo }) {
  const say = useTranslations('connections')
  const format = useFormatter()
  if (!hasSecret) return <span className="text-ink-3">{say('none')}</span>
  return (
    <>
      {say('secret', { last4: last4 ?? '' })}
      {updatedAt && (
        <span className="block text-ink-3 text-xs">
          {say('since', { date: format.dateTime(new Date(updatedAt), { dateStyle: 'medium' }) })}
        </span>
      )}
    </>
  )
}
