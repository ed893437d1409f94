import { environmentOf } from '@/app/(desk)/[...sheet]/environment'
import { pathOf, valuesOf } from '@/app/(desk)/unknown/alarm-words'
import { problemSentence } from '@/app/drafts/problem-sentence'
import type { DraftNews, RunView } from '@/components/workbench/actions'
import { route } from '@/lib/auth/route'
import { operations } from '@/lib/contract/operations'
import { tellConflicts } from '@/lib/ledger/conflicts'
import { PASS_LIFE_MS } from '@/lib/ledger/prepared'
import type { Refusal } from '@/lib/ledger/problem'
import { halvingOffers, outcomeNews, runProgress } from '@/lib/ledger/runner'
import type { DeskOutcome } from '@/lib/ledger/runner-outcomes'
import { findSheet } from '@/lib/sheet/sheets'
import { listAlarms } from '@/lib/store/alarms'
import { database } from '@/lib/store/database'
import { findDraft } from '@/lib/store/drafts'
import { findLastAnswered } from '@/lib/store/history-attempts'
import { findLatestRun, isRegistering } from '@/lib/store/runs'
import { words } from '@/lib/words/server'

const say = words('runs')

/**
 * What is new of a draft on a connection: its latest run, and outcomes of orders since `since` (ISO 8601), in pages where
 * there are many.
 */
export const GET = route<{ id: string }>({}, async (request, { params }) => {
  const query = new URL(request.url).searchParams
  const connectionId = query.get('connection') ?? ''
  // The run first: outcomes read after it are at least as new as its state.
  const run = await latestRun(params.id, connectionId)
  const isMoving = await goesOn(params.id, connectionId)
  const { until, more, ...news } = await outcomeNews(params.id, connectionId, query.get('since') ?? '')
  const outcomes = await withConflicts(params.id, connectionId, news.outcomes)
  const halving = await halvingOffers(params.id, connectionId)
  const passesSince = new Date(Date.now() - PASS_LIFE_MS).toISOString()
  return Response.json({
    run,
    alarms: await alarmsOf(params.id),
    isMoving,
    outcomes: outcomes.map(spoken),
    halving,
    until,
    more,
    passesSince,
  } satisfies DraftNews)
})

/** What is known of each order, where its number is registered already with what is registered. */
async function withConflicts(draftId: string, connectionId: string, outcomes: readonly DeskOutcome[]) {
  const { kysely } = await database()
  return tellConflicts(kysely, outcomes, async () => {
    const draft = await findDraft(kysely, draftId)
    const sheet = draft && findSheet(draft.sheet.split('/'))
    return sheet && { envId: await environmentOf(kysely, connectionId), ...operations[sheet.register] }
  })
}

/** Alarms that a sheet shows. */
const ALARMS = 5

async function alarmsOf(draftId: string): Promise<DraftNews['alarms']> {
  const alarms = await listAlarms((await database()).kysely, ALARMS, draftId)
  return alarms.map(alarm => ({
    id: alarm.id,
    message: words('unknown.alarms')(alarm.kind, valuesOf(alarm)),
    path: pathOf(alarm),
  }))
}

async function goesOn(draftId: string, connectionId: string): Promise<boolean> {
  const { kysely } = await database()
  return isRegistering(kysely, draftId, await environmentOf(kysely, connectionId))
}

async function latestRun(draftId: string, connectionId: string): Promise<RunView | null> {
  const row = await findLatestRun((await database()).kysely, draftId)
  const progress = row && row.connection_id === connectionId ? await runProgress(row.id) : undefined
  if (!row || !progress) return null
  const { refused, problem, notice, ...counts } = progress
  const isOver = progress.state === 'paused' || progress.state === 'stopped'
  const told = problem?.attemptId ?? notice?.attemptId
  const attemptId =
    told ?? (problem && isOver ? await findLastAnswered((await database()).kysely, row.id) : undefined)
  return {
    ...counts,
    refused: byReason(refused),
    ...(problem && { problem: problemSentence(problem), problemCode: problem.code }),
    ...(notice && { notice: say(`notice.${notice.code}`) }),
    ...(attemptId !== undefined && { attemptId }),
  }
}

function byReason(refused: readonly Refusal[]): RunView['refused'] {
  const reasons = new Map<Refusal['reason'], string[]>()
  for (const { reason, mallOrderNumber } of refused) {
    const numbers = reasons.get(reason)
    if (numbers) numbers.push(mallOrderNumber)
    else reasons.set(reason, [mallOrderNumber])
  }
  return [...reasons].map(([reason, numbers]) => ({ why: say(`refusal.${reason}`), numbers }))
}

/** A reason of our own has a sentence of ours; the service's own words stay as they are. */
const spoken = ({ failures, ...outcome }: DeskOutcome) => ({
  ...outcome,
  ...(failures && {
    failures: failures.map(({ code, message, ...failure }) => ({
      ...failure,
      ...(code === 'registered_otherwise' && { isConflict: true }),
      message: isOwn(code) ? say(`failure.${code}`, { registered: message || 'none' }) : message,
    })),
  }),
})

const ownReasons = ['order_too_large', 'refused_alone', 'given_up', 'registered_otherwise'] as const
const isOwn = (code: string | undefined): code is (typeof ownReasons)[number] =>
  ownReasons.some(own => own === code)
