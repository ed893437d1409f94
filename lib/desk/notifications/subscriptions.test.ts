import { expect, test } from 'vitest'
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
})
