import { isAtLeast } from '@/lib/auth/roles'
import type { Attention, NamedDraft } from '@/lib/desk-api/home'
import type { Role } from '@/lib/roles'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { isolated } from '@/lib/words/sentences/isolated'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { dayLabel } from './day-label'

const t = getTranslations('home')

/** A kind of thing that needs a person. */
export type Kind = keyof Attention

/** The role that the act of a kind takes. */
const actors: Readonly<Partial<Record<Kind, Role>>> = {
  errors: 'editor',
  cancelled: 'registrar',
  credentials: 'administrator',
}

/** The kind whose act a person of `role` is offered: without the role for an act they only open what it is about. */
export const actOf = (kind: Kind, role: Role): Kind =>
  isAtLeast(role, actors[kind] ?? 'viewer') ? kind : 'ready'

/** One thing that needs a person, as a line of Home. */
export interface AttentionLine {
  readonly key: string
  readonly text: string
  /** The draft or the connection that it is about. */
  readonly about: string | undefined
  readonly aside?: string | undefined
  /** Where it is solved; absent: where all lines of its kind are. */
  readonly href?: string
}

interface AttentionKind<Entry> {
  /** The color of its dot; a Tailwind class. */
  readonly dot: string
  /** Where all lines of the kind are. */
  readonly list: string
  readonly line: (entry: Entry) => AttentionLine
}

/** All kinds, the most urgent first. */
export const attentionKinds: { readonly [K in Kind]: AttentionKind<Attention[K][number]> } = {
  restored: {
    dot: 'bg-warn',
    list: '/help/unconfirmed-orders#after-a-restored-backup',
    line: ({ at, isBackup, connections }) => ({
      key: 'restored',
      text: t(isBackup ? 'attention.restored' : 'attention.commitsLost', { time: requestTime(at, 'clock') }),
      about: t(isBackup ? 'attention.restoredStep' : 'attention.commitsLostStep', {
        connections: listOf(requestLocale().language, connections.map(isolated)),
      }),
    }),
  },
  restoredAccess: {
    dot: 'bg-warn',
    list: '/settings/team',
    line: ({ madeAt, restoredAt }) => ({
      key: 'restored access',
      text:
        madeAt === null
          ? t('attention.restoredByHand', { time: requestTime(restoredAt, 'clock') })
          : t('attention.restoredAccess', { time: requestTime(madeAt, 'clock') }),
      about: t('attention.restoredAccessStep'),
    }),
  },
  unconfirmed: {
    dot: 'bg-warn',
    list: '/unknown',
    line: ({ draft, count }) => ({
      key: `unconfirmed ${draft.id}`,
      text: t('attention.unconfirmed', { count, record: draft.recordType }),
      about: draft.name,
    }),
  },
  cancelled: {
    dot: 'bg-fail',
    list: '/cancelled',
    line: ({ id, number, orderId, isUnconfirmed, draft }) => ({
      key: `cancelled ${id}`,
      text: t('attention.cancelled', { number, state: isUnconfirmed ? 'unconfirmed' : 'registered' }),
      about: [t('attention.cancelledAbout', { orderId: orderId ?? 'none' }), draft]
        .filter(Boolean)
        .join(' · '),
      aside: t('attention.cancelledStep'),
    }),
  },
  due: {
    dot: 'bg-fail',
    list: '/?only=due#drafts',
    line: ({ draft, state, count, day }) => ({
      key: `${state} ${draft.id}`,
      text: t(state === 'past' ? 'attention.pastDue' : 'attention.dueToday', { count }),
      about: draft.name,
      aside: state === 'past' ? t('attention.dueSince', { day: dayLabel(day) }) : undefined,
      href: pathOf(draft),
    }),
  },
  files: {
    dot: 'bg-warn',
    list: '/#drafts',
    line: ({ id, name, draft, reason, detail }) => ({
      key: `file ${id}`,
      text: t('attention.file', { name: isolated(name), reason }),
      // A draft that a file begins is named after it: the name once is enough.
      about: isNamedAfter(draft.name, name) ? undefined : draft.name,
      aside: detail,
      href: pathOf(draft),
    }),
  },
  waitingFiles: {
    dot: 'bg-warn',
    list: '/#drafts',
    line: ({ id, name, limit, megabytes }) => ({
      key: `waiting file ${id}`,
      text: t('attention.waitingFile', { name: isolated(name) }),
      about: t('attention.waitingFileStep', { limit, megabytes }),
    }),
  },
  runs: {
    dot: 'bg-warn',
    list: '/history',
    line: ({ id, draft, kind, state, left: count, problem, waitsUntil }) => ({
      key: id,
      text:
        state === 'waiting'
          ? t('attention.waiting', { kind, count, time: requestTime(waitsUntil ?? '', 'clock') })
          : t(`attention.${state}`, { kind, count }),
      about: draft.name,
      aside: problem,
      href: pathOf(draft),
    }),
  },
  errors: {
    dot: 'bg-fail',
    list: '/?only=errors#drafts',
    line: ({ draft, count, of }) => ({
      key: `errors ${draft.id}`,
      text: t('attention.errors', { count, of, record: draft.recordType }),
      about: draft.name,
      href: pathOf(draft),
    }),
  },
  ready: {
    dot: 'bg-ok',
    list: '/?only=ready#drafts',
    line: ({ draft, count, at }) => ({
      key: `ready ${draft.id}`,
      text: t('attention.ready', { count, record: draft.recordType }),
      about: draft.name,
      aside: at,
      href: pathOf(draft),
    }),
  },
  credentials: {
    dot: 'bg-stale',
    list: '/connections',
    line: ({ connectionId, connection, credential, state, at }) => ({
      key: `${state} ${credential} ${connectionId}`,
      text:
        state === 'failed'
          ? t('attention.failed', { credential })
          : state === 'expired'
            ? t('attention.expired')
            : t('attention.expires', { date: requestTime(at, 'clock') }),
      about: connection,
    }),
  },
  clocks: {
    dot: 'bg-stale',
    list: '/connections',
    line: ({ connectionId, connection, difference }) => ({
      key: `clock ${connectionId}`,
      text: t('attention.clock', { name: isolated(connection), ...difference }),
      about: t('attention.clockStep'),
      href: `/connections#connection-${connectionId}`,
    }),
  },
  serverClock: {
    dot: 'bg-warn',
    list: '/settings/about',
    line: ({ host, difference }) => ({
      key: 'server clock',
      text: t('attention.serverClock', { ...difference }),
      about: host,
      aside: t('attention.serverClockStep'),
    }),
  },
  inbox: {
    dot: 'bg-warn',
    list: '/help/api#watch-a-folder',
    line: ({ host, folder, at, problem, code }) => ({
      key: 'inbox',
      text: t('attention.inbox', { time: requestTime(at, 'clock') }),
      about: host,
      aside: t('attention.inboxStep', { problem, code, folder: isolated(folder) }),
    }),
  },
  backups: {
    dot: 'bg-stale',
    list: '/settings/about',
    line: ({ at, host, problem }) => ({
      key: 'backup',
      text: t(problem === null ? 'attention.backupLate' : 'attention.backup', {
        time: requestTime(at, 'clock'),
      }),
      about: host,
      aside: problem ?? undefined,
    }),
  },
}

const pathOf = ({ id, sheet }: NamedDraft) => `/${sheet}/${id}`

/** Whether a draft has the name of a file, with or without its ending. */
const isNamedAfter = (draft: string, file: string): boolean => file === draft || file.startsWith(`${draft}.`)
