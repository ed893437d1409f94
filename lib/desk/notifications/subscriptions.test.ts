import { expect, test } from 'vitest'
import type { EventKind } from '@/lib/desk-api/notifications/events'
import { listWebhooks } from '@/lib/store/notifications/webhooks'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { saveWebhook } from './subscriptions'

describeDatabases('the form of a webhook', openTestDatabase => {
  test('that was opened before another administrator turned the webhook off does not turn it on again', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const mina = await addOperator(database.kysely, account)
    const settings = { url: 'https://hooks.example/lading', events: ['run.finished'], isEnabled: true }
    const save = (change: object) =>
      saveWebhook({ id: '', ...settings, ...change } as Parameters<typeof saveWebhook>[0], mina.id)
    expect(await save({})).toMatchObject({ ok: true })
    const stored = async () => {
      const [webhook] = await listWebhooks(database.kysely)
      return webhook
    }
    const id = (await stored())?.id
    expect(await save({ id, shown: settings, isEnabled: false })).toMatchObject({ ok: true })
    const events = ['run.finished', 'run.stopped']
    expect(await save({ id, shown: settings, events })).toMatchObject({
      ok: false,
      problem: { code: 'changed' },
    })
    expect(await stored()).toMatchObject({ isEnabled: false, events: ['run.finished'] })
    // Its response was lost, and the administrator saves once more.
    expect(await save({ id, shown: settings, isEnabled: false })).toMatchObject({ ok: true })
    const shown = { ...settings, isEnabled: false }
    expect(await save({ id, shown, events, isEnabled: false })).toMatchObject({ ok: true })
  })
  test('that is saved again because its response was lost does not add the webhook twice', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const mina = await addOperator(database.kysely, account)
    const add = (events: EventKind[]) =>
      saveWebhook({ id: '', url: 'https://hooks.example/lading', events, isEnabled: true }, mina.id)
    expect(await add(['run.finished', 'run.stopped'])).toMatchObject({ ok: true })
    expect(await add(['run.stopped', 'run.finished'])).toMatchObject({
      ok: false,
      problem: { fields: [{ name: 'url', message: expect.stringContaining('New secret') }] },
    })
    expect(await listWebhooks(database.kysely)).toHaveLength(1)
    // Another one at the same URL may get other events.
    expect(await add(['run.finished'])).toMatchObject({ ok: true })
  })
})
