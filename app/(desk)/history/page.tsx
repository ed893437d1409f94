import Link from 'next/link'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { Erase } from '@/app/(desk)/history/erase/erase'
import { Filters } from '@/app/(desk)/history/lists/filters'
import { FoundOrders } from '@/app/(desk)/history/lists/found-orders'
import { Paging } from '@/app/(desk)/history/lists/paging'
import { RunTable } from '@/app/(desk)/history/lists/run-table'
import { SearchForm } from '@/app/(desk)/history/lists/search'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { findNamedDraft, listRunPage, runFilters } from '@/lib/desk/history/runs'
import { historyQuery } from '@/lib/desk-api/runs/history'
import { cursorText, type PageCursor, type Query, withQuery } from '@/lib/desk-api/runs/page-query'
import { readSorting } from '@/lib/desk-api/sorting'
import type { Role } from '@/lib/roles'
import { getTranslations } from '@/lib/words/server'
import { Download } from './download'

const t = getTranslations('history')

export const generateMetadata = () => ({ title: t('title') })

/** Columns that runs can be sorted by. */
const sortable = ['when', 'what', 'draft', 'where', 'who'] as const
const newestFirst = { column: 'when', isDescending: true } as const

/** Runs of one page. */
const PAGE_SIZE = 30

export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const { role } = await requireOperator()
  const { older, newer, after, q, sort, ...query } = historyQuery.parse(await searchParams)
  return (
    <Words areas={['history']}>
      <PageBar title={t('title')} aside={t('lead')}>
        {q === undefined && query.draft !== undefined && <DraftTools id={query.draft} role={role} />}
        <Link href="/cancelled" prefetch={false} className={buttonClasses('quiet')}>
          {t('cancelledOrders')}
        </Link>
      </PageBar>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3.5 py-2">
        <SearchForm text={q ?? ''} />
        {q === undefined && <RunFilters query={query} />}
      </div>
      {q === undefined ? (
        <Runs query={query} sort={sort} older={older} newer={newer} />
      ) : (
        <FoundOrders text={q} from={after} />
      )}
    </Words>
  )
}

/** Actions on the whole history of one draft. */
async function DraftTools({ id, role }: { id: string; role: Role }) {
  const draft = await findNamedDraft(id)
  if (!draft) return null
  const { name, record } = draft
  return (
    <>
      {isAtLeast(role, 'editor') && <Download what={{ draftId: id }} record={record} />}
      {/* Products have no personal data. */}
      {isAtLeast(role, 'administrator') && record === 'order' && <Erase what={{ draftId: id, name }} />}
    </>
  )
}

type Chosen = Omit<ReturnType<typeof historyQuery.parse>, 'q' | 'older' | 'newer' | 'after' | 'sort'>

async function RunFilters({ query }: { query: Chosen }) {
  const { connections, operators, draftName } = await runFilters(query.draft)
  return (
    <Filters
      query={query}
      connections={connections}
      operators={operators}
      draft={query.draft === undefined ? undefined : { id: query.draft, name: draftName ?? t('gone') }}
    />
  )
}

async function Runs({
  query,
  sort,
  older,
  newer,
}: { query: Chosen; sort: string | undefined } & Record<'older' | 'newer', PageCursor | undefined>) {
  const { connection, draft, operator, ...rest } = query
  const filter = { ...rest, connectionId: connection, draftId: draft, operatorId: operator }
  const sorting = readSorting(sort, sortable, newestFirst)
  const isNewestFirst = sorting.column === 'when' && sorting.isDescending
  const page = await listRunPage({ filter, size: PAGE_SIZE, older, newer, sorting })
  const isChosen = Object.values(query).some(Boolean)
  const to = (change: Query) => withQuery('/history', { ...query, sort }, change)
  return (
    <>
      {page.runs.length > 0 ? (
        <RunTable runs={page.runs} sorting={sorting} />
      ) : (
        <p className="p-3.5 text-ink-2">
          {t(older || newer ? 'emptyPage' : isChosen ? 'emptyChoice' : 'empty')}{' '}
          {!older && !newer && !isChosen && (
            <HelpLink href="/help/daily-work#register">{t('guide')}</HelpLink>
          )}
        </p>
      )}
      <Paging
        links={[
          [t(isNewestFirst ? 'newer' : 'previous'), page.newer && to({ newer: cursorText(page.newer) })],
          [t(isNewestFirst ? 'older' : 'next'), page.older && to({ older: cursorText(page.older) })],
          [t('first'), older || newer ? to({}) : undefined],
        ]}
      />
    </>
  )
}
