import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { PageBar } from '@/components/ui/layout/page-bar'
import { requireOperator } from '@/lib/auth/session'
import { readTeam } from '@/lib/desk/people/team'
import { env } from '@/lib/env'
import { getTranslations } from '@/lib/words/server'
import { Record } from './record'
import { TeamScreen } from './team-screen'

const t = getTranslations('team')

export const generateMetadata = () => ({ title: t('title') })

export default async function Page() {
  const { id, role } = await requireOperator()
  return (
    <Words areas={['team', 'auth.fields', 'failures', 'settings.sections']}>
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      {role === 'administrator' ? (
        <Team me={id} />
      ) : (
        <div className="max-w-140 p-3.5">
          <Notice>{t('administratorsOnly')}</Notice>
        </div>
      )}
    </Words>
  )
}

async function Team({ me }: { me: string }) {
  const { events, ...team } = await readTeam()
  const { oidc } = env()
  const provider = oidc ? { name: oidc.name, isOnly: oidc.isOnly } : null
  return <TeamScreen me={me} {...team} provider={provider} record={<Record events={events} />} />
}
