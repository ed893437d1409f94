import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunData } from '@/lib/desk-api/notifications/events'
import { resumeRun } from '@/lib/ledger/runner/control'
import { createConnection, updateConnection } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { listDeliveries } from '@/lib/store/notifications/deliveries'
import { saveMailChoice } from '@/lib/store/notifications/mail-choices'
import type { EventKind } from '@/lib/store/notifications/tables'
import { createWebhook } from '@/lib/store/notifications/webhooks'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { connectionTo, openStage, orders, type Stage } from '@/testing/ledger/harness'
import { testWorker } from '@/testing/notifications/harness'
import { describeDatabases } from '@/testing/store/databases'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const base64 = (text: string) => Buffer.from(text).toString('base64url')
const all: readonly EventKind[] = [
  'run.finished',
  'run.stopped',
  'orders.unconfirmed',
  'credentials.expiring',
]

describeDatabases('notifications', openTestDatabase => {
  let stage: Stage
  let database: Database
  beforeEach(async () => {
    stage = await openStage()
    database = await openTestDatabase()
  })
  afterEach(() => stage.close())

  const person = async (name: string, events: readonly EventKind[]) => {
    const email = `${name}@shop.example`
    const { id } = await addOperator(database.kysely, { email, name, passwordHash: 'x', role: 'editor' })
    await database.write(trx => saveMailChoice(trx, id, events, { language: 'en', timeZone: 'UTC' }))
    return id
  }
  const webhook = () =>
    database.write(trx =>
      createWebhook(
        trx,
        { url: 'https://hooks.example/', events: all, isEnabled: true },
        'mina',
        new Date().toISOString(),
        ring,
      ),
    )
  /** Plans what happened without sending it. @returns the kind and the receiver of each delivery */
  const planned = async (now = Date.now()) => {
    const { worker } = testWorker(
      database,
      { sendMail: () => new Promise(() => {}), post: () => new Promise(() => {}) },
      { now },
    )
    await worker.wake()
    const rows = await listDeliveries(database.kysely, 100)
    return rows.map(({ kind, to }) => `${kind} ${to}`).toSorted()
  }
  const desk = () => stage.desk(async () => database)

  test('of runs go by email to the person who started them, of unconfirmed orders to all who want them', async () => {
    const mina = await person('Mina', all)
    await person('Jun', all)
    await person('Aoi', ['run.stopped'])
    const runs = await desk()
    await runs.start('check', orders(2), { operatorId: mina })
    await runs.runner.idle()
    stage.service.registerModes.push('close_before_response')
    await runs.start('register', orders(2), { operatorId: mina })
    await runs.runner.idle()
    // No second email about the run that stopped because of them.
    expect(await planned()).toEqual([
      'orders.unconfirmed Jun',
      'orders.unconfirmed Mina',
      'run.finished Mina',
    ])
  })

  test('of a run that leaves orders unconfirmed once more after it was resumed arrive again', async () => {
    const mina = await person('Mina', all)
    const runs = await stage.desk(async () => database, {
      resolveConnection: async () => connectionTo(stage.origin, { registerSize: 1 }),
    })
    await runs.start('check', orders(2), { operatorId: mina })
    await runs.runner.idle()
    stage.service.registerModes.push('close_before_response', 'close_before_response')
    const run = await runs.start('register', orders(2), { operatorId: mina })
    await runs.runner.idle()
    expect(await planned()).toEqual(['orders.unconfirmed Mina', 'run.finished Mina'])
    await resumeRun(database, run.ok ? run.runId : '', new Date().toISOString())
    await runs.runner.idle()
    const twice = ['orders.unconfirmed Mina', 'orders.unconfirmed Mina', 'run.finished Mina']
    expect(await planned()).toEqual(twice)
    expect(await planned()).toEqual(twice)
  })

  test('of a stopped run go to a person who gets none about unconfirmed orders', async () => {
    const mina = await person('Mina', ['run.stopped'])
    const runs = await desk()
    await runs.start('check', orders(1), { operatorId: mina })
    await runs.runner.idle()
    stage.service.registerModes.push('close_before_response')
    await runs.start('register', orders(1), { operatorId: mina })
    await runs.runner.idle()
    expect(await planned()).toEqual(['run.stopped Mina'])
  })

  test('tell programs the counts of the run, and nothing of its recipients', async () => {
    await webhook()
    const runs = await desk()
    await runs.finish('checkJapanOrders', orders(3))
    expect(await planned()).toEqual(['run.finished https://hooks.example/'])
    const { body } = await database.kysely
      .selectFrom('notification_event')
      .select('body')
      .executeTakeFirstOrThrow()
    const { type, data } = JSON.parse(body ?? '') as { type: string; data: RunData }
    expect(type).toBe('run.finished')
    expect(data).toMatchObject({
      runKind: 'check',
      draftId: 'draft',
      counts: { total: 3, passed: 3, left: 0 },
    })
    expect(data.url).toBe(`https://desk.example/history/runs/${data.runId}`)
    expect(body).not.toContain('山田')
  })

  test('of a credential come once for each time of expiry, from the time at which Home names it', async () => {
    await webhook()
    const DAY = 86_400_000
    const end = Math.floor(Date.now() / 1000) * 1000 + 100 * DAY
    const token = (at: number) => `${base64('{"alg":"HS256"}')}.${base64(`{"exp":${at / 1000}}`)}.c2lnbmVk`
    const input = { name: 'Seoul', environment: 'test', baseUrl: 'https://api.example' } as const
    const { id } = await createConnection(database.kysely, { ...input, accessToken: token(end) }, ring)
    expect(await planned(end - 15 * DAY)).toEqual([])
    const once = ['credentials.expiring https://hooks.example/']
    expect(await planned(end - 14 * DAY)).toEqual(once)
    expect(await planned(end - DAY)).toEqual(once)
    expect(await planned(end + DAY)).toEqual(once)
    await updateConnection(database.kysely, id, { ...input, accessToken: token(end + 2 * DAY) }, ring)
    expect(await planned(end + DAY)).toEqual([...once, ...once])
  })
})
