import 'server-only'
import { type Connection, connectionToUse, listConnections } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { listOf } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'
import { type ProgramResult, refused, succeeded } from './program-result'

const t = getTranslations('automation.api')

/** The connection with this name, as operators see it. */
export async function findConnectionByName(name: string): Promise<ProgramResult<Connection>> {
  const connections = await listConnections((await database()).kysely)
  const found = connections.find(one => one.name === name)
  if (found) return succeeded(found)
  const names = listOf(
    requestLocale().language,
    connections.map(one => one.name),
  )
  return refused(422, t('noConnection', { name, names }))
}

/** The connection of a draft: where it was last used, else where new drafts start. */
export async function connectionOfDraft(connectionId: string | null): Promise<ProgramResult<Connection>> {
  const connections = await listConnections((await database()).kysely)
  const found = connectionToUse(connections, connectionId)
  return found ? succeeded(found) : refused(409, t('noConnections'))
}
