import { Sections } from '@/app/(desk)/settings/sections'
import { Words } from '@/app/words'
import { PageBar } from '@/components/ui/layout/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { listAllPresets } from '@/lib/desk/master/presets'
import { getTranslations } from '@/lib/words/server'
import { PresetsScreen } from './presets-screen'

const t = getTranslations('fill.presets')

export const generateMetadata = () => ({ title: t('title') })

/** Sets of texts for what exports of shops do not contain. */
export default async function Page() {
  const { role } = await requireOperator()
  return (
    <Words
      areas={['columns', 'fill.presets', 'failures', 'findings', 'settings.sections', 'workbench.sheets']}
    >
      <PageBar title={t('title')} aside={t('lead')}>
        <Sections />
      </PageBar>
      <PresetsScreen presets={await listAllPresets()} mayEdit={isAtLeast(role, 'editor')} />
    </Words>
  )
}
