import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rehearse } from '@/lib/store/connections/changes'
import { ensureSandbox } from '@/lib/store/connections/sandbox'
import { ensureEnvironment, updateEnvironment } from '@/lib/store/ledger/environments/environments'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { renameDraft, saveLines, setDraftConnection } from './drafts'
import { endEditingSession, touchEditingSession, touchEditingSessions } from './editing-sessions'
import { archiveDraft } from './lifecycle'
import { readDraftPulses } from './pulses'

const ring = makeKeyring([{ kid: 'k1', bytes: randomBytes(32) }])
const now = new Date('2026-11-21T01:00:00Z')
const draft = { id: 'd1', sheet: 'orders/japan', name: 'Qoo10', operatorId: 'o1' }

describeDatabases('pulses of drafts', openTestDatabase => {
  const opened = async () => {
    const database = await openTestDatabase()
    const mina = await addOperator(database.kysely, {
      email: 'm@x',
      name: 'Mina',
      passwordHash: '-',
      role: 'editor',
    })
    const save = (a: string) =>
      database.write(trx =>
        saveLines(trx, draft, { upserts: [{ id: 'l1', rank: 1, texts: { a } }], removes: [] }, now),
      )
    await save('1')
    const read = async () => {
      const pulses = await readDraftPulses(database, ['d1', 'd2'], '2026-11-21T00:59:00Z')
      expect([...pulses.keys()]).toEqual(['d1'])
      return pulses.get('d1')
    }
    return { ...database, mina, save, read }
  }

  test('a pulse stays the same while nothing changes', async () => {
    const { read } = await opened()
    expect(await read()).toEqual(await read())
  })

  test('a save, a new name, another connection and an archived draft change only the pulse of its lines', async () => {
    const { kysely, save, read } = await opened()
    const seen = [await read()]
    await save('2')
    seen.push(await read())
    await renameDraft(kysely, 'd1', 'Rakuten')
    seen.push(await read())
    await setDraftConnection(kysely, 'd1', 'c1')
    seen.push(await read())
    await archiveDraft(kysely, 'd1', { operatorId: 'o1', at: now.toISOString() })
    seen.push(await read())
    expect(new Set(seen.map(pulse => pulse?.changes)).size).toBe(5)
    expect(new Set(seen.map(pulse => pulse?.runs)).size).toBe(1)
  })

  test('a rehearsal that is turned on, changed or off changes the pulse of every draft', async () => {
    const { read, ...database } = await opened()
    const { kysely } = database
    const { id } = await ensureSandbox(database, ring)
    const seen = [await read()]
    for (const rehearsal of ['slow', 'drops', null] as const) {
      await rehearse(kysely, id, rehearsal)
      seen.push(await read())
    }
    expect(seen[3]).toEqual(seen[0])
    expect(new Set(seen.map(pulse => pulse?.changes)).size).toBe(3)
  })

  test('the pulse contains who has the draft open, but neither how often they were seen nor who left', async () => {
    const { kysely, mina, read } = await opened()
    const key = { draftId: 'd1', id: 'e1' }
    const before = await read()
    await touchEditingSession(kysely, key, mina.id, now)
    const open = await read()
    expect(open?.changes).not.toBe(before?.changes)
    await touchEditingSessions(kysely, [key], new Date('2026-11-21T01:00:30Z'))
    expect(await read()).toEqual(open)
    await endEditingSession(kysely, key, mina.id, now)
    expect(await read()).toEqual(before)
    await touchEditingSessions(kysely, [key], new Date('2026-11-21T01:01:00Z'))
    expect(await read()).toEqual(before)
  })

  const run = {
    id: 'r1',
    kind: 'check',
    operation: 'checkJapanOrders',
    draft_id: 'd1',
    connection_id: 'c1',
    env_id: 'v1',
    client_request_id: 'q1',
    started_by: 'o1',
    started_at: now.toISOString(),
    state: 'running',
    total: 3,
    refused: '[]',
  } as const

  test('a run and its state change only the pulse of the runs', async () => {
    const { kysely, read } = await opened()
    const before = await read()
    await insertRun(kysely, run)
    const running = await read()
    await kysely.updateTable('run').set({ state: 'paused' }).where('id', '=', 'r1').execute()
    const paused = await read()
    expect(new Set([before, running, paused].map(pulse => pulse?.runs)).size).toBe(3)
    expect(running?.changes).toBe(before?.changes)
  })

  test('a wait requested by a service changes the pulse of the waiting run, but not of ended runs', async () => {
    const { kysely, read } = await opened()
    await ensureEnvironment(kysely, 'v1')
    await ensureEnvironment(kysely, 'v2')
    await insertRun(kysely, run)
    const wait = (envId: string, until: string) =>
      updateEnvironment(kysely, envId, { not_before: until, asked_until: until })
    const before = await read()
    await wait('v2', '2026-11-21T01:00:03.000Z')
    expect(await read()).toEqual(before)
    await wait('v1', '2026-11-21T01:00:03.000Z')
    const waiting = await read()
    expect(waiting?.runs).not.toBe(before?.runs)
    expect(waiting?.changes).toBe(before?.changes)
    await wait('v1', '2026-11-21T01:10:00.000Z')
    expect((await read())?.runs).not.toBe(waiting?.runs)
    await kysely.updateTable('run').set({ state: 'done' }).where('id', '=', 'r1').execute()
    const done = await read()
    await wait('v1', '2026-11-21T01:20:00.000Z')
    expect(await read()).toEqual(done)
  })
})
