import Link from 'next/link'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { Pages } from '@/app/(desk)/lists/pages'
import { readPositiveInteger } from '@/app/(desk)/lists/positive-integer'
import { tabClasses } from '@/app/(desk)/lists/tab-classes'
import { Count } from '@/components/ui/text/count'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import {
  type DraftView,
  draftViews,
  listDraftPage,
  listUnconfirmedDrafts,
} from '@/lib/desk/drafts/list/draft-list'
import { selectDrafts } from '@/lib/desk/home/selected-drafts'
import { MAX_ARCHIVED_AT_ONCE } from '@/lib/desk-api/drafts/drafts'
import { readSorting } from '@/lib/desk-api/sorting'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { attentionNow, draftStatuses } from './draft-statuses'
import { DraftTable } from './table'
import { UnconfirmedNotice } from './unconfirmed-notice'

const t = getTranslations('drafts')

/** Drafts of one page: all of them can be archived at once. */
const PAGE_SIZE = MAX_ARCHIVED_AT_ONCE

/** Columns that the list can be sorted by. */
const sortable = ['name', 'sheet', 'holds', 'edited'] as const

/**
 * What a page's address asks of its list: `?archived` or `?finished`, `?only=errors` on Home, `?page=2`, `?sort=-name`.
 */
export type ListQuery = Readonly<Record<string, string | string[] | undefined>>

interface Props {
  /** Path of the page that shows the list. */
  path: string
  /** Absent: drafts of all sheets. */
  sheet?: SheetId
  query: ListQuery
  /** On Home, which says itself what is unconfirmed. */
  isHome?: boolean
}

/** Drafts with the status of their orders, the last edited one first; above them, those with unconfirmed orders. */
export async function DraftList({ path, sheet, query, isHome = false }: Props) {
  const { role } = await requireOperator()
  const view = draftViews.findLast(one => query[one] !== undefined) ?? 'current'
  const isArchived = view === 'archived'
  const page = readPositiveInteger(query.page)
  const sorting = readSorting(query.sort, sortable, { column: 'edited', isDescending: true })
  const selected =
    isHome && typeof query.only === 'string' ? await selectDrafts(query.only, attentionNow) : undefined
  const request = { sheet, view, ids: selected?.ids, size: PAGE_SIZE, page, sorting }
  const { counts, count, rows } = await listDraftPage(request, await draftStatuses())
  const address = (of: DraftView) => (of === 'current' ? path : `${path}?${of}`)
  return (
    <>
      {!isHome && <UnconfirmedNotice drafts={await listUnconfirmedDrafts(sheet)} />}
      <nav
        id="drafts"
        aria-label={t('views')}
        className="flex h-10 max-[640px]:h-11 shrink-0 items-center gap-1 border-line border-b px-2.5 text-ink-2"
      >
        {draftViews.map(one => (
          <Link
            key={one}
            href={address(one)}
            aria-current={one === view && !selected ? 'page' : undefined}
            className={tabClasses(one === view && !selected)}
          >
            {t(one)}{' '}
            <span className="text-ink-3">
              <Count of={counts[one]} />
            </span>
          </Link>
        ))}
        {selected && (
          <span
            aria-current="page"
            className="min-w-0 truncate rounded-md bg-shade px-2.25 py-1 font-medium text-ink"
          >
            {selected.title}{' '}
            <span className="font-normal text-ink-3">
              <Count of={count} />
            </span>
          </span>
        )}
      </nav>
      {rows.length > 0 ? (
        <DraftTable
          drafts={rows}
          sorting={sorting}
          isArchived={isArchived}
          hasSheets={sheet === undefined}
          mayEdit={isAtLeast(role, 'editor')}
        />
      ) : (
        <p className="p-3.5 text-ink-2">
          {t(count > 0 ? 'emptyPage' : selected ? 'only.none' : emptyOf(view, counts.finished))}{' '}
          {Object.values(counts).every(each => each === 0) && (
            <HelpLink href="/help/first-day#import-your-own-file">{t('guide')}</HelpLink>
          )}
        </p>
      )}
      <Pages
        path={path}
        query={selection(query)}
        page={page}
        size={PAGE_SIZE}
        count={count}
        words={{ previous: t('newer'), next: t('older') }}
      />
    </>
  )
}

/** What selects and sorts the list in the address. */
const selection = (query: ListQuery): URLSearchParams =>
  new URLSearchParams(
    [...draftViews, 'only', 'sort'].flatMap(name => {
      const value = query[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const emptyOf = (view: DraftView, finished: number) => {
  if (view === 'archived') return 'emptyArchived'
  if (view === 'finished') return 'emptyFinished'
  return finished > 0 ? 'emptyCurrent' : 'empty'
}
