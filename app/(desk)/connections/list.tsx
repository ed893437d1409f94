'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { Notice } from '@/components/ui/feedback/notice'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { useTimeText } from '@/components/ui/text/time'
import type { SecretInfo } from '@/lib/contract/credentials'
import type { ConnectionView, ListedConnection } from '@/lib/desk-api/connections/connections'
import { listWarehouses } from '@/lib/sheet/judge/warnings/warehouses'
import { utcText } from '@/lib/words/time/time-text'
import { DefaultChoice } from './default-choice'
import { IdempotencyKeys } from './idempotency-keys'
import { Learned } from './learned'
import { Rehearse } from './rehearse'
import { RequirementsLink } from './requirements-link'
import { Tests } from './tests'

interface Props {
  connections: readonly ListedConnection[]
  editedId: string | undefined
  mayTest: boolean
  /** Absent: read-only. */
  onEdit: ((id: string) => void) | undefined
}

/** All connections, with what may be shown of their secrets and the results of the last credential tests. */
export function ConnectionList({ connections, editedId, mayTest, onEdit }: Props) {
  const t = useTranslations('connections')
  return (
    <DataTable
      id="connections"
      label={t('title')}
      stacksBelow={720}
      rows={connections}
      rowKey={({ connection }) => connection.id}
      rowClassName={({ connection }) => connection.id === editedId && 'bg-sel'}
      columns={[
        {
          id: 'name',
          heading: t('columns.name'),
          width: 'w-[18%]',
          className: 'truncate',
          isRowHeader: true,
          title: ({ connection }) => connection.name,
          sortBy: ({ connection }) => connection.name,
          // The search links here.
          cell: ({ connection }) => <bdi id={`connection-${connection.id}`}>{connection.name}</bdi>,
        },
        {
          id: 'environment',
          heading: t('columns.environment'),
          width: 'w-30',
          sortBy: ({ connection }) => connection.environment,
          cell: ({ connection }) => <EnvironmentTag environment={connection.environment} />,
        },
        {
          id: 'baseUrl',
          heading: t('columns.baseUrl'),
          className: 'truncate text-ink-2',
          title: ({ connection }) => connection.baseUrl,
          sortBy: ({ connection }) => connection.baseUrl,
          cell: ({ connection }) => (connection.kind === 'embedded' ? t('builtIn') : connection.baseUrl),
        },
        {
          id: 'accessToken',
          heading: t('columns.accessToken'),
          width: 'w-36',
          className: 'whitespace-nowrap',
          cell: ({ connection }) => <Secret of={connection.accessToken} />,
        },
        {
          id: 'secretKey',
          heading: t('columns.secretKey'),
          width: 'w-36',
          className: 'whitespace-nowrap',
          cell: ({ connection }) => <Secret of={connection.secretKey} />,
        },
        ...(onEdit
          ? [
              {
                id: 'acts',
                heading: '',
                width: 'w-25',
                className: 'text-right',
                cell: ({ connection }: ListedConnection) =>
                  connection.kind === 'remote' && (
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={t('edit', { name: connection.name })}
                      onClick={() => onEdit(connection.id)}
                    >
                      {t('change')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
      details={({ connection, learned, requirements, clock }) => (
        <>
          {clock && (
            <div className="pb-1.5">
              <Notice tone="warn">{t('clock', { ...clock })}</Notice>
            </div>
          )}
          <p className="pb-1.5 text-ink-3 text-xs">{sizes(t, connection)}</p>
          <DefaultChoice connection={connection} mayEdit={onEdit !== undefined} />
          <Tests connection={connection} mayTest={mayTest} />
          <IdempotencyKeys connection={connection} mayEdit={onEdit !== undefined} />
          <Learned connection={connection} learned={learned} mayEdit={onEdit !== undefined} />
          <RequirementsLink connection={connection} count={requirements} />
          {connection.kind === 'embedded' && (
            <div className="pt-2">
              <Rehearse connection={connection} mayEdit={onEdit !== undefined} />
            </div>
          )}
        </>
      )}
    />
  )
}

/** The batch sizes of a connection, and where its parcels go. */
const sizes = (
  t: ReturnType<typeof useTranslations<'connections'>>,
  { checkSize, registerSize, checkParallel, warehouses }: ConnectionView,
) =>
  [
    t('sizes.summary', { checkSize, registerSize, checkParallel }),
    ...(warehouses.length > 0 ? [t('warehouses.summary', { list: listWarehouses(warehouses) })] : []),
  ].join(' · ')

function Secret({ of: { hasSecret, last4, updatedAt } }: { of: SecretInfo }) {
  const t = useTranslations('connections')
  const time = useTimeText()
  if (!hasSecret) return <span className="text-ink-3">{t('none')}</span>
  return (
    <>
      {t('secret', { last4: last4 ?? '' })}
      {updatedAt && (
        <span title={utcText(updatedAt)} className="block text-ink-3 text-xs">
          {t('since', { date: time(updatedAt, 'day') })}
        </span>
      )}
    </>
  )
}
