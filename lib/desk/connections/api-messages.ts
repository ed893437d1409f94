import 'server-only'
import type * as z from 'zod'
import { columnName } from '@/lib/desk/column-name'
import {
  type ExplainedMessage,
  type explainSchema,
  type importExplanationsSchema,
  type MessageRow,
  messageName,
  readExplanationFile,
  writeExplanationFile,
} from '@/lib/desk-api/connections/api-messages'
import { fail, ok, type Result } from '@/lib/desk-api/result'
import { columnsNamed } from '@/lib/sheet/judge/locate'
import { findSheetById, type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import {
  type ApiMessageKey,
  listExplanations,
  listMessages,
  saveExplanations,
} from '@/lib/store/connections/api-messages'
import { findConnection, listConnections } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('explanations.messages')
const tFailure = getTranslations('explanations.messages.failure')

/** A connection whose messages are listed. */
export interface MessageConnection {
  readonly id: string
  readonly name: string
}

/** The ids and names of the connections whose messages can be shown. */
export async function messageConnections(): Promise<MessageConnection[]> {
  const connections = await listConnections((await database()).kysely)
  return connections.map(({ id, name }) => ({ id, name }))
}

/** The messages of a connection, the most frequent first, followed by explained ones that were not received yet. */
export async function listMessageRows(connectionId: string): Promise<MessageRow[]> {
  const { kysely } = await database()
  const explained = (await listExplanations(kysely, connectionId)).flatMap(one => withSheet(one) ?? [])
  const seen = (await listMessages(kysely, connectionId)).flatMap(one => withSheet(one) ?? [])
  const explanations = new Map(explained.map(one => [messageName(one), one]))
  const isSeen = new Set(seen.map(messageName))
  return [
    ...seen.map(one => ({ ...nothing, ...explanations.get(messageName(one)), ...one })),
    ...explained
      .filter(one => !isSeen.has(messageName(one)))
      .map(one => ({ ...one, example: '', count: 0, lastSeenAt: null })),
  ].map(({ connectionId: _, ...row }) => ({ ...row, column: nameOf(row.sheet, row.field) }))
}

const nothing = { en: '', ko: '', ja: '' }

/** A row of a sheet that this release knows. */
function withSheet<Row extends ApiMessageKey>({ sheet: id, ...row }: Row) {
  const sheet = findSheetById(id)
  return sheet && { ...row, sheet: sheet.id }
}

function nameOf(sheet: SheetId, field: string): string {
  const [column, ...others] = columnsNamed(field, sheets[sheet])
  return column && others.length === 0 ? columnName(column) : field
}

/** Saves the explanation of a message for all operators. Blank texts delete it. @throws StorageFullError */
export async function explainMessage(
  { connectionId, ...explained }: z.output<typeof explainSchema>,
  operatorId: string,
): Promise<Result<null>> {
  const result = await save(connectionId, [explained], operatorId)
  return result.ok ? ok(null) : result
}

/** Adds the explanations of a file to a connection; all of them, or none. @throws StorageFullError */
export async function importExplanations(
  { connectionId, text }: z.output<typeof importExplanationsSchema>,
  operatorId: string,
): Promise<Result<{ count: number }>> {
  const file = readExplanationFile(text)
  if (!file.ok) {
    const { code, ...about } = file.failure
    return fail(code, tFailure(code, about))
  }
  return save(connectionId, file.explanations, operatorId)
}

/** Rolls back a transaction that would exceed the maximum number of explanations. */
class FullError extends Error {}

async function save(
  connectionId: string,
  explanations: readonly ExplainedMessage[],
  operatorId: string,
): Promise<Result<{ count: number }>> {
  const { kysely, write, accept } = await database()
  if (!(await findConnection(kysely, connectionId))) return fail('gone', t('problem.gone'))
  // Deleting explanations needs no disk space.
  const isDeletion = explanations.every(({ en, ko, ja }) => en === '' && ko === '' && ja === '')
  const commit = isDeletion ? write : accept
  const rows = explanations.map(one => ({ ...one, connectionId }))
  const at = new Date().toISOString()
  try {
    await commit(async trx => {
      if (!(await saveExplanations(trx, rows, operatorId, at))) throw new FullError()
    })
  } catch (error) {
    if (error instanceof FullError) return fail('full', t('problem.full'))
    throw error
  }
  return ok({ count: rows.length })
}

/** The explanations of a connection as a file; undefined if there are none. */
export async function explanationFile(
  connectionId: string,
): Promise<{ readonly name: string; readonly text: string } | undefined> {
  const { kysely } = await database()
  const connection = await findConnection(kysely, connectionId)
  const explanations = (await listExplanations(kysely, connectionId)).flatMap(one => withSheet(one) ?? [])
  if (!connection || explanations.length === 0) return undefined
  return { name: `${t('fileName')} ${connection.name}`, text: writeExplanationFile(explanations) }
}
