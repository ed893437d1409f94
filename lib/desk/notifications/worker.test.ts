import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postWebhook } from '@/lib/client/post-webhook'
import type { Database } from '@/lib/store/db/database'
import {
  insertDeliveries,
  type ListedDelivery,
  listDeliveries,
  repeatDelivery,
} from '@/lib/store/notifications/deliveries'
import { insertPlannedEvent, type NewEvent, recordEvent } from '@/lib/store/notifications/events'
import { createWebhook, rotateWebhookSecret, updateWebhook } from '@/lib/store/notifications/webhooks'
import { NOON, testWorker } from '@/testing/notifications/harness'
import { isSigned, WebhookReceiver } from '@/testing/notifications/receiver'
import { describeDatabases } from '@/testing/store/databases'
import { MAX_ATTEMPTS } from './retry'

const SECOND = 1000
const HOUR = 60 * 60 * SECOND
const DAY = 24 * HOUR

const credential = (subject: string): NewEvent => ({
  kind: 'credentials.expiring',
  subject,
  about: JSON.stringify({
    connectionId: 'c',
    connection: 'Seoul',
    credential: 'accessToken',
    expiresAt: '2026-12-01T00:00:00.000Z',
  }),
  at: new Date(NOON).toISOString(),
})

describeDatabases('webhooks', openTestDatabase => {
  let receiver: WebhookReceiver
  let origin: string
  let database: Database
  beforeEach(async () => {
    receiver = new WebhookReceiver()
    origin = await receiver.listen()
    database = await openTestDatabase()
  })
  afterEach(() => receiver.close())

  const add = async (url = `${origin}/hook`, events = ['credentials.expiring'] as const) =>
    database.write(trx =>
      createWebhook(trx, { url, events, isEnabled: true }, 'mina', new Date(NOON).toISOString()),
    )
  const happen = (...subjects: string[]) =>
    database.write(async trx => {
      for (const subject of subjects) await recordEvent(trx, credential(subject))
    })
  const workerOf = (clock = { now: NOON }, over = {}) =>
    testWorker(database, { allow: [origin], ...over }, clock)
  const log = async () => (await listDeliveries(database.kysely, 100)).map(briefly)
  const briefly = ({ state, attempts, problem, status }: ListedDelivery) => ({
    state,
    attempts,
    problem,
    status,
  })

  test('carry the event, its id and a signature of the Standard Webhooks form', async () => {
    const { secret } = await add()
    receiver.response = 'thanks'
    await happen('one')
    await workerOf().worker.idle()
    const [request] = receiver.received
    expect(receiver.received).toHaveLength(1)
    expect(request && isSigned(secret, request)).toBe(true)
    expect(request && isSigned(`whsec_${Buffer.alloc(32).toString('base64')}`, request)).toBe(false)
    expect(request?.timestamp).toBe(String(NOON / 1000))
    expect(JSON.parse(request?.text ?? '')).toEqual({
      id: request?.id,
      type: 'credentials.expiring',
      timestamp: new Date(NOON).toISOString(),
      data: {
        connectionId: 'c',
        connection: 'Seoul',
        credential: 'accessToken',
        expiresAt: '2026-12-01T00:00:00.000Z',
        url: 'https://desk.example/connections',
      },
    })
    expect(await listDeliveries(database.kysely, 9)).toEqual([
      expect.objectContaining({ state: 'delivered', attempts: 1, status: 204, to: `${origin}/hook` }),
    ])
  })

  test('are signed with the old secret too, for a day after a rotation', async () => {
    const { webhook, secret } = await add()
    const until = new Date(NOON + DAY).toISOString()
    const at = new Date(NOON).toISOString()
    const rotated = await database.write(trx => rotateWebhookSecret(trx, webhook.id, at, until))
    const clock = { now: NOON }
    const { worker } = workerOf(clock)
    await happen('one')
    await worker.idle()
    clock.now += DAY
    await happen('two')
    await worker.idle()
    const isSignedBy = (key = '') => receiver.received.map(request => isSigned(key, request))
    expect([isSignedBy(rotated), isSignedBy(secret)]).toEqual([
      [true, true],
      [true, false],
    ])
    const signatures = receiver.received.map(({ signature }) => signature.split(' ').length)
    expect(signatures).toEqual([2, 1])
  })

  test('are signed with the secret of the receiver, too, when the response with a new one was lost', async () => {
    const { webhook, secret } = await add()
    const rotate = async (hours: number) => {
      const [at, until] = [hours, hours + 24].map(each => new Date(NOON + each * HOUR).toISOString())
      return database.write(trx => rotateWebhookSecret(trx, webhook.id, at ?? '', until ?? ''))
    }
    const lost = await rotate(0)
    const shown = await rotate(1)
    const clock = { now: NOON + DAY }
    const { worker } = workerOf(clock)
    await happen('one')
    await worker.idle()
    clock.now += DAY
    await happen('two')
    await worker.idle()
    const isSignedBy = (key = '') => receiver.received.map(request => isSigned(key, request))
    expect([isSignedBy(secret), isSignedBy(lost), isSignedBy(shown)]).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ])
    // Nothing of the first rotation is left for the next one.
    await rotate(48)
    await happen('three')
    await worker.idle()
    expect(isSignedBy(secret)).toEqual([true, false, false])
  })

  test('are sent once for each event, and only to webhooks that are on and want it', async () => {
    await add()
    const { webhook } = await add(`${origin}/off`)
    await database.write(trx => updateWebhook(trx, webhook.id, { ...webhook, isEnabled: false }))
    await database.write(trx =>
      createWebhook(
        trx,
        { url: `${origin}/runs`, events: ['run.finished'], isEnabled: true },
        'mina',
        new Date(NOON).toISOString(),
      ),
    )
    await happen('one', 'one')
    const { worker } = workerOf()
    await worker.idle()
    await happen('one')
    await worker.idle()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test.each([
    [500, { problem: 'status', status: 500 }],
    [404, { problem: 'status', status: 404 }],
    ['redirect', { problem: 'redirect', status: 302 }],
    ['drop', { problem: 'interrupted', status: null }],
    ['read_and_drop', { problem: 'interrupted', status: null }],
  ] as const)('are tried again after %s, with the same id, until they arrive', async (mode, problem) => {
    await add()
    receiver.modes.push(mode, mode)
    await happen('one')
    const { worker, clock } = workerOf()
    await worker.idle()
    expect(await log()).toEqual([{ state: 'waiting', attempts: 1, ...problem }])
    clock.now += 9 * SECOND
    await worker.idle()
    expect((await log())[0]?.attempts).toBe(1)
    clock.now += SECOND
    await worker.idle()
    clock.now += 29 * SECOND
    await worker.idle()
    expect((await log())[0]?.attempts).toBe(2)
    clock.now += SECOND
    await worker.idle()
    expect(await log()).toEqual([{ state: 'delivered', attempts: 3, problem: null, status: 204 }])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true)
  })

  test('are given up after about a day, and sent again on demand', async () => {
    await add()
    await happen('one')
    const { worker, clock } = workerOf()
    receiver.modes.push(...Array<500>(MAX_ATTEMPTS).fill(500))
    while ((await log())[0]?.state !== 'failed') {
      await worker.idle()
      clock.now += HOUR
      expect(clock.now - NOON).toBeLessThan(2 * DAY)
    }
    expect(clock.now - NOON).toBeGreaterThan(DAY / 2)
    expect(await log()).toEqual([{ state: 'failed', attempts: MAX_ATTEMPTS, problem: 'status', status: 500 }])
    clock.now += DAY
    await worker.idle()
    expect(receiver.received).toHaveLength(MAX_ATTEMPTS)
    const [delivery] = await listDeliveries(database.kysely, 1)
    expect(await repeatDelivery(database.kysely, delivery?.id ?? '', new Date(clock.now).toISOString())).toBe(
      true,
    )
    await worker.idle()
    expect(await log()).toEqual([{ state: 'delivered', attempts: 1, problem: null, status: 204 }])
  })

  test('are sent once although two servers look at the same time', async () => {
    await add()
    await happen(...Array.from({ length: 20 }, (_, at) => `credential ${at}`))
    const servers = [workerOf(), workerOf(), workerOf()]
    await Promise.all(servers.map(({ worker }) => worker.idle()))
    // A server whose claims failed may have finished first.
    await Promise.all(servers.map(({ worker }) => worker.idle()))
    expect(receiver.received).toHaveLength(20)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(20)
  })

  test('of a server that died while sending are sent by another one after its lease, with the same id', async () => {
    await add()
    await happen('one')
    const dying = workerOf(undefined, {
      post: async (...args: Parameters<typeof postWebhook>) => {
        await postWebhook(...args)
        return new Promise(() => {})
      },
    })
    void dying.worker.wake()
    await expect.poll(() => receiver.received).toHaveLength(1)
    const { worker, clock } = workerOf()
    clock.now += 59 * SECOND
    await worker.idle()
    expect(receiver.received).toHaveLength(1)
    clock.now += SECOND
    await worker.idle()
    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect((await log())[0]?.state).toBe('delivered')
  })

  test('that failed while the clock was ahead are sent again once it is set right', async () => {
    await add()
    await happen('a')
    receiver.modes.push(500)
    const { worker, clock } = workerOf({ now: NOON + 7 * DAY })
    await worker.idle()
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    clock.now = NOON
    await worker.idle()
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 2 }])
  })

  test('that are being sent or sent again while their webhook is off are given up; a test is sent', async () => {
    const { webhook } = await add()
    await happen('one')
    receiver.modes.push(500)
    const { worker, clock } = workerOf(undefined, {
      post: async (...args: Parameters<typeof postWebhook>) => {
        await database.write(trx => updateWebhook(trx, webhook.id, { ...webhook, isEnabled: false }))
        return postWebhook(...args)
      },
    })
    await worker.idle()
    clock.now += DAY
    await worker.idle()
    expect(receiver.received).toHaveLength(1)
    expect(await log()).toEqual([{ state: 'failed', attempts: 2, problem: 'off', status: null }])
    const [delivery] = await listDeliveries(database.kysely, 1)
    await repeatDelivery(database.kysely, delivery?.id ?? '', new Date(clock.now).toISOString())
    await worker.idle()
    expect(receiver.received).toHaveLength(1)
    expect(await log()).toEqual([{ state: 'failed', attempts: 1, problem: 'off', status: null }])
    const at = new Date(clock.now).toISOString()
    await database.write(async trx => {
      await insertPlannedEvent(trx, {
        id: 'test',
        kind: 'test',
        subject: 'test',
        about: '{}',
        at,
        body: '{}',
      })
      await insertDeliveries(trx, 'test', [{ channel: 'webhook', target: webhook.id }], at)
    })
    await worker.idle()
    expect(receiver.received.map(({ id }) => id)).toEqual([delivery?.eventId, 'test'])
  })

  test('to a receiver that does not respond hold no other receiver up, and only two are open at once', async () => {
    const slow = new WebhookReceiver()
    const slowOrigin = await slow.listen()
    slow.modes.push(...Array<'silent'>(10).fill('silent'))
    await add(`${slowOrigin}/slow`)
    await add()
    await happen(...Array.from({ length: 10 }, (_, at) => `credential ${at}`))
    const { worker } = workerOf(undefined, { allow: [origin, slowOrigin] })
    void worker.wake()
    await expect.poll(() => receiver.received).toHaveLength(10)
    expect(slow.mostAtOnce).toBe(2)
    expect(slow.received).toHaveLength(2)
    await slow.close()
    await worker.close()
  })

  test('to a private address that is not allowed are refused before anything is sent', async () => {
    await add()
    await happen('one')
    await workerOf(undefined, { allow: [] }).worker.idle()
    expect(await log()).toEqual([{ state: 'waiting', attempts: 1, problem: 'blocked', status: null }])
    expect(receiver.received).toEqual([])
  })

  test('show the beginning of the response as it was, and a response without end does not matter', async () => {
    await add()
    receiver.response = `<b>\u202eno\0</b>${'x'.repeat(100_000)}`
    receiver.modes.push(500)
    await happen('one')
    await workerOf().worker.idle()
    const [delivery] = await listDeliveries(database.kysely, 1)
    expect(delivery?.excerpt).toBe(`<b>\u202eno\u{fffd}</b>${'x'.repeat(289)}`)
  })

  test('leave the log after thirty days; a notice about a credential is not repeated', async () => {
    await add()
    await happen('one')
    const { worker, clock } = workerOf()
    await worker.idle()
    clock.now += 31 * DAY
    await worker.idle()
    expect(await log()).toEqual([])
    await happen('one')
    await worker.idle()
    expect(receiver.received).toHaveLength(1)
  })

  test('wait for the database without losing an event', async () => {
    await add()
    await happen('one')
    const reported: unknown[] = []
    const broken = { ...database, write: () => Promise.reject(new Error('no connection')) }
    const { worker } = testWorker(broken, { allow: [origin], report: error => reported.push(error) })
    await worker.idle()
    expect(reported).toEqual([new Error('no connection')])
    await workerOf().worker.idle()
    await setTimeout(0)
    expect(receiver.received).toHaveLength(1)
  })
})
