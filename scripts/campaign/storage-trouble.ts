import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabasePlace, openDatabase } from '@/lib/store/database'

/** Longer than a process of the desk waits for others who write (5 s), in milliseconds. */
const HELD_MS = 10_000
const STARVED_MS = 800

/** Somebody else writes, as a backup does, and lets nobody write for 10 s. @returns whether it came to that */
export async function holdWriting(place: DatabasePlace): Promise<boolean> {
  const other = await openDatabase(place)
  try {
    await other.write(async trx => {
      // Says nothing new, and holds every order.
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

/** Lets processes open no file and no connection for a moment. @returns whether this machine can do that */
export async function starve(pids: readonly number[]): Promise<boolean> {
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
      // It died meanwhile.
    }
  }
  return true
}

const limitFiles = (pid: number, most: number) =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`], { stdio: 'ignore' })
