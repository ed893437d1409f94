import Link from 'next/link'
import { attentionNow } from '@/app/(desk)/drafts/draft-statuses'
import { LinkLabel } from '@/app/(desk)/link-label'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import type { Attention } from '@/lib/desk-api/home'
import type { Role } from '@/lib/roles'
import { getTranslations } from '@/lib/words/server'
import { type AttentionLine, actOf, attentionKinds, type Kind } from './attention-kinds'

const t = getTranslations('home')

/** Lines of one kind that are shown; the rest are counted. */
const MAX_SHOWN = 5

/** What needs a person, the most urgent first, each line with a link to where it is solved. */
export async function NeedsAttention() {
  const { role } = await requireOperator()
  const attention = await attentionNow()
  // Only administrators manage servers, backups and accounts, and only registrars resume registering.
  const groups = linesOf({
    ...attention,
    ...(role !== 'administrator' && { restoredAccess: [], serverClock: [], inbox: [], backups: [] }),
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
              .map(line => <Line key={line.key} kind={kind} line={line} role={role} />),
            lines.length > MAX_SHOWN && (
              <li key={kind} className="border-line-soft border-b py-1.5 pl-4.5 text-ink-2">
                <Link href={attentionKinds[kind].list} prefetch={false} className="underline">
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
  role: Role
}

function Line({ kind, line: { key, text, about, aside, href }, role }: LineProps) {
  const { dot, list } = attentionKinds[kind]
  const id = `attention-${key.replaceAll(/[^A-Za-z0-9-]/g, '-')}`
  return (
    <li className="flex min-h-9.5 items-center gap-2.5 border-line-soft border-b py-1">
      <i aria-hidden className={classes('forced-color-adjust-none size-2 shrink-0 rounded-full', dot)} />
      <p id={id} className="min-w-0 flex-1">
        <span className="font-medium">{text}</span>{' '}
        <span className="break-words text-ink-2">{[about, aside].filter(Boolean).join(' · ')}</span>
      </p>
      <Link
        href={href ?? list}
        prefetch={false}
        aria-describedby={id}
        className={buttonClasses('plain', 'small')}
      >
        <LinkLabel>{t(`attention.acts.${actOf(kind, role)}`)}</LinkLabel>
      </Link>
    </li>
  )
}

/** The kinds that have lines, the most urgent first. */
function linesOf(attention: Attention): readonly (readonly [Kind, readonly AttentionLine[]])[] {
  const kinds = Object.keys(attentionKinds) as Kind[]
  return kinds.flatMap(kind => (attention[kind].length > 0 ? [[kind, linesOfKind(attention, kind)]] : []))
}

function linesOfKind<K extends Kind>(attention: Attention, kind: K): readonly AttentionLine[] {
  const entries: readonly Attention[K][number][] = attention[kind]
  return entries.map(attentionKinds[kind].line)
}
