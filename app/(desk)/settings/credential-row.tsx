'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { StackedTime } from '@/components/ui/text/time'
import type { CredentialView } from '@/lib/desk-api/programs/clients'
import { cellClasses as cell } from './cell-classes'

interface Props {
  of: CredentialView
  now: string
  isBusy: boolean
  /** Absent: read-only. */
  onRenew: (() => void) | undefined
  onRevoke: (() => void) | undefined
}

/** A key that expires within this time is highlighted, in milliseconds. */
const SOON = 7 * 24 * 60 * 60 * 1000

/** A token or key: its first and last characters, its times, and its actions. */
export function CredentialRow({ of: credential, now, isBusy, onRenew, onRevoke }: Props) {
  const t = useTranslations('settings')
  const { kind, begins, last4, state, issuedAt, expiresAt, lastUsedAt } = credential
  const known = `${begins}…${last4}`
  const endsSoon =
    kind === 'key' && expiresAt !== null && Date.parse(expiresAt) - Date.parse(now) < SOON && state === 'good'
  return (
    <tr className={classes('h-10', state !== 'good' && 'text-ink-3')}>
      <th
        scope="row"
        title={`${t(`kinds.${kind}`)} ${known}`}
        className={classes(cell, 'truncate pl-7 text-left font-normal')}
      >
        {t(`kinds.${kind}`)} <span className="ml-1.5 font-mono text-ink-3 text-xs">{known}</span>
      </th>
      <td className={cell}>
        <StackedTime at={issuedAt} kind="minute" />
      </td>
      <td className={classes(cell, endsSoon && 'text-warn')}>
        {state === 'revoked' ? (
          t('states.revoked')
        ) : expiresAt === null ? (
          <span className="text-ink-3">{t('states.never')}</span>
        ) : (
          <StackedTime
            at={expiresAt}
            kind="minute"
            note={state === 'over' ? t('states.over') : endsSoon ? t('states.soon') : undefined}
          />
        )}
      </td>
      <td className={cell}>
        {lastUsedAt === null ? (
          <span className="text-ink-3">{t('states.unused')}</span>
        ) : (
          <StackedTime at={lastUsedAt} kind="minute" />
        )}
      </td>
      <td className={classes(cell, 'text-right')}>
        {onRenew && state !== 'revoked' && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('renewWhat', { what: known })}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={onRenew}
          >
            {t('renew')}
          </Button>
        )}
        {onRevoke && state === 'good' && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('revokeWhat', { what: known })}
            onClick={onRevoke}
          >
            {t('revokeShort')}
          </Button>
        )}
      </td>
    </tr>
  )
}
