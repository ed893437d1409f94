import Link from 'next/link'
import { attentionNow } from '@/app/(desk)/drafts/draft-statuses'
import { LinkLabel } from '@/app/(desk)/link-label'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import type { Attention, NamedDraft } from '@/lib/desk-api/home'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { isolated } from '@/lib/words/sentences/isolated'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { dayLabel } from './day-label'

const t = getTranslations('home')

/** Lines of one kind that are shown; the rest are counted. */
const MAX_SHOWN = 5

type Kind = keyof Attention

interface AttentionLine {
  readonly key: string
  readonly text: string
  /** The draft or the connection that it is about. */
  readonly about: string | undefined
  readonly aside?: string | undefined
  /** Where it is solved. */
  readonly href: string
}

const dots: Record<Kind, string> = {
  restored: 'bg-warn',
  restoredAccess: 'bg-warn',
  unconfirmed: 'bg-warn',
  cancelled: 'bg-fail',
  due: 'bg-fail',
  files: 'bg-warn',
  waitingFiles: 'bg-warn',
  runs: 'bg-warn',
  errors: 'bg-fail',
  ready: 'bg-ok',
  credentials: 'bg-stale',
  clocks: 'bg-stale',
  serverClock: 'bg-warn',
  backups: 'bg-stale',
}

/** Where all lines of a kind are. */
const lists: Record<Kind, string> = {
  restored: '/help/unconfirmed-orders#after-a-restored-backup',
  restoredAccess: '/settings/team',
  unconfirmed: '/unknown',
  cancelled: '/cancelled',
  due: '/?only=due#drafts',
  files: '/#drafts',
  waitingFiles: '/#drafts',
  runs: '/history',
  errors: '/?only=errors#drafts',
  ready: '/?only=ready#drafts',
  credentials: '/connections',
  clocks: '/connections',
  serverClock: '/settings/about',
  backups: '/settings/about',
}

const pathOf = ({ id, sheet }: NamedDraft) => `/${sheet}/${id}`

/** What needs a person, the most urgent first, each line with a link to where it is solved. */
export async function NeedsAttention() {
  const { role } = await requireOperator()
  const mayEdit = isAtLeast(role, 'editor')
  const attention = await attentionNow()
  // Only administrators manage servers, backups and accounts, and only registrars resume registering.
  const groups = linesOf({
    ...attention,
    ...(role !== 'administrator' && { restoredAccess: [], serverClock: [], backups: [] }),
    ...(!isAtLeast(role, 'registrar') && { restored: [] }),
  })
  return (
    <section aria-labelledby="attention" className="min-w-0">
      <h2 id="attention" className="mb-1 font-semibold text-ink-2 text-sm">
        {t('attention.title')}
      </h2>
      {groups.length === 0 ? (
        <p className="py-2 text-ink-2">{t('attention.none')}</p>
      ) : (
        <ul>
          {groups.flatMap(([kind, lines]) => [
            ...lines
              .slice(0, MAX_SHOWN)
              .map(line => <Line key={line.key} kind={kind} line={line} mayEdit={mayEdit} />),
            lines.length > MAX_SHOWN && (
              <li key={kind} className="border-line-soft border-b py-1.5 pl-4.5 text-ink-2">
                <Link href={lists[kind]} prefetch={false} className="underline">
                  {t('attention.more', { count: lines.length - MAX_SHOWN })}
                </Link>
              </li>
            ),
          ])}
        </ul>
      )}
    </section>
  )
}

interface LineProps {
  kind: Kind
  line: AttentionLine
  mayEdit: boolean
}

function Line({ kind, line: { key, text, about, aside, href }, mayEdit }: LineProps) {
  // Who only reads sees the errors, and fixes none.
  const act = kind === 'errors' && !mayEdit ? 'ready' : kind
  const id = `attention-${key.replaceAll(/[^A-Za-z0-9-]/g, '-')}`
  return (
    <li className="flex min-h-9.5 items-center gap-2.5 border-line-soft border-b py-1">
      <i
        aria-hidden
        className={classes('forced-color-adjust-none size-2 shrink-0 rounded-full', dots[kind])}
      />
      <p id={id} className="min-w-0 flex-1">
        <span className="font-medium">{text}</span>{' '}
        <span className="break-words text-ink-2">{[about, aside].filter(Boolean).join(' · ')}</span>
      </p>
      <Link href={href} prefetch={false} aria-describedby={id} className={buttonClasses('plain', 'small')}>
        <LinkLabel>{t(`attention.acts.${act}`)}</LinkLabel>
      </Link>
    </li>
  )
}

/** The kinds that have lines, most urgent first. */
function linesOf(attention: Attention) {
  const { restored, restoredAccess, unconfirmed, cancelled, due, files, waitingFiles, runs } = attention
  const { errors, ready, credentials, clocks, serverClock, backups } = attention
  const groups: readonly (readonly [Kind, readonly AttentionLine[]])[] = [
    [
      'restored',
      restored.map(({ at, isBackup, connections }) => ({
        key: 'restored',
        text: t(isBackup ? 'attention.restored' : 'attention.commitsLost', {
          time: requestTime(at, 'clock'),
        }),
        about: t(isBackup ? 'attention.restoredStep' : 'attention.commitsLostStep', {
          connections: listOf(requestLocale().language, connections.map(isolated)),
        }),
        href: lists.restored,
      })),
    ],
    [
      'restoredAccess',
      restoredAccess.map(({ madeAt, restoredAt }) => ({
        key: 'restored access',
        text:
          madeAt === null
            ? t('attention.restoredByHand', { time: requestTime(restoredAt, 'clock') })
            : t('attention.restoredAccess', { time: requestTime(madeAt, 'clock') }),
        about: t('attention.restoredAccessStep'),
        href: lists.restoredAccess,
      })),
    ],
    [
      'unconfirmed',
      unconfirmed.map(({ draft, count }) => ({
        key: `unconfirmed ${draft.id}`,
        text: t('attention.unconfirmed', { count, record: draft.recordType }),
        about: draft.name,
        href: '/unknown',
      })),
    ],
    [
      'cancelled',
      cancelled.map(({ id, number, orderId, isUnconfirmed, draft }) => ({
        key: `cancelled ${id}`,
        text: t('attention.cancelled', { number, state: isUnconfirmed ? 'unconfirmed' : 'registered' }),
        about: [t('attention.cancelledAbout', { orderId: orderId ?? 'none' }), draft]
          .filter(Boolean)
          .join(' · '),
        aside: t('attention.cancelledStep'),
        href: '/cancelled',
      })),
    ],
    [
      'due',
      due.map(({ draft, state, count, day }) => ({
        key: `${state} ${draft.id}`,
        text: t(state === 'past' ? 'attention.pastDue' : 'attention.dueToday', { count }),
        about: draft.name,
        aside: state === 'past' ? t('attention.dueSince', { day: dayLabel(day) }) : undefined,
        href: pathOf(draft),
      })),
    ],
    [
      'files',
      files.map(({ id, name, draft, reason, detail }) => ({
        key: `file ${id}`,
        text: t('attention.file', { name: isolated(name), reason }),
        // A draft that a file begins is named after it: the name once is enough.
        about: isNamedAfter(draft.name, name) ? undefined : draft.name,
        aside: detail,
        href: pathOf(draft),
      })),
    ],
    [
      'waitingFiles',
      waitingFiles.map(({ id, name, limit, megabytes }) => ({
        key: `waiting file ${id}`,
        text: t('attention.waitingFile', { name: isolated(name) }),
        about: t('attention.waitingFileStep', { limit, megabytes }),
        href: lists.waitingFiles,
      })),
    ],
    [
      'runs',
      runs.map(({ id, draft, kind, state, left: count, problem, waitsUntil }) => ({
        key: id,
        text:
          state === 'waiting'
            ? t('attention.waiting', { kind, count, time: requestTime(waitsUntil ?? '', 'clock') })
            : t(`attention.${state}`, { kind, count }),
        about: draft.name,
        aside: problem,
        href: pathOf(draft),
      })),
    ],
    [
      'errors',
      errors.map(({ draft, count, of }) => ({
        key: `errors ${draft.id}`,
        text: t('attention.errors', { count, of, record: draft.recordType }),
        about: draft.name,
        href: pathOf(draft),
      })),
    ],
    [
      'ready',
      ready.map(({ draft, count, at }) => ({
        key: `ready ${draft.id}`,
        text: t('attention.ready', { count, record: draft.recordType }),
        about: draft.name,
        aside: at,
        href: pathOf(draft),
      })),
    ],
    [
      'credentials',
      credentials.map(({ connectionId, connection, credential, state, at }) => ({
        key: `${state} ${credential} ${connectionId}`,
        text:
          state === 'failed'
            ? t('attention.failed', { credential })
            : state === 'expired'
              ? t('attention.expired')
              : t('attention.expires', { date: requestTime(at, 'clock') }),
        about: connection,
        href: '/connections',
      })),
    ],
    [
      'clocks',
      clocks.map(({ connectionId, connection, difference }) => ({
        key: `clock ${connectionId}`,
        text: t('attention.clock', { name: isolated(connection), ...difference }),
        about: t('attention.clockStep'),
        href: `/connections#connection-${connectionId}`,
      })),
    ],
    [
      'serverClock',
      serverClock.map(({ host, difference }) => ({
        key: 'server clock',
        text: t('attention.serverClock', { ...difference }),
        about: host,
        aside: t('attention.serverClockStep'),
        href: lists.serverClock,
      })),
    ],
    [
      'backups',
      backups.map(({ at, host, problem }) => ({
        key: 'backup',
        text: t(problem === null ? 'attention.backupLate' : 'attention.backup', {
          time: requestTime(at, 'clock'),
        }),
        about: host,
        aside: problem ?? undefined,
        href: lists.backups,
      })),
    ],
  ]
  return groups.filter(([, lines]) => lines.length > 0)
}

/** Whether a draft has the name of a file, with or without its ending. */
const isNamedAfter = (draft: string, file: string): boolean => file === draft || file.startsWith(`${draft}.`)
