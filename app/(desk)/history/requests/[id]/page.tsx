import Link from 'next/link'
import { notFound } from 'next/navigation'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Duration } from '@/app/(desk)/history/duration'
import { Facts } from '@/app/(desk)/history/facts'
import { recordTypeOf } from '@/app/(desk)/history/record-type'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { TechnicalFacts } from '@/app/(desk)/history/technical-facts'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { Count } from '@/components/ui/text/count'
import { Time } from '@/components/ui/text/time'
import { mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { requestDetails } from '@/lib/desk/history/requests'
import { outcomeSentence } from '@/lib/desk/history/sentences'
import type { RequestView, SentCredential } from '@/lib/desk-api/runs/history'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { Anomalies } from './anomalies'
import { Receipt } from './receipt'
import { ResponseDetails } from './response'

const t = getTranslations('history.request')

export const generateMetadata = () => ({ title: getTranslations('history')('titles.request') })

/** One request: when it was sent, by which connection, the response, and how the response was classified. */
export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireOperator()
  const { id } = await params
  const details = await requestDetails(id)
  if (!details) notFound()
  const { request, run, receipt } = details
  const isEvidenceShown = mayReadEvidence(role)
  const record = recordTypeOf(run)
  return (
    <Words areas={['history']}>
      <PageBar
        title={t('title', { time: requestTime(request.sendingAt ?? request.preparedAt, 'second') })}
        aside={outcomeSentence(request.classifiedAs)}
      >
        <Link href={`/history/runs/${run.id}`} className={buttonClasses('quiet')}>
          {t('openRun', { kind: run.kind })}
        </Link>
        {isEvidenceShown && request.response.hasRequestBody && (
          <a href={`/history/requests/${id}/body`} className={buttonClasses()}>
            {t('downloadBody')}
          </a>
        )}
        {isEvidenceShown && request.response.text !== undefined && (
          <a href={`/history/requests/${id}/response`} className={buttonClasses()}>
            {t('downloadResponse')}
          </a>
        )}
      </PageBar>
      <Notices request={request} isEvidenceShown={isEvidenceShown} record={record} />
      <Facts
        facts={[
          [getTranslations('history.run')('connection'), <RequestTarget key="" of={run} />],
          [getTranslations('history.run')('draft'), <DraftLink key="" of={run} />],
          [getTranslations('history.run')('by'), run.by],
          [t('orders', { record }), <Count key="" of={request.orderCount} />],
          ...(request.replayOf === null
            ? []
            : [
                [
                  t('repeats'),
                  <Link
                    key=""
                    href={`/history/requests/${request.replayOf}`}
                    prefetch={false}
                    className="underline"
                  >
                    {t('first')}
                  </Link>,
                ] as const,
              ]),
          [t('sent'), request.sendingAt && <Moment key="" at={request.sendingAt} />],
          [
            t('took'),
            request.finishedAt && <Duration key="" from={request.sendingAt} to={request.finishedAt} />,
          ],
          [t('status'), request.httpStatus ?? t('noStatus')],
        ]}
      />
      <TechnicalFacts
        label={getTranslations('history')('technical')}
        facts={[
          [
            t('address'),
            <span key="" title={request.origin}>
              {request.origin}
            </span>,
          ],
          [t('credential'), request.credential && <Credential key="" of={request.credential} />],
          [t('error'), request.error && errorText(request.error, isEvidenceShown)],
          [t('prepared'), <Moment key="" at={request.preparedAt} />],
          [t('connected'), request.connectAt && <Moment key="" at={request.connectAt} />],
          [t('headers'), request.headersAt && <Moment key="" at={request.headersAt} />],
          [t('finished'), request.finishedAt && <Moment key="" at={request.finishedAt} />],
          [t('deadline'), request.hardDeadline && <Moment key="" at={request.hardDeadline} />],
          [t('bodyHash'), <Hash key="" of={request.bodySha256} />],
          [t('responseHash'), request.responseSha256 && <Hash key="" of={request.responseSha256} />],
        ]}
      />
      {isEvidenceShown ? (
        <ResponseDetails response={request.response} />
      ) : (
        <div className="px-3.5 py-3">
          <Notice>{t('evidenceHidden')}</Notice>
        </div>
      )}
      <Receipt receipt={receipt} label={t('orders', { record })} record={record} />
    </Words>
  )
}

interface NoticesProps {
  request: RequestView
  isEvidenceShown: boolean
  record: Sheet['recordType']
}

function Notices({ request, isEvidenceShown, record }: NoticesProps) {
  const erased = request.erasedAt
  return (
    <div className="flex flex-col gap-2 px-3.5 pt-3 empty:hidden">
      <Anomalies anomalies={request.anomalies} isQuoted={isEvidenceShown} record={record} />
      {request.isConnected === false && <Notice>{t('notConnected')}</Notice>}
      {request.isConnected && request.isRequestComplete === false && <Notice>{t('incomplete')}</Notice>}
      {erased !== null && <Notice>{t('erased', { date: requestTime(erased, 'day') })}</Notice>}
    </div>
  )
}

const Moment = ({ at }: { at: string }) => <Time at={at} kind="second" />

/** Which credential it was: its kind where that is known, its last characters, and since when it is in use. */
const Credential = ({ of: { kind, last4, updatedAt } }: { of: SentCredential }) => (
  <span className="whitespace-normal">
    {t('credentialOf', { kind: kind ?? 'any', last4, date: requestTime(updatedAt, 'day') })}
  </span>
)

const Hash = ({ of }: { of: string }) => (
  <span className="font-mono text-xs" title={of}>
    {of}
  </span>
)

/** A library's message may quote the response. */
function errorText({ code, message }: { code: string; message: string }, isQuoted: boolean): string {
  return isQuoted ? `${code} ${message}` : code
}
