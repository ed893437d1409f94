import Link from 'next/link'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { rowsText, shopPlaces } from '@/app/(desk)/history/file-rows'
import { Place } from '@/app/(desk)/history/place'
import { Anomalies } from '@/app/(desk)/history/requests/[id]/anomalies'
import { Answer } from '@/app/(desk)/history/requests/[id]/answer'
import { When } from '@/app/(desk)/history/times'
import { Notice } from '@/components/ui/notice'
import { answeredAt } from '@/lib/ledger/answered'
import type { Anomaly } from '@/lib/ledger/registration'
import { mayBeAbsentFrom } from '@/lib/ledger/resolutions'
import { isRefusalConfirmable } from '@/lib/ledger/runner-confirm'
import { type AttemptRow, findAttempt } from '@/lib/store/attempts'
import { database } from '@/lib/store/database'
import { listDoubts } from '@/lib/store/unknown'
import { type DoubtfulRequest, listDoubtfulOrders } from '@/lib/store/unknown-requests'
import { words } from '@/lib/words/server'
import { cameBack } from './came-back'
import { Orders } from './orders'
import { recognise } from './recognise'

const say = words('unknown')

/** Orders of one page of a request's table. */
const PAGE = 50

interface Props {
  request: DoubtfulRequest
  /** From 1. */
  orderPage: number
  maySettle: boolean
  /** Whether the response itself is shown. */
  isEvidenceShown: boolean
}

/** One request in doubt: what was sent and when, what came back, what to do, and its orders. */
export async function Request({ request, orderPage, maySettle, isEvidenceShown }: Props) {
  const { kysely } = await database()
  const { attemptId, runId, envId, scope, count, sentAt, hardDeadline, since, by } = request
  const attempt = attemptId === null ? undefined : await findAttempt(kysely, attemptId)
  const page = Math.min(Math.ceil(count / PAGE), orderPage)
  const rows = await listDoubtfulOrders(kysely, request, PAGE, (page - 1) * PAGE)
  const lines = rows.map((row): readonly string[] => JSON.parse(row.line_ids))
  const placeOf = await shopPlaces(kysely, request.draftId, lines.flat())
  const numbers = (await listDoubts(kysely, { envId, scope, request })).map(doubt => doubt.mall_order_number)
  const answered = (await answeredAt(kysely, [attemptId])).get(attemptId ?? '')
  const status = attempt && isRefusalConfirmable(attempt) ? attempt.http_status : null
  return (
    <div className="min-w-0 flex-1 pb-6 min-[1100px]:overflow-y-auto">
      <Facts
        facts={[
          [say('where'), <Place key="" of={request} />],
          [say('sentAt'), <When key="" at={sentAt ?? since} isOneLine />],
          [say('by'), by],
          [say('draft'), <DraftLink key="" of={request} />],
          [
            say('run'),
            <Link key="" href={`/history/runs/${runId}`} prefetch={false} className="underline">
              {say('openRun')}
            </Link>,
          ],
          [
            say('request'),
            attemptId === null ? (
              say('noRequest')
            ) : (
              <Link key="" href={`/history/requests/${attemptId}`} prefetch={false} className="underline">
                {say('openRequest')}
              </Link>
            ),
          ],
        ]}
      />
      <div className="flex flex-col gap-2 px-3.5 py-3">
        <h2 className="font-semibold text-base">{say('whatCameBack')}</h2>
        <p>{cameBack(attempt)}</p>
        {attempt?.http_status === 409 && <Notice tone="warn">{say('conflictHint')}</Notice>}
        {attempt && tellsMore(attempt) && <Anomalies json={attempt.anomalies} isQuoted={isEvidenceShown} />}
      </div>
      {isEvidenceShown && attempt && hasAnswer(attempt) && (
        // Folded: long as it may be, what there is to do stays in view.
        <details className="pb-2">
          <summary className="px-3.5 py-1 text-ink-2">{say('answer')}</summary>
          <Answer request={attempt} />
        </details>
      )}
      <Orders
        request={request}
        rows={rows.map(({ id, mall_order_number: number, payload }, at) => ({
          id,
          number,
          fileRows: rowsText((lines[at] ?? []).map(line => placeOf(line, number))),
          about: recognise(payload, scope),
        }))}
        numbers={numbers}
        absentFrom={mayBeAbsentFrom(hardDeadline, since, answered)}
        isAnswered={answered !== undefined}
        refusal={status}
        page={page}
        size={PAGE}
        maySettle={maySettle}
      />
    </div>
  )
}

/** Whether an answer has more that does not fit than the sentence about it says. */
const tellsMore = ({ anomalies }: AttemptRow) =>
  (JSON.parse(anomalies ?? '[]') as Anomaly[]).some(
    ({ kind }) => !['unreadable', 'contradictory', 'shape'].includes(kind),
  )

const hasAnswer = ({ resp_body, http_status }: AttemptRow) =>
  http_status !== null || (resp_body !== null && resp_body.length > 0)
