import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { shopPlaces } from '@/app/(desk)/history/file-rows'
import { outcomeSentence } from '@/app/(desk)/history/outcome'
import { Place } from '@/app/(desk)/history/place'
import { Took, When } from '@/app/(desk)/history/times'
import { buttonClasses } from '@/components/ui/button-classes'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import type { CallError } from '@/lib/contract/evidence'
import { type AttemptRow, findAttempt } from '@/lib/store/attempts'
import { database } from '@/lib/store/database'
import { listReceipt } from '@/lib/store/history-attempts'
import { findListedRun } from '@/lib/store/history-runs'
import { words } from '@/lib/words/server'
import { Anomalies } from './anomalies'
import { Answer } from './answer'
import { Receipt } from './receipt'

const say = words('history.request')
const columns = words('history.columns')

export const metadata = { title: words('history')('titles.request') }

/** One request: when, with what, what came back, and what that was taken to mean. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const { kysely } = await database()
  const request = await findAttempt(kysely, id)
  const run = request && (await findListedRun(kysely, request.run_id))
  if (!request || !run) notFound()
  const receipt = await listReceipt(kysely, id)
  const lines = receipt.flatMap(({ lineIds }) => lineIds)
  const placeOf = await shopPlaces(kysely, run.draftId, lines)
  const isEvidenceShown = mayReadEvidence(role)
  return (
    <>
      <PageBar title={say('title', { time: timeOf(request) })} aside={outcomeSentence(request.classified_as)}>
        <Link href={`/history/runs/${run.id}`} className={buttonClasses('quiet')}>
          {words('history.order')('openRun')}
        </Link>
        {isEvidenceShown && request.body_gz !== null && (
          <a href={`/history/requests/${id}/body`} className={buttonClasses()}>
            {say('downloadBody')}
          </a>
        )}
        {isEvidenceShown && (request.resp_body?.length ?? 0) > 0 && (
          <a href={`/history/requests/${id}/answer`} className={buttonClasses()}>
            {say('downloadAnswer')}
          </a>
        )}
      </PageBar>
      <Notices request={request} isEvidenceShown={isEvidenceShown} />
      <Facts
        facts={[
          [words('history.run')('where'), <Place key="" of={run} />],
          [words('history.run')('draft'), <DraftLink key="" of={run} />],
          [
            say('address'),
            <span key="" title={request.origin}>
              {request.origin}
            </span>,
          ],
          [say('orders'), request.order_count],
          [say('prepared'), <Moment key="" at={request.prepared_at} />],
          [say('sent'), request.sending_at && <Moment key="" at={request.sending_at} />],
          [say('connected'), request.connect_at && <Moment key="" at={request.connect_at} />],
          [say('headers'), request.headers_at && <Moment key="" at={request.headers_at} />],
          [say('finished'), request.finished_at && <Moment key="" at={request.finished_at} />],
          [
            say('took'),
            request.finished_at && <Took key="" from={request.sending_at} to={request.finished_at} />,
          ],
          [say('deadline'), request.hard_deadline && <Moment key="" at={request.hard_deadline} />],
          [say('status'), request.http_status ?? say('noStatus')],
          [say('error'), request.error !== null && errorText(request.error, isEvidenceShown)],
          [say('bodyHash'), <Hash key="" of={request.body_sha256} />],
          [say('answerHash'), request.resp_sha256 && <Hash key="" of={request.resp_sha256} />],
        ]}
      />
      {isEvidenceShown ? (
        <Answer request={request} />
      ) : (
        <div className="px-3.5 py-3">
          <Notice>{say('evidenceHidden')}</Notice>
        </div>
      )}
      <Receipt receipt={receipt} label={columns('orders')} placeOf={placeOf} />
    </>
  )
}

function Notices({ request, isEvidenceShown }: { request: AttemptRow; isEvidenceShown: boolean }) {
  const erased = request.erased_at
  return (
    <div className="flex flex-col gap-2 px-3.5 pt-3 empty:hidden">
      <Anomalies json={request.anomalies} isQuoted={isEvidenceShown} />
      {request.connected === 0 && <Notice>{say('notConnected')}</Notice>}
      {request.connected === 1 && request.request_complete === 0 && <Notice>{say('incomplete')}</Notice>}
      {erased !== null && <Notice>{say('erased', { date: erased.slice(0, 10) })}</Notice>}
    </div>
  )
}

const Moment = ({ at }: { at: string }) => <When at={at} isOneLine />

const Hash = ({ of }: { of: string }) => (
  <span className="font-mono text-xs" title={of}>
    {of}
  </span>
)

const timeOf = ({ sending_at, prepared_at }: AttemptRow) =>
  (sending_at ?? prepared_at).replace('T', ' ').slice(0, 19)

/** A library's message may quote what came. */
function errorText(json: string, isQuoted: boolean): string {
  const { code, message }: CallError = JSON.parse(json)
  return isQuoted ? `${code} ${message}` : code
}
