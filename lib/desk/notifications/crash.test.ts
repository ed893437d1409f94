import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWebhook } from '@/lib/store/notifications/webhooks'
import { type Bundle, bundle } from '@/scripts/lib/build/bundle'
import { NOON, testWorker } from '@/testing/notifications/harness'
import { WebhookReceiver } from '@/testing/notifications/receiver'
import { describeDatabases } from '@/testing/store/databases'

// Each test starts and kills a process, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

let mortal: Bundle
beforeAll(async () => {
  mortal = await bundle('testing/notifications/crash-child.ts')
})
afterAll(() => mortal.remove())

/** How often the webhook has arrived when the process dies. */
const arrived = { event_committed: 0, notification_claimed: 0, notification_sent: 1 } as const

describeDatabases('kill -9 of a server', openTestDatabase => {
  test.each(Object.entries(arrived))(
    'at %s loses no notification, and what arrived twice has one id',
    async (failpoint, before) => {
      const receiver = new WebhookReceiver()
      const origin = await receiver.listen()
      const database = await openTestDatabase()
      const at = new Date(NOON).toISOString()
      await database.write(trx =>
        createWebhook(
          trx,
          { url: `${origin}/hook`, events: ['credentials.expiring'], isEnabled: true },
          'mina',
          at,
        ),
      )
      const about = { connectionId: 'c', connection: 'Seoul', credential: 'accessToken', expiresAt: at }
      const event = { kind: 'credentials.expiring', subject: 'one', about: JSON.stringify(about), at }
      const args = [mortal.file, JSON.stringify(database.place), origin, JSON.stringify(event)]
      const child = spawn(process.execPath, args, {
        env: { ...process.env, FAILPOINT: failpoint },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      expect(receiver.received).toHaveLength(before)

      const { worker, clock } = testWorker(database, { allow: [origin] })
      clock.now += 60_000
      await worker.idle()
      expect(receiver.received).toHaveLength(before + 1)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
      await receiver.close()
    },
  )
})
