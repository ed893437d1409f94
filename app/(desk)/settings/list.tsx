'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { cellClasses, stackedCell, stackedRowEnd } from '@/components/ui/data/cell-classes'
import { useTimeText } from '@/components/ui/text/time'
import type { ClientView } from '@/lib/desk-api/programs/clients'
import { utcText } from '@/lib/words/time/time-text'
import { CredentialRow } from './credential-row'
import type { Revoking } from './revoke'

interface Props {
  clients: readonly ClientView[]
  /** When the list was read (ISO 8601). */
  now: string
  /** Whether expired and revoked clients are shown, too. */
  showsEnded: boolean
  pickedId: string | undefined
  isBusy: boolean
  onIssue: (clientId: string) => void
  onRenew: (credentialId: string) => void
  onRevoke: (what: Revoking) => void
}

/** All clients, each with its credentials below. */
export function ClientList(props: Props) {
  const t = useTranslations('settings')
  const { clients, showsEnded } = props
  return (
    <div className="@container/rows-720">
      <table
        aria-label={t('title')}
        className="w-full min-w-182 table-fixed border-separate border-spacing-0 border-line-soft border-t stacked:block stacked:min-w-0!"
      >
        <colgroup className="stacked:hidden">
          <col />
          <col className="w-32" />
          <col className="w-32" />
          <col className="w-32" />
          <col className="w-40" />
        </colgroup>
        <thead className="stacked:sr-only">
          <tr className="text-left text-ink-2 text-xs">
            {(['credential', 'issued', 'expires', 'lastUsed'] as const).map(column => (
              <th key={column} scope="col" className={classes(cell, 'h-8 bg-panel font-medium')}>
                {t(`columns.${column}`)}
              </th>
            ))}
            <td className={classes(cell, 'bg-panel')} />
          </tr>
        </thead>
        {clients
          .filter(client => showsEnded || client.revokedAt === null)
          .map(client => (
            <ClientRows key={client.id} client={client} {...props} />
          ))}
        {clients.every(client => client.isOwn) && (
          <tbody className="stacked:block">
            <tr className="stacked:block h-12 stacked:h-auto">
              <td colSpan={5} className={classes(cell, 'text-ink-2 stacked:py-3!')}>
                {t('noClients')}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </div>
  )
}

const cell = classes(cellClasses, stackedCell, 'whitespace-nowrap')

function ClientRows({ client, ...props }: Props & { client: ClientView }) {
  const t = useTranslations('settings')
  const mayChange = !client.isOwn && client.revokedAt === null
  const shown = client.credentials.filter(({ state }) => props.showsEnded || state === 'good')
  const nameId = `client-${client.id}`
  return (
    <tbody aria-labelledby={nameId} className={classes('stacked:block stacked:py-2', stackedRowEnd)}>
      <tr className={classes('stacked:block h-12 stacked:h-auto', client.id === props.pickedId && 'bg-sel')}>
        <th scope="rowgroup" colSpan={mayChange ? 4 : 5} className={classes(cell, 'text-left font-normal')}>
          <span className="flex items-center gap-2">
            <span id={nameId} className="min-w-0 truncate font-medium">
              <bdi>{client.name}</bdi>
            </span>
            {client.scopes.map(scope => (
              <span key={scope} className="rounded border border-line px-1.5 text-ink-2 text-xs">
                {t(`scope.${scope}`)}
              </span>
            ))}
          </span>
          <About client={client} />
        </th>
        {mayChange && (
          <td className={classes(cell, 'text-right')}>
            <Button
              variant="quiet"
              size="small"
              aria-label={t('issueTo', { name: client.name })}
              onClick={() => props.onIssue(client.id)}
            >
              {t('issue')}
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={t('revokeWhat', { what: client.name })}
              onClick={() => props.onRevoke({ client })}
            >
              {t('revokeShort')}
            </Button>
          </td>
        )}
      </tr>
      {shown.map(credential => (
        <CredentialRow
          key={credential.id}
          of={credential}
          now={props.now}
          isBusy={props.isBusy}
          onRenew={mayChange ? () => props.onRenew(credential.id) : undefined}
          onRevoke={mayChange ? () => props.onRevoke({ client, credential }) : undefined}
        />
      ))}
      {shown.length === 0 && (
        <tr className="stacked:block h-9 stacked:h-auto">
          <td colSpan={5} className={classes(cell, 'pl-7 text-ink-3')}>
            {t('noCredentials')}
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** Who created the client and when; for Lading's own client, that it needs no setup; for a revoked one, since when. */
function About({ client }: { client: ClientView }) {
  const t = useTranslations('settings')
  const time = useTimeText()
  const creation = { date: time(client.createdAt, 'day'), who: client.createdBy ?? '' }
  const sentence = client.isOwn
    ? t('own')
    : client.revokedAt !== null
      ? t('revokedOn', { date: time(client.revokedAt, 'day') })
      : t(client.createdBy === null ? 'madeByCommand' : 'madeBy', creation)
  return (
    <span title={utcText(client.revokedAt ?? client.createdAt)} className="block truncate text-ink-3 text-xs">
      {sentence}
    </span>
  )
}
