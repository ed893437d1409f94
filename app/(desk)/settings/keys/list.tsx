'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { StackedTime } from '@/components/ui/time'
import type { DeskKeyView } from '@/lib/desk-api/desk-keys'
import { isolated } from '@/lib/words/isolated'

interface Props {
  keys: readonly DeskKeyView[]
  onRevoke: (key: DeskKeyView) => void
}

/** All keys; revoked and expired ones on request. */
export function KeyList({ keys, onRevoke }: Props) {
  const t = useTranslations('deskKeys')
  const common = useTranslations('settings')
  const [showsEnded, setShowsEnded] = useState(false)
  const shown = keys.filter(({ state }) => showsEnded || state === 'good')
  return (
    <>
      <div className="flex min-h-12 items-center gap-2.5 px-3.5 py-2">
        <h2 id="desk-keys" className="font-semibold text-base">
          {t('title')}
        </h2>
        <Button variant="quiet" size="small" className="ml-auto" onClick={() => setShowsEnded(!showsEnded)}>
          {common(showsEnded ? 'hideEnded' : 'showEnded')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="px-3.5 text-ink-2">{t('none')}</p>
      ) : (
        <DataTable
          id="desk-keys-table"
          label={t('title')}
          className="min-w-200"
          rows={shown}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'name',
              heading: t('columns.name'),
              className: 'truncate',
              isRowHeader: true,
              title: ({ name }) => name,
              cell: ({ name, begins, last4 }) => (
                <>
                  <bdi className="font-medium">{name}</bdi>
                  <span className="ml-2 font-mono text-ink-3 text-xs">{`${begins}…${last4}`}</span>
                </>
              ),
            },
            {
              id: 'scopes',
              heading: t('columns.scopes'),
              width: 'w-32',
              className: 'truncate text-ink-2',
              cell: ({ scopes }) => scopes.map(scope => t(`scope.${scope}`)).join(' · '),
            },
            {
              id: 'created',
              heading: t('columns.created'),
              width: 'w-36',
              className: 'truncate text-ink-2',
              cell: ({ createdAt, createdBy }) => (
                <StackedTime
                  at={createdAt}
                  kind="minute"
                  note={createdBy && t('by', { who: isolated(createdBy) })}
                />
              ),
            },
            {
              id: 'expires',
              heading: t('columns.expires'),
              width: 'w-32',
              className: 'text-ink-2',
              cell: ({ expiresAt, state }) =>
                state === 'revoked' ? (
                  common('states.revoked')
                ) : expiresAt === null ? (
                  common('states.never')
                ) : (
                  <StackedTime
                    at={expiresAt}
                    kind="minute"
                    note={state === 'over' ? common('states.over') : undefined}
                  />
                ),
            },
            {
              id: 'used',
              heading: t('columns.lastUsed'),
              width: 'w-32',
              className: 'text-ink-2',
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? common('states.unused') : <StackedTime at={lastUsedAt} kind="minute" />,
            },
            {
              id: 'acts',
              heading: '',
              width: 'w-24',
              className: 'text-right whitespace-nowrap',
              cell: key =>
                key.state === 'good' && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={common('revokeWhat', { what: isolated(key.name) })}
                    onClick={() => onRevoke(key)}
                  >
                    {common('revokeShort')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </>
  )
}
