'use client'
import { X } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
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

/** Filters the list of runs. Each choice applies by itself and has an address. */
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
      <DayFilter label={t('filters.day')} day={chosen('day')} onDay={day => show({ day })} />
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

interface DayFilterProps {
  label: string
  /** The day of the address; '' if it has none. */
  day: string
  onDay: (day: string) => void
}

/** How long the field of the day waits for the next digit, in milliseconds. */
const TYPING_PAUSE_MS = 800

/**
 * The filter by day. The field has a complete day after the first digit of 15 already, so its day applies after a pause,
 * or when the field is left.
 */
function DayFilter({ label, day, onDay }: DayFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const [initial] = useState(day)
  /** What is typed and not applied yet. */
  const [typed, setTyped] = useState<string>()
  /** Pending until the page of an applied day is there, or another one that was opened instead. */
  const [isPending, startTransition] = useTransition()
  useEffect(() => {
    if (!isPending && typed === undefined && field.current && field.current.value !== day)
      field.current.value = day
  }, [isPending, typed, day])

  const apply = () => {
    const value = field.current?.value ?? ''
    // A year begins with zeros while it is typed: its other digits are waited for.
    if (value !== '' && value < '2000') return
    setTyped(undefined)
    if (value === day && !isPending) return
    startTransition(() => onDay(value))
  }
  const applyTyped = useEffectEvent(apply)
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => applyTyped(), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Input
      ref={field}
      type="date"
      size="small"
      aria-label={label}
      defaultValue={initial}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={() => {
        apply()
        setTyped(undefined)
      }}
      onKeyDown={event => event.key === 'Enter' && apply()}
      className="w-34!"
    />
  )
}
