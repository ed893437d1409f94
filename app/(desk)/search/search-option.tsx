'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { Time } from '@/components/ui/text/time'
import type { SearchItem, SearchKind } from '@/lib/desk-api/search'
import type { Choice } from './choices'

interface Props {
  id: string
  choice: Choice
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** A row of the list: a link, so that it can be opened in another tab as well, or a command. */
export function SearchOption({ id, choice, isActive, onPoint, onChoose }: Props) {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onPointerMove: isActive ? undefined : onPoint,
    onClick: onChoose,
    className: classes(
      'flex min-h-8 w-full items-center gap-3 rounded px-2 py-1 text-left outline-none',
      isActive && 'bg-shade',
    ),
  } as const
  const href = hrefOf(choice)
  if (href === undefined) {
    return (
      <button type="button" {...shared}>
        <Description choice={choice} />
      </button>
    )
  }
  return (
    <Link href={href} prefetch={false} {...shared}>
      <Description choice={choice} />
    </Link>
  )
}

function hrefOf(choice: Choice): string | undefined {
  if (choice.type !== 'destination') return choice.item.href
  return 'href' in choice.destination ? choice.destination.href : undefined
}

function Description({ choice }: { choice: Choice }) {
  const t = useTranslations('search.kinds')
  if (choice.type === 'found') return <FoundDescription item={choice.item} />
  if (choice.type === 'recent')
    return <Row title={choice.item.title} where={<span>{t(choice.item.kind)}</span>} />
  return <Row title={choice.destination.title} />
}

/** @param detail what else identifies it @param where its kind, its state and its place */
function Row({ title, detail, where }: { title: ReactNode; detail?: ReactNode; where?: ReactNode }) {
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 truncate font-medium text-ink">{title}</bdi>
        {detail !== undefined && <span className="min-w-0 truncate text-ink-2">{detail}</span>}
      </span>
      {where !== undefined && (
        <span className="flex max-w-[60%] flex-wrap items-center justify-end gap-x-2.5 text-ink-2 text-xs">
          {where}
        </span>
      )}
    </>
  )
}

function FoundDescription({ item }: { item: SearchItem }) {
  const t = useTranslations('search')
  const { name, detail } = titleOf(item)
  return (
    <Row
      title={name}
      detail={
        detail === '' && !hasOrderId(item) ? undefined : (
          <>
            <bdi>{detail}</bdi>
            {hasOrderId(item) && (
              <span className="ml-2 text-ink-3">{t('orderId', { id: item.orderId })}</span>
            )}
          </>
        )
      }
      where={
        <>
          <Kind item={item} />
          {item.kind === 'help' && item.chapter !== item.title && <span>{item.chapter}</span>}
          {item.isArchived && <span>{t('archived')}</span>}
          {item.draft !== undefined && <bdi className="max-w-48 truncate">{item.draft}</bdi>}
          {item.connection !== undefined && (
            <EnvironmentTag environment={item.connection.environment} name={item.connection.name} />
          )}
          {item.at !== undefined && <Time at={item.at} kind="minute" />}
        </>
      }
    />
  )
}

const hasOrderId = (item: SearchItem): item is SearchItem & { readonly orderId: string } =>
  'orderId' in item && item.orderId !== null

/** A line without a number is known by its name. */
function titleOf(item: SearchItem): { readonly name: string; readonly detail: string } {
  const detail = 'recipient' in item ? item.recipient : 'name' in item ? item.name : ''
  return item.title === '' ? { name: detail, detail: '' } : { name: item.title, detail }
}

/** Kinds that the heading of their group names: it has no rows of another kind. */
const NAMED_BY_HEADING: ReadonlySet<SearchKind> = new Set(['order', 'draft', 'connection', 'help'])

/** What it is, where the heading does not say it, with its status or its sheet. */
function Kind({ item }: { item: SearchItem }) {
  const t = useTranslations('search.kinds')
  const more = useKindDetail(item)
  const kind = NAMED_BY_HEADING.has(item.kind) ? undefined : t(item.kind === 'run' ? item.run : item.kind)
  const words = [kind, more].filter(word => word !== undefined)
  return words.length > 0 && <span>{words.join(' · ')}</span>
}

function useKindDetail(item: SearchItem): string | undefined {
  const states = useTranslations('history.states')
  const runStates = useTranslations('history.runStates')
  const sheets = useTranslations('desk.sheets')
  if (item.kind === 'order' || item.kind === 'product') return states(item.state)
  if (item.kind === 'run') return runStates(item.state)
  return item.kind === 'draft' ? sheets(item.sheet) : undefined
}
