import { nothingThere } from '@/app/(desk)/history/attachment'
import { idTable } from '@/app/(desk)/history/ids'
import { idsQuery, tableFile } from '@/app/(desk)/history/ids-file'
import { sourceColumns } from '@/app/(desk)/history/source-columns'
import { route } from '@/lib/auth/route'
import { findSheet } from '@/lib/sheet/sheets'
import { database } from '@/lib/store/database'
import { findListedRun } from '@/lib/store/history-runs'
import { words } from '@/lib/words/server'

const say = words('history.download')

/** The ids of one registration beside the lines of its draft: `?format=xlsx|csv&columns=used|all`. */
export const GET = route<{ id: string }>({ role: 'editor' }, async (request, { params: { id } }) => {
  const { longReads: kysely } = await database()
  const run = await findListedRun(kysely, id)
  const sheet = findSheet((run?.sheet ?? '').split('/'))
  if (run?.kind !== 'register' || !sheet) return nothingThere()
  const { format, columns } = idsQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const rows = idTable(
    kysely,
    [{ id, connection: run.connection ?? run.envId }],
    await sourceColumns(kysely, run.draftId, sheet),
    { hasEmptyColumns: columns === 'all' },
  )
  return tableFile(rows, say('file', { name: run.draftName ?? id }), format)
})
