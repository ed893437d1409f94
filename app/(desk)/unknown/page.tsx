import Link from 'next/link'
import { readPageNumber } from '@/app/(desk)/page-number'
import { buttonClasses } from '@/components/ui/button-classes'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast, mayReadEvidence } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listAlarms } from '@/lib/store/alarms'
import { database } from '@/lib/store/database'
import { countUnknown } from '@/lib/store/unknown'
import {
  countDoubtfulRequests,
  findDoubtfulRequest,
  listDoubtfulRequests,
} from '@/lib/store/unknown-requests'
import { words } from '@/lib/words/server'
import { Alarms } from './alarms'
import { Request } from './request'
import { keyText, readKey } from './request-key'
import { RequestList } from './request-list'

const say = words('unknown')

export const metadata = { title: say('title') }

/** Requests of one page. */
const PAGE = 20

/** Alarms that are shown at once. */
const ALARMS = 10

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The inbox of what nobody knows: requests at the left, and the one that is looked at beside them. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  const query = await searchParams
  const { longReads: kysely } = await database()
  const [count, requests] = [await countUnknown(kysely), await countDoubtfulRequests(kysely)]
  const last = Math.max(1, Math.ceil(requests / PAGE))
  const page = Math.min(last, readPageNumber(query.page))
  const listed = await listDoubtfulRequests(kysely, PAGE, (page - 1) * PAGE)
  const key = readKey(query.request)
  const asked = key && (await findDoubtfulRequest(kysely, key))
  const chosen = asked ?? (key ? undefined : listed[0])
  const alarms = await listAlarms(kysely, ALARMS)
  const maySettle = isAtLeast(role, 'registrar')
  return (
    <>
      <PageBar title={say('title')} aside={say('lead', { count, requests })}>
        {maySettle && count > 0 && (
          <Link href="/unknown/paste" prefetch={false} className={buttonClasses()}>
            {say('pasteList')}
          </Link>
        )}
      </PageBar>
      <Alarms alarms={alarms} maySee={maySettle} />
      {count === 0 ? (
        <p className="max-w-160 p-3.5 text-ink-2">{say('empty')}</p>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col min-[1100px]:flex-row">
          <RequestList
            requests={listed}
            chosen={chosen && keyText(chosen)}
            page={page}
            size={PAGE}
            count={requests}
          />
          {chosen ? (
            <Request
              key={keyText(chosen)}
              request={chosen}
              orderPage={readPageNumber(query.orders)}
              maySettle={maySettle}
              isEvidenceShown={mayReadEvidence(role)}
            />
          ) : (
            <p className="p-3.5 text-ink-2">{say('gone')}</p>
          )}
        </div>
      )}
    </>
  )
}
