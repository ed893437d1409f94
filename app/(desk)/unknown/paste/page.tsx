import Link from 'next/link'
import { redirect } from 'next/navigation'
import { keyText, readKey } from '@/app/(desk)/unknown/request-key'
import { buttonClasses } from '@/components/ui/button-classes'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { type DoubtfulRequest, findDoubtfulRequest, listDoubtfulPlaces } from '@/lib/store/unknown-requests'
import { words } from '@/lib/words/server'
import { PasteDesk, type PastePlace } from './desk'

const say = words('unknown.paste')

export const metadata = { title: say('title') }

interface Props {
  searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** Settles many at once, by a list out of the shipping company's console. */
export default async function Page({ searchParams }: Props) {
  const { role } = await requireOperator()
  if (!isAtLeast(role, 'registrar')) redirect('/unknown')
  const { kysely } = await database()
  const key = readKey((await searchParams).request)
  const request = key && (await findDoubtfulRequest(kysely, key))
  const places = (await listDoubtfulPlaces(kysely)).map(
    ({ envId, scope, count, connection }): PastePlace => ({
      id: `${scope} ${envId}`,
      envId,
      scope,
      count,
      label: say('placeChoice', { where: connection ?? originOf(envId), count }),
    }),
  )
  const offered = request ? [placeOf(request), ...places] : places
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Link href="/unknown" className={buttonClasses('quiet')}>
          {say('back')}
        </Link>
      </PageBar>
      {offered.length === 0 ? (
        <p className="max-w-160 p-3.5 text-ink-2">{words('unknown')('empty')}</p>
      ) : (
        <PasteDesk places={offered} />
      )}
    </>
  )
}

const originOf = (envId: string) => envId.replace(/^(test|production):/, '')

const placeOf = (request: DoubtfulRequest): PastePlace => ({
  id: keyText(request),
  envId: request.envId,
  scope: request.scope,
  count: request.count,
  request: { attemptId: request.attemptId, runId: request.runId },
  label: say('onlyRequest', {
    time: (request.sentAt ?? request.since).slice(11, 16),
    where: request.connection ?? originOf(request.envId),
    count: request.count,
  }),
})
