import 'server-only'
import { randomUUID } from 'node:crypto'
import { postWebhook } from '@/lib/client/post-webhook'
import { env } from '@/lib/env'
import { logFault } from '@/lib/log/log'
import { database } from '@/lib/store/db/database'
import { mailSender } from './mail'
import { NotificationWorker } from './worker'

// Next compiles a module several times into one process, so the worker lives on globalThis.
const shared = globalThis as { [key: symbol]: NotificationWorker | undefined }
const KEY = Symbol.for('lading.notifications')

/**
 * Starts to send notifications in this process, unless NOTIFICATIONS is off: they then wait.
 * @returns how to stop it, which waits for what is under way
 */
export async function startNotifications(): Promise<() => Promise<void>> {
  if (!env().sendsNotifications) return async () => {}
  const { publicUrl, smtp, outboundAllow: allow, failpoint } = env()
  const worker = new NotificationWorker({
    database: await database(),
    publicUrl,
    hasMail: smtp !== undefined,
    owner: randomUUID(),
    post: postWebhook,
    sendMail: smtp && mailSender(smtp),
    allow,
    now: () => Date.now(),
    random: () => Math.random(),
    failpoint: at => {
      if (failpoint === at) process.kill(process.pid, 'SIGKILL')
    },
    report: error => logFault('notifications wait after an error', error),
  })
  shared[KEY] = worker
  worker.start()
  return () => worker.close()
}

/** Sends what is due now, without waiting for it. */
export function wakeNotifications(): void {
  void shared[KEY]?.wake()
}
