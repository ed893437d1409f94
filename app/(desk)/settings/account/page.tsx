import { Sections } from '@/app/(desk)/settings/sections'
import { PageBar } from '@/components/ui/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { words } from '@/lib/words/server'
import { PasswordForm } from './form'

const say = words('account')
const team = words('team')

export const metadata = { title: say('title') }

export default async function Page() {
  const { name, email, role } = await requireOperator()
  return (
    <>
      <PageBar title={say('title')}>
        <Sections />
      </PageBar>
      <div className="flex max-w-90 flex-col gap-4 p-3.5">
        <dl className="grid grid-cols-[5rem_1fr] gap-y-1">
          <dt className="text-ink-3">{team('columns.name')}</dt>
          <dd className="truncate">{name}</dd>
          <dt className="text-ink-3">{say('email')}</dt>
          <dd className="truncate">{email}</dd>
          <dt className="text-ink-3">{team('columns.role')}</dt>
          <dd>
            {team(`roles.${role}`)}
            <span className="block text-ink-2">{say(`may.${role}`)}</span>
          </dd>
        </dl>
        <section aria-labelledby="password">
          <h2 id="password" className="pb-3 font-semibold text-base">
            {say('password')}
          </h2>
          <PasswordForm />
        </section>
      </div>
    </>
  )
}
