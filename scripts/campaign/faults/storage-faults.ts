import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseLocation, openDatabase } from '@/lib/store/db/database'

/** Longer than a process of the desk waits for other writers (5 s), in milliseconds. */
const HELD_MS = 10_000
const STARVED_MS = 800

/** Blocks writes for 10 s, as another writer such as a backup does. @returns whether it could */
export async function blockWrites(place: DatabaseLocation): Promise<boolean> {
  const other = await openDatabase(place)
  try {
    await other.write(async trx => {
      // Changes no value, and locks every order.
      await trx
        .updateTable('ledger_order')
        .set(row => ({ returned: row.ref('returned') }))
        .execute()
      await wait(HELD_MS)
    })
    return true
  } catch {
    return false
  } finally {
    await other.close()
  }
}

/** Prevents processes from opening files and connections for a moment. @returns whether this machine can do that */
export async function exhaustFileHandles(pids: readonly number[]): Promise<boolean> {
  try {
    for (const pid of pids) limitFiles(pid, readdirSync(`/proc/${pid}/fd`).length)
  } catch {
    return false
  }
  await wait(STARVED_MS)
  for (const pid of pids) {
    try {
      limitFiles(pid, 1024)
    } catch {
      // The process died meanwhile.
    }
  }
  return true
}

const limitFiles = (pid: number, most: number) =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`], { stdio: 'ignore' })
