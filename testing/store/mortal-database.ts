import 'server-only'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '@/lib/store/db/database'

/** What a process that was killed gets from its database. */
export class Killed extends Error {}

/**
 * A database as one process has it: once the process is dead, nothing that it does is stored any more.
 * @param process of a test, which may go on after its death only until its next statement
 */
export function mortalDatabase(database: Database, process: { readonly isDead: boolean }): Database {
  const ensureAlive = () => {
    if (process.isDead) throw new Killed('the process was killed')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      ensureAlive()
      return node
    },
    transformResult: async ({ result }) => {
      ensureAlive()
      return result
    },
  }
  const kysely = database.kysely.withPlugin(plugin)
  const execute = kysely.executeQuery.bind(kysely)
  kysely.executeQuery = async (...query) => {
    ensureAlive()
    return execute(...query)
  }
  const write: Database['write'] = async work => {
    ensureAlive()
    return database.write(async trx => {
      const done = await work(trx)
      ensureAlive()
      return done
    })
  }
  return { ...database, kysely, longReads: kysely, write, accept: write }
}
