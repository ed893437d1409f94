'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { cellClasses, stackedCell, stackedLabel } from '@/components/ui/data/cell-classes'
import { StackedTime } from '@/components/ui/text/time'
import type { CredentialView } from '@/lib/desk-api/programs/clients'
import { DAY_MS } from '@/lib/time-units'

interface Props {
  of: CredentialView
  now: string
  isBusy: boolean
  /** Absent: read-only. */
  onRenew: (() => void) | undefined
  onRevoke: (() => void) | undefined
}

/** A key that expires within this time is highlighted, in milliseconds. */
const SOON_MS = 7 * DAY_MS

const cell = classes(cellClasses, stackedCell)
const valueCell = classes(cell, stackedLabel)

/** A token or key: its first and last characters, its times, and its actions. */
export function CredentialRow({ of: credential, now, isBusy, onRenew, onRevoke }: Props) {
  const t = useTranslations('settings')
  const { kind, begins, last4, state, issuedAt, expiresAt, lastUsedAt } = credential
  const known = `${begins}…${last4}`
  const endsSoon =
    kind === 'key' &&
    expiresAt !== null &&
    Date.parse(expiresAt) - Date.parse(now) < SOON_MS &&
    state === 'good'
  return (
    <tr
      className={classes(
        'stacked:block stacked:pt-1.5 h-10 stacked:h-auto',
        state !== 'good' && 'text-ink-3',
      )}
    >
      <th scope="row" className={classes(cell, 'pl-7! text-left font-normal stacked:pl-3.5!')}>
        {/* In a narrow column the credential goes below its kind, rather than losing its end. */}
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          {t(`kinds.${kind}`)} <span className="font-mono text-ink-3 text-xs">{known}</span>
        </span>
      </th>
      <td data-label={t('columns.issued')} className={valueCell}>
        <StackedTime at={issuedAt} kind="minute" />
      </td>
      <td data-label={t('columns.expires')} className={classes(valueCell, endsSoon && 'text-warn')}>
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
      <td data-label={t('columns.lastUsed')} className={valueCell}>
        {lastUsedAt === null ? (
          <span className="text-ink-3">{t('states.unused')}</span>
        ) : (
          <StackedTime at={lastUsedAt} kind="minute" />
        )}
      </td>
      <td className={classes(cell, 'whitespace-nowrap text-right')}>
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
