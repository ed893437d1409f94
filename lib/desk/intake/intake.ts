import 'server-only'
import { randomUUID } from 'node:crypto'
import { requestDraftRun } from '@/lib/desk/runs/runs'
import { reportCancelled } from '@/lib/desk/shop-cancellations'
import { env, inTerminalLanguage } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import { sheets } from '@/lib/sheet/schema/sheets'
import { connectionToUse, listConnections } from '@/lib/store/connections/connections'
import { database } from '@/lib/store/db/database'
import { ensureFolderOperator, FOLDER_OPERATOR } from '@/lib/store/people/desk-keys'
import type { ArrivalPorts } from './arrival'
import { InboxFolder } from './inbox/inbox-folder'
import { noteInboxProblem } from './inbox/inbox-problem'
import { type IntakePorts, IntakeWorker } from './intake-worker'
import { startFileImport } from './thread/file-import'
import { importSources } from './thread/import-sources'

// Next compiles a module several times into one process, so the worker lives on globalThis.
const shared = globalThis as { [key: symbol]: IntakeWorker | undefined }
const KEY = Symbol.for('lading.intake')

/**
 * Starts to make drafts of files that arrive without a person, and to watch INBOX_DIR.
 * @returns how to stop it, which waits for the step under way
 */
export async function startIntake(): Promise<() => Promise<void>> {
  const opened = await database()
  const worker = new IntakeWorker({
    database: opened,
    owner: randomUUID(),
    now: () => Date.now(),
    startImport: () => startFileImport(importSources),
    startCheck: check => inTerminalLanguage(() => startCheck(check)),
    reportCancelled: (draftId, report, operatorId) =>
      reportCancelled({ ...report, draftId, numbers: [...report.numbers] }, operatorId),
    failpoint: killAt,
    report: error => logFault('a file that arrived without a person waits after an error', error),
  })
  shared[KEY] = worker
  worker.start()
  const { inboxDir } = env()
  if (inboxDir === undefined) return () => worker.close()
  await ensureFolderOperator(opened.kysely, new Date())
  const folder = new InboxFolder(inboxDir, {
    ...(await arrivalPorts()),
    operatorId: FOLDER_OPERATOR.id,
    onReceived: wakeIntake,
    report: error => logFault('a file in INBOX_DIR, or the folder, waits after an error', error),
    onProblem: noteInboxProblem,
  })
  folder.start()
  return async () => {
    await folder.close()
    await worker.close()
  }
}

/** Looks for received files now, without waiting for it. */
export function wakeIntake(): void {
  void shared[KEY]?.wake()
}

/** What arrivals need in this process. */
export async function arrivalPorts(): Promise<ArrivalPorts> {
  return { database: await database(), quota: env(), now: () => Date.now(), failpoint: killAt }
}

function killAt(at: string): void {
  if (env().failpoint === at) process.kill(process.pid, 'SIGKILL')
}

/** Checks a draft on a connection, or else on the one where new drafts start. */
const startCheck: IntakePorts['startCheck'] = async ({
  draftId,
  sheet,
  connectionId,
  requestId,
  operatorId,
}) => {
  if (sheets[sheet].check === undefined) return undefined
  const connections = await listConnections((await database()).kysely)
  const connection = connectionToUse(connections, connectionId)
  if (!connection) return undefined
  const request = { draftId, sheetId: sheet, connectionId: connection.id, clientRequestId: requestId }
  const started = await requestDraftRun('check', request, operatorId)
  return started.ok ? started.value.runId : undefined
}
