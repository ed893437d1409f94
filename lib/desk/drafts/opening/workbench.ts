import 'server-only'
import { requirementsBySheet } from '@/lib/desk/requirements/requirements'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { SavedViews } from '@/lib/desk-api/drafts/column-views'
import { newDraftId } from '@/lib/desk-api/drafts/ids'
import { findSheetById, type SheetId } from '@/lib/sheet/schema/sheets'
import { listExplanations } from '@/lib/store/connections/api-messages'
import { type Connection, connectionToUse, listConnections } from '@/lib/store/connections/connections'
import { listFieldNames } from '@/lib/store/connections/field-names'
import { type Db, database } from '@/lib/store/db/database'
import { findFreeName } from '@/lib/store/drafts/draft-list'
import { findDraft } from '@/lib/store/drafts/drafts'
import { listFilesForPerson } from '@/lib/store/intake/files'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { requestTime } from '@/lib/words/time/request-time'
import { savedViews } from './column-views'

/** The data with which the workbench of a draft opens. */
export interface OpenedWorkbench {
  readonly draft: {
    readonly id: string
    readonly name: string
    readonly isArchived: boolean
    /** When its personal data was erased (ISO 8601). */
    readonly erasedAt: string | null
  }
  readonly connections: readonly ConnectionChoice[]
  /** The connection of the draft: where it was last used, otherwise where new drafts start; '' without one. */
  readonly connectionId: string
  readonly views: SavedViews
  /** A file that arrived without a person, whose import the operator continues with. */
  readonly waitingFile: { readonly id: string; readonly name: string } | undefined
}

/**
 * Reads the data of a draft's workbench except its lines.
 * @param draftId undefined: a new draft, which gets an id and a name with today's date
 * @returns undefined if the sheet has no such draft
 */
export async function openWorkbench(
  sheetId: SheetId,
  draftId: string | undefined,
  operatorId: string,
): Promise<OpenedWorkbench | undefined> {
  const { kysely } = await database()
  const draft = draftId === undefined ? await newDraft(kysely) : await findDraft(kysely, draftId)
  if (!draft || ('sheet' in draft && draft.sheet !== sheetId)) return undefined
  const { id, name, isArchived, erasedAt, connectionId } = draft
  const connections = await listConnections(kysely)
  const used = connectionToUse(connections, connectionId)
  return {
    draft: { id, name, isArchived, erasedAt },
    connections: await connectionChoices(kysely, connections, sheetId),
    connectionId: used?.id ?? '',
    views: await savedViews(operatorId, sheetId),
    waitingFile: draftId === undefined ? undefined : await findWaitingFile(kysely, draftId),
  }
}

/**
 * The sheet of a draft. A file that arrives without a person gets an address before it is read, and may then turn out
 * to belong to another sheet.
 */
export async function findSheetOfDraft(draftId: string): Promise<SheetId | undefined> {
  const draft = await findDraft((await database()).kysely, draftId)
  return draft && findSheetById(draft.sheet)?.id
}

async function findWaitingFile(handle: Db, draftId: string): Promise<OpenedWorkbench['waitingFile']> {
  const [file] = await listFilesForPerson(handle, 1, draftId)
  return file && { id: file.id, name: file.name }
}

/** The name of a new draft: its date, with a number if other drafts have the same name. */
const newDraft = async (handle: Db) => ({
  id: newDraftId(),
  name: await findFreeName(handle, requestTime(Date.now(), 'longDay')),
  isArchived: false,
  erasedAt: null,
  connectionId: null,
})

async function connectionChoices(
  handle: Db,
  connections: readonly Connection[],
  sheetId: SheetId,
): Promise<ConnectionChoice[]> {
  const fieldNames = await listFieldNames(handle)
  const explained = await listExplanations(handle)
  const requirements = await requirementsBySheet(handle, sheetId)
  const { language } = requestLocale()
  return connections.map(({ id, name, environment, rehearsal, baseUrl, warehouses, consoleLink }) => ({
    id,
    name,
    environment,
    rehearsal,
    host: new URL(baseUrl).host,
    warehouses,
    consoleLink,
    requirements: requirements.get(id) ?? [],
    fieldNames: fieldNames.flatMap(({ connectionId, sheet, field, column }) =>
      connectionId === id && sheet === sheetId ? [{ field, column }] : [],
    ),
    explanations: explained.flatMap(({ connectionId, sheet, field, code, template, [language]: text }) =>
      connectionId === id && sheet === sheetId && text !== '' ? [{ field, code, template, text }] : [],
    ),
  }))
}
