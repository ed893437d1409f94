import { Sections } from '@/app/(desk)/settings/sections'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { listPresets } from '@/lib/store/presets'
import { words } from '@/lib/words/server'
import { Desk } from './desk'

const say = words('fill.presets')

export const metadata = { title: say('title') }

/** Sets of texts for what no export of a shop has. */
export default async function Page() {
  const { role } = await requireOperator()
  const { kysely } = await database()
  const lists = await Promise.all(
    Object.values(sheets).map(async ({ id }) =>
      (await listPresets(kysely, id)).map(preset => ({ ...preset, sheet: id as SheetId })),
    ),
  )
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Sections />
      </PageBar>
      <Desk presets={lists.flat()} mayEdit={isAtLeast(role, 'editor')} />
    </>
  )
}
