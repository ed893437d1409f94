'use client'
import { Fragment } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { EnvironmentTag } from '@/components/ui/environment-tag'
import type { LearnedLimit } from '@/lib/ledger/runner-limits'
import { listWarehouses } from '@/lib/sheet/warehouses'
import type { Connection, SecretInfo } from '@/lib/store/connections'
import { Learned } from './learned'
import { Rehearse } from './rehearse'
import { Tests } from './tests'

/** A connection, and what came of using it. */
export interface ListedConnection {
  readonly connection: Connection
  readonly learned: readonly LearnedLimit[]
  /** Orders that wait behind it, and that nobody knows the outcome of. */
  readonly left: Readonly<Record<'queued' | 'unknown', number>>
}

interface Props {
  connections: readonly ListedConnection[]
  editedId: string | undefined
  mayTest: boolean
  /** Absent: to look at only. */
  onEdit: ((id: string) => void) | undefined
}

/** All connections; of their secrets what may be known, and what they came to when they were tried. */
export function ConnectionList({ connections, editedId, mayTest, onEdit }: Props) {
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
            <th key={column} scope="col" className={classes(cell, line, 'h-8 bg-panel font-medium')}>
              {say(`columns.${column}`)}
            </th>
          ))}
          {onEdit && <td className={classes(cell, line, 'bg-panel')} />}
        </tr>
      </thead>
      <tbody>
        {connections.map(({ connection, learned }) => (
          <Fragment key={connection.id}>
            <tr className={classes('h-12', connection.id === editedId && 'bg-sel')}>
              <th scope="row" className={classes(cell, 'truncate text-left font-medium')}>
                {connection.name}
              </th>
              <td className={cell}>
                <EnvironmentTag environment={connection.environment} />
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
            <tr className={classes(connection.id === editedId && 'bg-sel')}>
              <td colSpan={onEdit ? 6 : 5} className={classes(line, 'px-3.5 pb-2')}>
                <p className="pb-1.5 text-ink-3 text-xs">{sizes(say, connection)}</p>
                <Tests connection={connection} mayTest={mayTest} />
                <Learned connection={connection} learned={learned} mayEdit={onEdit !== undefined} />
                {connection.kind === 'embedded' && (
                  <div className="pt-2">
                    <Rehearse connection={connection} mayEdit={onEdit !== undefined} />
                  </div>
                )}
              </td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'whitespace-nowrap px-3.5'
const line = 'border-line-soft border-b'

/** How much is asked of a connection at once, and where its parcels go. */
const sizes = (
  say: ReturnType<typeof useTranslations<'connections'>>,
  { checkSize, registerSize, checkParallel, warehouses }: Connection,
) =>
  [
    say('sizes.said', { checkSize, registerSize, checkParallel }),
    ...(warehouses.length > 0 ? [say('warehouses.said', { list: listWarehouses(warehouses) })] : []),
  ].join(' · ')

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
