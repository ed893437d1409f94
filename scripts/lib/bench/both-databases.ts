import { startPostgres } from '../database/postgres.mjs'

/**
 * Measures on SQLite and, if its server is installed, on PostgreSQL.
 * @param measure `url`: of an empty PostgreSQL database; undefined: SQLite
 */
export async function onBothDatabases(
  measure: (engine: string, url: string | undefined) => Promise<void>,
): Promise<void> {
  await measure('SQLite', undefined)
  const server = await startPostgres()
  if (!server) return console.error('PostgreSQL: not on this machine; its half is left out.')
  await measure('PostgreSQL', server.url)
  await server.stop()
}
