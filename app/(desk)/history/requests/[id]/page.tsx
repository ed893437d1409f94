import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { Place } from '@/app/(desk)/history/place'
import { TechnicalFacts } from '@/app/(desk)/history/technical-facts'
import { Took } from '@/app/(desk)/history/took'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/button-classes'
import { Count } from '@/components/ui/count'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { Time } from '@/components/ui/time'
import { mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { requestDetails } from '@/lib/desk/history/requests'
import { outcomeSentence } from '@/lib/desk/history/sentences'
import type { RequestView } from '@/lib/desk-api/history'
import { requestTime } from '@/lib/words/request-time'
import { words } from '@/lib/words/server'
import { Anomalies } from './anomalies'
import { Answer } from './answer'
import { Receipt } from './receipt'

const say = words('history.request')
const columns = words('history.columns')

export const generateMetadata = () => ({ title: words('history')('titles.request') })

/** One request: when, with what, what came back, and what that was taken to mean. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const details = await requestDetails(id)
  if (!details) notFound()
  const { request, run, receipt } = details
  const isEvidenceShown = mayReadEvidence(role)
  return (
    <Words areas={['history']}>
      <PageBar
        title={say('title', { time: requestTime(request.sendingAt ?? request.preparedAt, 'second') })}
        aside={outcomeSentence(request.classifiedAs)}
      >
        <Link href={`/history/runs/${run.id}`} className={buttonClasses('quiet')}>
          {say('openRun', { kind: run.kind })}
        </Link>
        {isEvidenceShown && request.response.hasRequestBody && (
          <a href={`/history/requests/${id}/body`} className={buttonClasses()}>
            {say('downloadBody')}
          </a>
        )}
        {isEvidenceShown && request.response.text !== undefined && (
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
          [say('orders'), <Count key="" of={request.orderCount} />],
          [say('sent'), request.sendingAt && <Moment key="" at={request.sendingAt} />],
          [
            say('took'),
            request.finishedAt && <Took key="" from={request.sendingAt} to={request.finishedAt} />,
          ],
          [say('status'), request.httpStatus ?? say('noStatus')],
          [say('error'), request.error && errorText(request.error, isEvidenceShown)],
        ]}
      />
      <TechnicalFacts
        label={words('history')('technical')}
        facts={[
          [
            say('address'),
            <span key="" title={request.origin}>
              {request.origin}
            </span>,
          ],
          [say('prepared'), <Moment key="" at={request.preparedAt} />],
          [say('connected'), request.connectAt && <Moment key="" at={request.connectAt} />],
          [say('headers'), request.headersAt && <Moment key="" at={request.headersAt} />],
          [say('finished'), request.finishedAt && <Moment key="" at={request.finishedAt} />],
          [say('deadline'), request.hardDeadline && <Moment key="" at={request.hardDeadline} />],
          [say('bodyHash'), <Hash key="" of={request.bodySha256} />],
          [say('answerHash'), request.responseSha256 && <Hash key="" of={request.responseSha256} />],
        ]}
      />
      {isEvidenceShown ? (
        <Answer response={request.response} />
      ) : (
        <div className="px-3.5 py-3">
          <Notice>{say('evidenceHidden')}</Notice>
        </div>
      )}
      <Receipt receipt={receipt} label={columns('orders')} />
    </Words>
  )
}

function Notices({ request, isEvidenceShown }: { request: RequestView; isEvidenceShown: boolean }) {
  const erased = request.erasedAt
  return (
    <div className="flex flex-col gap-2 px-3.5 pt-3 empty:hidden">
      <Anomalies anomalies={request.anomalies} isQuoted={isEvidenceShown} />
      {request.isConnected === false && <Notice>{say('notConnected')}</Notice>}
      {request.isConnected && request.isRequestComplete === false && <Notice>{say('incomplete')}</Notice>}
      {erased !== null && <Notice>{say('erased', { date: requestTime(erased, 'day') })}</Notice>}
    </div>
  )
}

const Moment = ({ at }: { at: string }) => <Time at={at} kind="second" />

const Hash = ({ of }: { of: string }) => (
  <span className="font-mono text-xs" title={of}>
    {of}
  </span>
)

/** A library's message may quote what came. */
function errorText({ code, message }: { code: string; message: string }, isQuoted: boolean): string {
  return isQuoted ? `${code} ${message}` : code
}
