import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Download } from '@/app/(desk)/history/download'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { Paging } from '@/app/(desk)/history/paging'
import { Place } from '@/app/(desk)/history/place'
import { placeText, type Query, runQuery, withQuery } from '@/app/(desk)/history/query'
import { toRows } from '@/app/(desk)/history/rows'
import { Section } from '@/app/(desk)/history/section'
import { Counts } from '@/app/(desk)/history/state'
import { Took, When } from '@/app/(desk)/history/times'
import { problemSentence } from '@/app/drafts/problem-sentence'
import { buttonClasses } from '@/components/ui/button-classes'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import type { Problem, Refusal } from '@/lib/ledger/problem'
import { waitingOf } from '@/lib/ledger/runner-waiting'
import { database } from '@/lib/store/database'
import { countAttempts, listAttempts } from '@/lib/store/history-attempts'
import { findListedRun } from '@/lib/store/history-runs'
import { findRun } from '@/lib/store/runs'
import { words } from '@/lib/words/server'
import { RequestTable } from './request-table'
import { RunOrders } from './run-orders'
import { Waits } from './waits'

const say = words('history')
const refusals = words('runs.refusal')

export const metadata = { title: say('titles.run') }

/** Requests of one page. */
const PAGE = 50

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

/** One press of Check or Register: who, where, what went out, what came back, what became of each order. */
export default async function Page({ params, searchParams }: Props) {
  const { role } = await requireOperator()
  const { id } = await params
  const { kysely } = await database()
  const [listed, stored] = [await findListedRun(kysely, id), await findRun(kysely, id)]
  if (!listed || !stored) notFound()
  const [run] = await toRows(kysely, [listed])
  if (!run) notFound()
  const query = runQuery.parse(await searchParams)
  const path = `/history/runs/${id}`
  const requests = await listAttempts(kysely, id, PAGE + 1, query.requests)
  const last = requests[PAGE - 1]
  const problem: Problem | undefined = listed.problem === null ? undefined : JSON.parse(listed.problem)
  const refused: readonly Refusal[] = JSON.parse(stored.refused)
  const waiting = await waitingOf(kysely, stored, Date.now())
  const draft = run.draftName ?? say('gone')
  return (
    <>
      <PageBar title={say('run.title', { kind: run.kind, draft })} aside={say(`runStates.${run.state}`)}>
        <Link href={`/history?draft=${run.draftId}`} className={buttonClasses('quiet')}>
          {say('run.allRuns')}
        </Link>
        {run.kind === 'register' && isAtLeast(role, 'editor') && <Download what={{ runId: id }} />}
      </PageBar>
      {problem && (
        <div className="px-3.5 pt-3">
          <Notice tone="warn">{problemSentence(problem)}</Notice>
        </div>
      )}
      {waiting && (
        <div className="px-3.5 pt-3">
          <Waits waiting={waiting} />
        </div>
      )}
      {stored.erased_at !== null && (
        <div className="px-3.5 pt-3">
          <Notice>{say('run.erased', { date: stored.erased_at.slice(0, 10) })}</Notice>
        </div>
      )}
      <Facts
        facts={
          [
            [say('run.where'), <Place key="" of={run} />],
            [say('run.draft'), <DraftLink key="" of={run} />],
            [say('run.by'), run.by],
            [say('run.started'), <When key="" at={run.startedAt} isOneLine />],
            [say('run.ended'), run.finishedAt && <When key="" at={run.finishedAt} isOneLine />],
            [say('run.took'), run.finishedAt && <Took key="" from={run.startedAt} to={run.finishedAt} />],
            [say('run.total', { count: run.total }), <Counts key="" counts={run.counts} />],
            [say('run.refused'), refused.length > 0 && say('run.refusedCount', { count: refused.length })],
          ].filter(([, fact]) => fact !== false) as [string, React.ReactNode][]
        }
      />
      {refused.length > 0 && <Refused refused={refused} />}
      <Section
        id="requests"
        title={say('run.requests')}
        aside={<span className="text-ink-3">{await countAttempts(kysely, id)}</span>}
      >
        {requests.length > 0 ? (
          <RequestTable requests={requests.slice(0, PAGE)} />
        ) : (
          <p className="px-3.5 pb-3 text-ink-2">{say('run.noRequests')}</p>
        )}
        <Paging
          links={[
            [say('first'), query.requests && path],
            [
              say('next'),
              requests.length > PAGE && last
                ? withQuery(path, {}, { requests: placeText({ at: last.prepared_at, id: last.id }) })
                : undefined,
            ],
          ]}
        />
      </Section>
      <RunOrders run={run} path={path} from={query.orders} state={query.state} />
    </>
  )
}

/** The first of the orders that the run did not take, and why. */
function Refused({ refused }: { refused: readonly Refusal[] }) {
  return (
    <ul className="shrink-0 border-line border-b px-3.5 py-2.5 text-ink-2">
      {refused.slice(0, 20).map(({ mallOrderNumber, reason }) => (
        <li key={mallOrderNumber} className="truncate">
          <span className="font-medium text-ink">{mallOrderNumber}</span> {refusals(reason)}
        </li>
      ))}
      {refused.length > 20 && <li>…</li>}
    </ul>
  )
}
