'use client'
import { useTranslations } from 'use-intl'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { StackedTime } from '@/components/ui/text/time'
import type { DeskKeyView } from '@/lib/desk-api/programs/desk-keys'
import { isolated } from '@/lib/words/sentences/isolated'

interface Props {
  keys: readonly DeskKeyView[]
  onRevoke: (key: DeskKeyView) => void
}

/** Keys, valid ones first. */
export function KeyList({ keys, onRevoke }: Props) {
  const t = useTranslations('deskKeys')
  const common = useTranslations('settings')
  if (keys.length === 0)
    return (
      <p className="p-3.5 text-ink-2">
        {t('none')} <HelpLink href="/help/api#deliver-files-with-the-command-line">{t('guide')}</HelpLink>
      </p>
    )
  return (
    <DataTable
      id="desk-keys-table"
      label={t('title')}
      stacksBelow={800}
      rows={keys}
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
  )
}
