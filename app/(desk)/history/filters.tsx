'use client'
import { X } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { type Query, withQuery } from '@/lib/desk-api/runs/page-query'

interface Named {
  readonly id: string
  readonly name: string
}

interface Props {
  /** The filters in the address, without the position in the list. */
  query: Query
  connections: readonly Named[]
  operators: readonly Named[]
  /** The draft whose runs are shown; absent: runs of all drafts. */
  draft: Named | undefined
}

/** The value of "any": a select shows no label for an empty value. */
const ANY = 'any'

/** Filters the list of runs. Each choice applies at once and has an address. */
export function Filters({ query, connections, operators, draft }: Props) {
  const t = useTranslations('history')
  const router = useRouter()
  const show = (change: Query) => router.push(withQuery('/history', query, change))
  const chosen = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  const select = (
    name: 'kind' | 'state' | 'connection' | 'operator',
    any: string,
    choices: readonly Named[],
  ) => (
    <Select
      label={t(`filters.${name}`)}
      variant="chip"
      size="small"
      value={chosen(name) || ANY}
      choices={[{ id: ANY, name: any }, ...choices].map(one => ({ value: one.id, label: one.name }))}
      onChange={value => show({ [name]: value === ANY ? '' : value })}
      className="max-w-52"
    />
  )
  const isChosen = ['kind', 'state', 'connection', 'operator', 'day', 'draft'].some(name => query[name])
  return (
    <search aria-label={t('filters.label')} className="flex flex-wrap items-center gap-2">
      {select(
        'kind',
        t('filters.anyKind'),
        (['check', 'register'] as const).map(id => ({ id, name: t(`kinds.${id}`) })),
      )}
      {select(
        'state',
        t('filters.anyState'),
        (['running', 'paused', 'stopped', 'cancelled', 'done'] as const).map(id => ({
          id,
          name: t(`runStates.${id}`),
        })),
      )}
      {select('connection', t('filters.anyConnection'), connections)}
      {select('operator', t('filters.anyOperator'), operators)}
      <Input
        type="date"
        size="small"
        aria-label={t('filters.day')}
        key={chosen('day')}
        defaultValue={chosen('day')}
        onChange={event => {
          const { value } = event.currentTarget
          // A year begins with zeros while it is typed.
          if (value === '' || value > '2000') show({ day: value })
        }}
        className="w-34!"
      />
      {draft && (
        <Link
          href={withQuery('/history', query, { draft: undefined })}
          className={buttonClasses('plain', 'small')}
        >
          <span className="max-w-60 truncate">{t('filters.draft', { name: draft.name })}</span>
          <X aria-hidden />
        </Link>
      )}
      {isChosen && (
        <Link href="/history" className={buttonClasses('quiet', 'small')}>
          {t('filters.clear')}
        </Link>
      )}
    </search>
  )
}
