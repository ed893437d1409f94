import 'server-only'
/**
 * Checks a whole SQLite file and prints its problems as a JSON list of sentences; an empty list means that
 * it is intact. A separate process, because a large file takes minutes and only a process can be killed
 * within a statement.
 */
import { constants, setPriority } from 'node:os'
import { DatabaseSync } from '@photostructure/sqlite'

const CORRUPT = 11
const NOT_A_DATABASE = 26
/** Maximum sentences; a damaged file has thousands. */
const MAX_PROBLEMS = 5

const [, , path = ''] = process.argv
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.stdout.write(JSON.stringify(problems()))

function problems() {
  try {
    const file = new DatabaseSync(path, { timeout: 5000, returnArrays: true })
    file.exec('PRAGMA query_only = ON')
    const rows = file.prepare(`PRAGMA quick_check(${MAX_PROBLEMS})`).all()
    const found = rows.map(([sentence]) => String(sentence))
    return found.length === 1 && found[0] === 'ok' ? [] : found
  } catch (error) {
    if ([CORRUPT, NOT_A_DATABASE].includes(error.errcode & 0xff)) return [error.message]
    throw error
  }
}
