import Link from 'next/link'
import { HelpLink } from '@/app/(desk)/help/help-link'
import { readPositiveInteger } from '@/app/(desk)/lists/positive-integer'
import { Words } from '@/app/words'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast, mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { readUnconfirmedPage } from '@/lib/desk/unconfirmed/unconfirmed-page'
import { keyText, readKey } from '@/lib/desk-api/runs/unconfirmed-key'
import { getTranslations } from '@/lib/words/server'
import { Alarms } from './alarms'
import { Request } from './request'
import { RequestList } from './request-list'

const t = getTranslations('unknown')

export const generateMetadata = () => ({ title: t('title') })

/** Requests of one page. */
const PAGE_SIZE = 20

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The page of unconfirmed orders: requests on the left, and the chosen request beside them. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  const query = await searchParams
  const requestKey = readKey(query.request)
  const unconfirmed = await readUnconfirmedPage(requestKey, readPositiveInteger(query.page), PAGE_SIZE)
  const { count, requestCount, page, requests, chosen, alarms } = unconfirmed
  const mayResolve = isAtLeast(role, 'registrar')
  return (
    <Words areas={['history', 'intake.roundTrip.where', 'unknown']}>
      <PageBar title={t('title')} aside={t('lead', { count, requests: requestCount })}>
        <HelpLink href="/help/unconfirmed-orders">{t('guide')}</HelpLink>
        {mayResolve && count > 0 && (
          <Link href="/unknown/paste" prefetch={false} className={buttonClasses()}>
            {t('pasteList')}
          </Link>
        )}
      </PageBar>
      <Alarms alarms={alarms} mayAcknowledge={mayResolve} />
      {count === 0 ? (
        <p className="max-w-160 p-3.5 text-ink-2">{t('empty')}</p>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col min-[1200px]:flex-row">
          <RequestList
            requests={requests}
            chosen={chosen && keyText(chosen)}
            page={page}
            size={PAGE_SIZE}
            count={requestCount}
          />
          {chosen ? (
            <Request
              key={keyText(chosen)}
              request={chosen}
              page={page}
              firstOrder={readPositiveInteger(query.from)}
              mayResolve={mayResolve}
              isEvidenceShown={mayReadEvidence(role)}
            />
          ) : (
            <p className="p-3.5 text-ink-2">{t('gone')}</p>
          )}
        </div>
      )}
    </Words>
  )
}
