import { expect, test } from 'vitest'
import { DraftStatuses } from '@/lib/desk/drafts/list/draft-statuses'
import { readAttention } from '@/lib/desk/home/attention'
import { closeRestorations } from '@/lib/store/backup/restorations'
import { openCredentials } from '@/lib/store/connections/connections'
import type { Database } from '@/lib/store/db/database'
import { describeDatabases } from '@/testing/store/databases'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { listConnections, saveConnection } from './connections'

describeDatabases('a connection that is entered', openTestDatabase => {
  const sizes = { checkSize: 200, registerSize: 50, checkParallel: 2 }
  const rest = { accessToken: '', secretKey: '', warehouses: '', ...sizes }
  const enter = (name: string, baseUrl: string) =>
    saveConnection({ name, environment: 'production', baseUrl, ...rest }, undefined)

  const onHold = async ({ kysely }: Database) =>
    (await readAttention(kysely, Date.now(), new DraftStatuses(kysely))).restored

  test('after a restore is named on Home at once: registering waits there', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    expect(await enter('Known', 'https://known.example')).toMatchObject({ ok: true })
    expect(await onHold(database)).toEqual([])
    const at = new Date().toISOString()
    await database.write(trx => closeRestorations(trx, at))
    expect(await enter('Entered again', 'https://again.example')).toMatchObject({ ok: true })
    expect(await onHold(database)).toEqual([{ at, connections: ['Entered again'], isBackup: true }])
  })
})

const form = {
  name: 'Shipping',
  environment: 'production',
  baseUrl: 'https://old.example',
  accessToken: 'token-1',
  secretKey: 'secret-1',
  warehouses: '',
  checkSize: 500,
  registerSize: 50,
  checkParallel: 2,
} as const

describeDatabases('the form of a connection', openTestDatabase => {
  test('that is saved again because the response was lost is saved once, unless something else is entered', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const save = (change: object) => saveConnection({ ...form, ...change }, undefined)
    const readStored = async () => (await listConnections()).map(({ connection }) => connection)
    expect(await save({})).toMatchObject({ ok: true })
    const [made] = await readStored()
    expect(await save({})).toMatchObject({ ok: true })
    expect(await save({ secretKey: 'secret-2' })).toMatchObject({ ok: false, problem: { code: 'input' } })
    expect(await readStored()).toEqual([made])

    await expect.poll(() => new Date().toISOString() !== made?.updatedAt).toBe(true)
    const moved = {
      id: made?.id,
      shown: made?.updatedAt,
      baseUrl: 'https://new.example',
      accessToken: 'token-2',
    }
    expect(await save(moved)).toMatchObject({ ok: true })
    const stored = await readStored()
    expect(await save(moved)).toMatchObject({ ok: true })
    for (const change of [{ accessToken: 'token-3' }, { checkSize: 100 }, { warehouses: '1 Seoul' }])
      expect(await save({ ...moved, ...change })).toMatchObject({ ok: false, problem: { code: 'changed' } })
    expect(await readStored()).toEqual(stored)
  })

  test('that was opened before another administrator moved the connection neither reverts that nor removes the new secrets', async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const save = (change: object) => saveConnection({ ...form, ...change }, undefined)
    const shownNow = async () => {
      const [listed] = await listConnections()
      return { id: listed?.connection.id ?? '', shown: listed?.connection.updatedAt }
    }
    expect(await save({})).toMatchObject({ ok: true })
    const opened = await shownNow()
    const moved = { baseUrl: 'https://new.example', accessToken: 'token-2', secretKey: 'secret-2' }
    await expect.poll(() => new Date().toISOString() !== opened.shown).toBe(true)
    expect(await save({ ...opened, ...moved })).toMatchObject({ ok: true, value: { voided: false } })
    const renamed = { name: 'Renamed', accessToken: '', secretKey: '' }
    expect(await save({ ...opened, ...renamed })).toMatchObject({ ok: false, problem: { code: 'changed' } })
    const now = await shownNow()
    const [listed] = await listConnections()
    expect(listed?.connection).toMatchObject({ name: 'Shipping', baseUrl: 'https://new.example' })
    expect(await openCredentials(database.kysely, now)).toEqual({
      accessToken: 'token-2',
      secretKey: 'secret-2',
    })
    const again = { ...now, ...renamed, baseUrl: 'https://new.example' }
    expect(await save(again)).toMatchObject({ ok: true, value: { name: 'Renamed', voided: false } })
  })
})
