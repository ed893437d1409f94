import 'server-only'
import { randomUUID } from 'node:crypto'
import { postWebhook } from '@/lib/client/post-webhook'
import { type NotificationPorts, NotificationWorker } from '@/lib/desk/notifications/worker'
import type { Database } from '@/lib/store/db/database'

/** A worker for tests. Its clock moves only when a test moves it. */
export interface TestWorker {
  readonly worker: NotificationWorker
  readonly clock: { now: number }
}

/** When the clock of a test worker starts, unless the test says otherwise. */
export const NOON = Date.UTC(2026, 10, 23, 12)

/** A worker on a database. An exception that it reports fails the test. */
export function testWorker(
  database: Database,
  over: Partial<NotificationPorts> = {},
  clock = { now: NOON },
): TestWorker {
  const worker = new NotificationWorker({
    database,
    publicUrl: 'https://desk.example',
    hasMail: over.sendMail !== undefined,
    owner: randomUUID(),
    post: postWebhook,
    allow: [],
    now: () => clock.now,
    random: () => 0.5,
    failpoint: () => {},
    report: error => {
      throw error
    },
    ...over,
  })
  return { worker, clock }
}
