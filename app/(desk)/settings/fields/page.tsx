import { columnName } from '@/app/(desk)/history/column-name'
import { Sections } from '@/app/(desk)/settings/sections'
import { PageBar } from '@/components/ui/page-bar'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { findSheet } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { listFieldNames } from '@/lib/store/field-names'
import { words } from '@/lib/words/server'
import { FieldList } from './list'

const say = words('settings.fieldNames')

export const metadata = { title: say('title') }

/** What the services of connections call columns, as operators said. */
export default async function Page() {
  const { role } = await requireOperator()
  const names = await listFieldNames((await database()).kysely)
  const rows = names.flatMap(({ sheet: id, column: columnId, ...name }) => {
    const sheet = findSheet(id.split('/'))
    const column = sheet?.columns.find(known => known.id === columnId)
    return sheet ? { ...name, sheet: sheet.id, column: column ? columnName(column) : columnId } : []
  })
  return (
    <>
      <PageBar title={say('title')} aside={say('lead')}>
        <Sections />
      </PageBar>
      <FieldList rows={rows} mayEdit={isAtLeast(role, 'editor')} />
    </>
  )
}
