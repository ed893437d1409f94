import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listConnections } from '@/lib/store/connections'
import { database } from '@/lib/store/database'
import { findDraft } from '@/lib/store/drafts'
import { listRunOperators, listRuns, type Place } from '@/lib/store/history-runs'
import type { OperatorRole } from '@/lib/store/operator-tables'
import { words } from '@/lib/words/server'
import { Download } from './download'
import { Erase } from './erase'
import { Filters } from './filters'
import { FoundOrders } from './found'
import { Paging } from './paging'
import { historyQuery, placeText, type Query, withQuery } from './query'
import { toRows } from './rows'
import { RunTable } from './run-table'
import { SearchForm } from './search'

const say = words('history')

export const metadata = { title: say('title') }

/** Runs of one page. */
const PAGE = 30

export default async function Page({ searchParams }: { searchParams: Promise<Query> }) {
  const { role } = await requireOperator()
  const { older, newer, after, q, ...query } = historyQuery.parse(await searchParams)
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        {q === undefined && query.draft !== undefined && <DraftTools id={query.draft} role={role} />}
      </PageBar>
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3.5 py-2">
        <SearchForm text={q ?? ''} />
        {q === undefined && <RunFilters query={query} />}
      </div>
      {q === undefined ? (
        <Runs query={query} older={older} newer={newer} />
      ) : (
        <FoundOrders text={q} from={after} />
      )}
    </>
  )
}

/** What can be done with the whole history of one draft. */
async function DraftTools({ id, role }: { id: string; role: OperatorRole }) {
  const draft = await findDraft((await database()).kysely, id)
  if (!draft) return null
  return (
    <>
      {isAtLeast(role, 'editor') && <Download what={{ draftId: id }} />}
      {isAtLeast(role, 'administrator') && <Erase what={{ draftId: id, name: draft.name }} />}
    </>
  )
}

type Chosen = Omit<ReturnType<typeof historyQuery.parse>, 'q' | 'older' | 'newer' | 'after'>

async function RunFilters({ query }: { query: Chosen }) {
  const { longReads: kysely } = await database()
  const connections = await listConnections(kysely)
  const draft = query.draft === undefined ? undefined : await findDraft(kysely, query.draft)
  return (
    <Filters
      query={query}
      connections={connections.map(({ id, name }) => ({ id, name }))}
      operators={await listRunOperators(kysely)}
      draft={query.draft === undefined ? undefined : { id: query.draft, name: draft?.name ?? say('gone') }}
    />
  )
}

async function Runs({
  query,
  older,
  newer,
}: { query: Chosen } & Record<'older' | 'newer', Place | undefined>) {
  const { kysely } = await database()
  const { connection, draft, operator, ...rest } = query
  const choice = { ...rest, connectionId: connection, draftId: draft, operatorId: operator }
  // One more than is shown tells whether there are more that way.
  const read = await listRuns(kysely, choice, PAGE + 1, { older, newer })
  const hasMore = read.length > PAGE
  const runs = newer ? read.slice(-PAGE) : read.slice(0, PAGE)
  const [first, last] = [runs[0], runs.at(-1)]
  const hasNewer = newer ? hasMore : older !== undefined
  const hasOlder = newer ? true : hasMore
  const isChosen = Object.values(query).some(Boolean)
  const to = (change: Query) => withQuery('/history', query, change)
  return (
    <>
      {runs.length > 0 ? (
        <RunTable runs={await toRows(kysely, runs)} />
      ) : (
        <p className="p-3.5 text-ink-2">
          {say(older || newer ? 'emptyPage' : isChosen ? 'emptyChoice' : 'empty')}
        </p>
      )}
      <Paging
        links={[
          [
            say('newer'),
            hasNewer && first ? to({ newer: placeText({ at: first.startedAt, id: first.id }) }) : undefined,
          ],
          [
            say('older'),
            hasOlder && last ? to({ older: placeText({ at: last.startedAt, id: last.id }) }) : undefined,
          ],
          [say('first'), older || newer ? to({}) : undefined],
        ]}
      />
    </>
  )
}
