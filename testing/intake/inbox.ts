import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type FolderPorts, InboxFolder } from '@/lib/desk/intake/inbox/inbox-folder'
import type { Database } from '@/lib/store/db/database'
import type { Bundle } from '@/scripts/lib/build/bundle'
import { arrivalOf, bundleThread } from './harness'

/** A watched folder of its own for each test of a file, and the thread that reads files, built once. */
export function inboxOfEachTest() {
  let thread: Bundle | undefined
  const inbox = { folder: '', thread: '' }
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
