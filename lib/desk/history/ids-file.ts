import 'server-only'
import type * as z from 'zod'
import { findDraftAndSheet } from '@/lib/desk/drafts/draft-context'
import type { idsQuery } from '@/lib/desk-api/runs/history'
import { findSheetById } from '@/lib/sheet/schema/sheets'
import { database } from '@/lib/store/db/database'
import { listRegistrations } from '@/lib/store/ledger/history/ids'
import { findListedRun } from '@/lib/store/ledger/history/runs'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { getTranslations } from '@/lib/words/server'
import { idTable } from './ids-table'
import { sourceColumns } from './source-columns'
import { type TableFile, tableFile } from './table-file'

const t = getTranslations('history.download')

type Query = z.output<typeof idsQuery>

/**
 * The ids of all registered records of a draft, and the unknown ones; a sentence if there are none.
 * @param envId only those that were registered in this environment
 */
export async function draftIdsFile(
  draftId: string,
  { format, columns }: Query,
  envId?: string,
): Promise<TableFile | { readonly missing: string }> {
  const { longReads } = await database()
  const stored = await findDraftAndSheet(longReads, draftId)
  if (!stored) return { missing: t('gone') }
  const registrations = await listRegistrations(longReads, draftId, envId)
  const record = stored.sheet.recordType
  if (registrations.length === 0) return { missing: t('none', { record }) }
  const rows = idTable(
    longReads,
    registrations.map(run => ({ id: run.id, connection: run.connection ?? run.env_id })),
    await sourceColumns(longReads, draftId, stored.sheet),
    {
      record,
      only: ['REGISTERED', 'UNKNOWN'],
      hasEmptyColumns: columns === 'all',
      timeZone: requestLocale().timeZone,
    },
  )
  return tableFile(rows, t('file', { record, name: stored.draft.name }), format)
}

/** The ids of one registration beside the lines of its draft; a sentence if there are none. */
export async function runIdsFile(
  runId: string,
  { format, columns }: Query,
): Promise<TableFile | { readonly missing: string }> {
  const { longReads } = await database()
  const run = await findListedRun(longReads, runId)
  const sheet = findSheetById(run?.sheet ?? '')
  if (run?.kind !== 'register' || !sheet) return { missing: t('gone') }
  const rows = idTable(
    longReads,
    [{ id: runId, connection: run.connection ?? run.envId }],
    await sourceColumns(longReads, run.draftId, sheet),
    { record: sheet.recordType, hasEmptyColumns: columns === 'all', timeZone: requestLocale().timeZone },
  )
  return tableFile(rows, t('file', { record: sheet.recordType, name: run.draftName ?? runId }), format)
}
