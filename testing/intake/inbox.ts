import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type FolderPorts, InboxFolder } from '@/lib/desk/intake/inbox/inbox-folder'
import type { Database } from '@/lib/store/db/database'
import type { Bundle } from '@/scripts/lib/build/bundle'
import type { TestDatabase } from '@/testing/store/databases'
import { arrivalOf, bundleThread, testIntake } from './harness'

/** A watched folder of its own for each test of a file, and the thread that reads files, built once. */
export function inboxOfEachTest() {
  let thread: Bundle | undefined
  const inbox = {
    folder: '',
    thread: '',
    path: (...names: string[]) => join(inbox.folder, ...names),
    watch: (database: Database, over: Partial<FolderPorts> = {}) => watchFolder(inbox.folder, database, over),
    /** Looks at the folder, makes drafts, and looks again, so that every file that is complete is moved. */
    settle: async (database: TestDatabase, watcher: InboxFolder) => {
      for (let look = 0; look < 2; look++) await watcher.scan()
      await testIntake(database, inbox.thread).worker.idle()
      await watcher.scan()
    },
    /** Names of the files in the folder, or in a folder of it. */
    files: async (...names: string[]) =>
      (await readdir(inbox.path(...names), { withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(({ name }) => name)
        .toSorted(),
  }
  beforeAll(async () => {
    thread = await bundleThread()
    inbox.thread = thread.file
  })
  afterAll(() => thread?.remove())
  beforeEach(async () => {
    inbox.folder = await mkdtemp(join(tmpdir(), 'lading-inbox-'))
  })
  afterEach(() => rm(inbox.folder, { recursive: true, force: true }))
  return inbox
}

/** Watches a folder; an exception fails the test. */
export const watchFolder = (
  folder: string,
  database: Database,
  over: Partial<FolderPorts> = {},
): InboxFolder =>
  new InboxFolder(folder, {
    ...arrivalOf(database),
    operatorId: 'inbox-folder',
    onReceived: () => {},
    onProblem: () => {},
    report: error => {
      throw error
    },
    ...over,
  })

/** Runs work as an account for which permissions of files count, unlike for root. */
export async function asOrdinaryAccount(work: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(ORDINARY_ACCOUNT)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
const ORDINARY_ACCOUNT = 65534
