import Link from 'next/link'
import { notFound } from 'next/navigation'
import { Download } from '@/app/(desk)/history/download'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Duration } from '@/app/(desk)/history/duration'
import { Facts } from '@/app/(desk)/history/facts'
import { Paging } from '@/app/(desk)/history/lists/paging'
import { recordTypeOf } from '@/app/(desk)/history/record-type'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { Section } from '@/app/(desk)/history/section'
import { Counts } from '@/app/(desk)/history/state'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { Time } from '@/components/ui/text/time'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listRequests } from '@/lib/desk/history/requests'
import { runDetails } from '@/lib/desk/history/runs'
import { type RunDetails, runQuery } from '@/lib/desk-api/runs/history'
import { cursorText, type Query, withQuery } from '@/lib/desk-api/runs/page-query'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { CancelRun } from './cancel-run'
import { RequestTable } from './request-table'
import { RunOrders } from './run-orders'
import { WaitNotice } from './wait-notice'

const t = getTranslations('history')

export const generateMetadata = () => ({ title: t('titles.run') })

/** Requests of one page. */
const PAGE_SIZE = 50

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

/** One start of Check or Register: operator, connection, requests, responses, and the result of each order. */
export default async function Page({ params, searchParams }: Props) {
  const { role } = await requireOperator()
  const { id } = await params
  const details = await runDetails(id)
  if (!details) notFound()
  const { run, problem, waiting, erasedAt, refused } = details
  const query = runQuery.parse(await searchParams)
  const path = `/history/runs/${id}`
  const { requests, next } = await listRequests(id, PAGE_SIZE, query.requests)
  const draft = run.draftName ?? t('gone')
  const record = recordTypeOf(run)
  return (
    <Words areas={['history', 'workbench.run', 'workbench.waiting']}>
      <PageBar title={t('run.title', { kind: run.kind, draft })} aside={t(`runStates.${run.state}`)}>
        <Link href={`/history?draft=${run.draftId}`} className={buttonClasses('quiet')}>
          {t('run.allRuns')}
        </Link>
        {isHalted(run) && isAtLeast(role, run.kind === 'register' ? 'registrar' : 'editor') && (
          <CancelRun run={{ draftId: run.draftId, runId: id }} />
        )}
        {run.kind === 'register' && isAtLeast(role, 'editor') && (
          <Download what={{ runId: id }} record={record} />
        )}
      </PageBar>
      {problem && (
        <div className="px-3.5 pt-3">
          <Notice tone="warn">{problem}</Notice>
        </div>
      )}
      {waiting && (
        <div className="px-3.5 pt-3">
          <WaitNotice waiting={waiting} />
        </div>
      )}
      {erasedAt !== null && (
        <div className="px-3.5 pt-3">
          <Notice>{t('run.erased', { date: requestTime(erasedAt, 'day') })}</Notice>
        </div>
      )}
      <Facts
        facts={
          [
            [t('run.connection'), <RequestTarget key="" of={run} />],
            [t('run.draft'), <DraftLink key="" of={run} />],
            [t('run.by'), run.by],
            [t('run.started'), <Time key="" at={run.startedAt} kind="second" />],
            [t('run.ended'), run.finishedAt && <Time key="" at={run.finishedAt} kind="second" />],
            [t('run.took'), run.finishedAt && <Duration key="" from={run.startedAt} to={run.finishedAt} />],
            [t('run.total', { count: run.total, record }), <Counts key="" counts={run.counts} />],
            [
              t('run.refused'),
              refused.length > 0 && t('run.refusedCount', { count: refused.length, record }),
            ],
          ].filter(([, fact]) => fact !== false) as [string, React.ReactNode][]
        }
      />
      {refused.length > 0 && <Refused refused={refused} />}
      <RunOrders run={run} path={path} from={query.orders} state={query.state} />
      <Section
        id="requests"
        title={t('run.requests')}
        aside={<span className="text-ink-3">{details.requestCount}</span>}
      >
        {requests.length > 0 ? (
          <RequestTable
            requests={requests.slice(0, PAGE_SIZE)}
            record={record}
            isWhole={!query.requests && requests.length <= PAGE_SIZE}
          />
        ) : (
          <p className="px-3.5 pb-3 text-ink-2">{t('run.noRequests')}</p>
        )}
        <Paging
          links={[
            [t('first'), query.requests && path],
            [t('next'), next && withQuery(path, {}, { requests: cursorText(next) })],
          ]}
        />
      </Section>
    </Words>
  )
}

/** Whether a run stopped with orders that wait until a person resumes or cancels it. */
const isHalted = ({ state, counts }: RunDetails['run']): boolean =>
  (state === 'paused' || state === 'stopped') && (counts.QUEUED ?? 0) + (counts.waiting ?? 0) > 0

/** The first of the orders that the run left out, and why. */
function Refused({ refused }: { refused: RunDetails['refused'] }) {
  return (
    <ul className="shrink-0 border-line border-b px-3.5 py-2.5 text-ink-2">
      {refused.slice(0, 20).map(({ number, why }) => (
        <li key={number} className="truncate">
          <span className="font-medium text-ink">{number}</span> {why}
        </li>
      ))}
      {refused.length > 20 && <li>…</li>}
    </ul>
  )
}
