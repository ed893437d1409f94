import { expect, test } from 'vitest'
import { openDatabase } from '@/lib/store/db/database'
import { describeDatabases, type TestDatabase, waitForBlockedWriter } from '@/testing/store/databases'
import { type CheckedForm, dropDuplicatePayloads, saveCheckedForms } from './checked-forms'

const form = (number: string, sha256 = 'h'): CheckedForm => ({
  mall_order_number: number,
  sha256,
  fingerprint: 'f',
  line_ids: `["line ${number}"]`,
  payload: `{"number":"${number}"}`,
})

const order = (number: string, sha256 = 'h', checked_sha256: string | null = null) => ({
  draft_id: 'd1',
  mall_order_number: number,
  sha256,
  checked_sha256,
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 1, minute)).toISOString()

async function stored({ kysely }: Pick<TestDatabase, 'kysely'>) {
  const forms = await kysely.selectFrom('checked_form').select('id').execute()
  const payloads = await kysely.selectFrom('checked_payload').select('form_id').execute()
  return { forms: forms.length, payloads: payloads.length }
}

describeDatabases('the forms in which orders are checked', openTestDatabase => {
  test('are stored once, however often an unchanged order is checked', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const first = await saveCheckedForms(kysely, 'd1', [form('A'), form('B')], at(1))
    expect(await saveCheckedForms(kysely, 'd1', [form('B'), form('A')], at(2))).toEqual(first.toReversed())
    expect(await stored(database)).toEqual({ forms: 2, payloads: 2 })
    const [changed] = await saveCheckedForms(kysely, 'd1', [form('A', 'changed')], at(3))
    expect(first).not.toContain(changed)
    expect(await saveCheckedForms(kysely, 'd2', [form('A')], at(3))).not.toContain(first[0])
    expect(await stored(database)).toEqual({ forms: 4, payloads: 4 })
  })

  test('drop their payload when a registration stores the same one, and get it back for a check', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const forms = [form('A'), form('B'), form('C')]
    const ids = await saveCheckedForms(kysely, 'd1', forms, at(1))
    await dropDuplicatePayloads(kysely, [order('A'), order('B', 'sent', 'h'), order('C', 'another')])
    expect(await stored(database)).toEqual({ forms: 3, payloads: 1 })
    expect(await saveCheckedForms(kysely, 'd1', forms, at(2))).toEqual(ids)
    expect(await stored(database)).toEqual({ forms: 3, payloads: 3 })
  })

  test('keep their payload while a check waits for them', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const [id] = await saveCheckedForms(kysely, 'd1', [form('A')], at(1))
    const run = { run_id: 'r1', position: 0, mall_order_number: '', payload: '', sha256: '', fingerprint: '' }
    await kysely
      .insertInto('run')
      .values({
        ...{ id: 'r1', kind: 'check', operation: 'checkJapanOrders', draft_id: 'd1', connection_id: 'c1' },
        ...{ env_id: 'e1', client_request_id: 'r1', started_by: 'o1', started_at: at(1), finished_at: null },
        ...{
          state: 'running',
          problem: null,
          owner: null,
          total: 1,
          refused: '[]',
          halving: null,
          door: null,
        },
        erased_at: null,
      })
      .execute()
    await kysely
      .insertInto('run_order')
      .values({ ...run, line_ids: '', form_id: id ?? 0, state: 'waiting' })
      .execute()
    await dropDuplicatePayloads(kysely, [order('A')])
    expect(await stored(database)).toEqual({ forms: 1, payloads: 1 })
    await kysely.updateTable('run_order').set({ state: 'passed' }).execute()
    await dropDuplicatePayloads(kysely, [order('A')])
    expect(await stored(database)).toEqual({ forms: 1, payloads: 0 })
  })

  test('keep their payload when a check begins while an order is queued', async () => {
    const database = await openTestDatabase()
    const other = await openDatabase(database.place)
    await saveCheckedForms(database.kysely, 'd1', [form('A')], at(1))
    let release: Promise<void> = Promise.resolve()
    await database.write(async trx => {
      await saveCheckedForms(trx, 'd1', [form('A')], at(2))
      release = other.write(queue => dropDuplicatePayloads(queue, [order('A')]))
      release.catch(() => {})
      await waitForBlockedWriter(database, trx)
    })
    await release
    await other.close()
    // On SQLite the enqueuing transaction starts after the check's has ended; no run refers to the form by then.
    expect((await stored(database)).payloads).toBe(database.dialect === 'sqlite' ? 0 : 1)
  })
})
