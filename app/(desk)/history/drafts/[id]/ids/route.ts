import { nothingThere } from '@/app/(desk)/history/attachment'
import { idTable } from '@/app/(desk)/history/ids'
import { idsQuery, tableFile } from '@/app/(desk)/history/ids-file'
import { sourceColumns } from '@/app/(desk)/history/source-columns'
import { route } from '@/lib/auth/route'
import { findSheet } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { findDraft } from '@/lib/store/drafts'
import { listRegistrations } from '@/lib/store/history-ids'
import { words } from '@/lib/words/server'

const say = words('history.download')

/** The ids of all that was registered of a draft, and what is in doubt: `?format=xlsx|csv&columns=used|all`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (request, { params: { id } }) => {
  const { longReads: kysely } = await database()
  const draft = await findDraft(kysely, id)
  const sheet = findSheet((draft?.sheet ?? '').split('/'))
  if (!draft || !sheet) return nothingThere()
  const registrations = await listRegistrations(kysely, id)
  if (registrations.length === 0) return nothingThere(say('none'))
  const { format, columns } = idsQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const rows = idTable(
    kysely,
    registrations.map(run => ({ id: run.id, connection: run.connection ?? run.env_id })),
    await sourceColumns(kysely, id, sheet),
    { only: ['REGISTERED', 'UNKNOWN'], hasEmptyColumns: columns === 'all' },
  )
  return tableFile(rows, say('file', { name: draft.name }), format)
})
