import Link from 'next/link'
import { DraftLink } from '@/app/(desk)/history/draft-link'
import { Facts } from '@/app/(desk)/history/facts'
import { RequestTarget } from '@/app/(desk)/history/request-target'
import { Anomalies } from '@/app/(desk)/history/requests/[id]/anomalies'
import { ResponseDetails } from '@/app/(desk)/history/requests/[id]/response'
import { Notice } from '@/components/ui/feedback/notice'
import { Time } from '@/components/ui/text/time'
import { recordTypeOfScope } from '@/lib/contract/operations'
import { unknownRequestDetails } from '@/lib/desk/unconfirmed/unconfirmed-page'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { Orders } from './orders'

const t = getTranslations('unknown')

/** Orders of one page of a request's table. */
const PAGE_SIZE = 50

interface Props {
  request: UnknownRequest
  /** The page of requests beside it, from 1. */
  page: number
  /** The place of the first order that is shown, from 1. */
  firstOrder: number
  mayResolve: boolean
  /** Whether the response itself is shown. */
  isEvidenceShown: boolean
}

/** One request with unconfirmed orders: what was sent and when, what came back, what to do, and its orders. */
export async function Request({ request, page, firstOrder, mayResolve, isEvidenceShown }: Props) {
  const { attemptId, runId, sentAt, since, by } = request
  const details = await unknownRequestDetails(request, firstOrder, PAGE_SIZE)
  const { attempt } = details
  return (
    <div className="min-w-0 flex-1 pb-6 min-[1200px]:overflow-y-auto">
      <Facts
        facts={[
          [t('connection'), <RequestTarget key="" of={request} />],
          [t('sentAt'), <Time key="" at={sentAt ?? since} kind="second" />],
          [t('by'), by],
          [t('draft'), <DraftLink key="" of={request} />],
          [
            t('run'),
            <Link key="" href={`/history/runs/${runId}`} prefetch={false} className="underline">
              {t('openRun')}
            </Link>,
          ],
          [
            t('request'),
            attemptId === null ? (
              t('noRequest')
            ) : (
              <Link key="" href={`/history/requests/${attemptId}`} prefetch={false} className="underline">
                {t('openRequest')}
              </Link>
            ),
          ],
        ]}
      />
      <div className="flex flex-col gap-2 px-3.5 py-3">
        <h2 className="font-semibold text-base">{t('responseTitle')}</h2>
        <p>{details.responseSentence}</p>
        {details.replayAt !== undefined && (
          <Notice>
            {t('replay', { scope: request.scope, time: requestTime(details.replayAt, 'clock') })}
          </Notice>
        )}
        {attempt?.httpStatus === 409 && <Notice tone="warn">{t('conflictHint')}</Notice>}
        {attempt && details.hasMoreAnomalies && (
          <Anomalies
            anomalies={attempt.anomalies}
            isQuoted={isEvidenceShown}
            record={recordTypeOfScope(request.scope)}
          />
        )}
      </div>
      {isEvidenceShown && attempt && (attempt.httpStatus !== null || attempt.response.text !== undefined) && (
        // Folded: long as it may be, what there is to do stays in view.
        <details className="pb-2">
          <summary className="px-3.5 py-1 text-ink-2">{t('response')}</summary>
          <ResponseDetails response={attempt.response} />
        </details>
      )}
      <Orders
        request={request}
        page={page}
        rows={details.orders}
        numbers={details.numbers}
        absentFrom={details.absentFrom}
        isFinished={details.isFinished}
        isReplayed={details.replayAt !== undefined}
        rejectedStatus={details.rejectedStatus}
        from={details.from}
        size={PAGE_SIZE}
        mayResolve={mayResolve}
      />
    </div>
  )
}
