import { Sections } from '@/app/(desk)/settings/sections'
import { Notice } from '@/components/ui/notice'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { database } from '@/lib/store/database'
import { readRetention } from '@/lib/store/retention'
import { words } from '@/lib/words/server'
import { RetentionForm } from './form'

const say = words('history.retention')

export const metadata = { title: say('title') }

/** How long what tells of a person is kept. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <>
      <PageBar title={say('title')}>
        <Sections />
      </PageBar>
      {role === 'administrator' ? (
        <Rule />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{say('administratorsOnly')}</Notice>
        </div>
      )}
    </>
  )
}

async function Rule() {
  const { days, changedBy, changedAt, ranAt, erased } = await readRetention((await database()).kysely)
  return (
    <div className="flex max-w-140 flex-col gap-4 p-3.5">
      <p className="text-ink-2">{say('lead')}</p>
      <RetentionForm key={String(days)} days={days} />
      <p className="text-ink-2">{say('unfinished')}</p>
      <p className="text-ink-3">
        {ranAt === null
          ? say('notRan')
          : say('ran', { time: ranAt.replace('T', ' ').slice(0, 16), count: erased })}
        {changedAt !== null && ` ${say('changed', { name: changedBy ?? '', date: changedAt.slice(0, 10) })}`}
      </p>
    </div>
  )
}
