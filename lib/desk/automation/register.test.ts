import { expect, test } from 'vitest'
import { createConnection } from '@/lib/store/connections/connections'
import { saveLines } from '@/lib/store/drafts/drafts'
import { recordArrival } from '@/lib/store/intake/files'
import { deleteFinishedRunRequests, insertRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { registerDraft } from './register'

const at = '2026-11-21T01:00:00.000Z'
const draftId = '0123456789ab'

const arriving = {
  ...{ id: 'file', request_key: null, sha256: 'ab', name: 'monday.csv', size: 1, origin: 'api' as const },
  ...{ sheet: null, connection_id: null, draft_id: draftId, isNew: false },
}

describeDatabases('a registration that a program repeats with its Idempotency-Key', openTestDatabase => {
  /** A draft of a delivered file. The key has registered two of its orders. */
  const registered = async () => {
    const database = await openTestDatabase()
    useAsProcessDatabase(database)
    const { kysely } = database
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'administrator' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    const connection = await createConnection(kysely, {
      name: 'Partner',
      environment: 'test',
      baseUrl: 'https://api.example',
    })
    const draft = { id: draftId, sheet: 'orders/japan', name: 'Monday', operatorId, records: 2 }
    await saveLines(kysely, draft, { upserts: [{ id: 'a', rank: 1, texts: {} }], removes: [] }, new Date(at))
    await recordArrival(kysely, { ...arriving, operator_id: operatorId }, at)
    await kysely.updateTable('intake_file').set({ state: 'done', outcome: 'imported' }).execute()
    const request = {
      ...{ id: 'first', kind: 'register' as const, draft_id: draftId, connection_id: connection.id },
      client_request_id: 'key:register:night-1',
    }
    await insertRunRequest(kysely, {
      ...request,
      ...{ sheet: 'orders/japan', started_by: operatorId, requested_at: at, again: 0, revision: 1 },
      ...{ confirmed: 2, finished_at: at, result: '{"ok":true,"value":{"runId":"first"}}', owner: null },
    })
    await insertRun(
      kysely,
      runRow('first', { ...request, started_by: operatorId, total: 2, env_id: 'test:https://api.example' }),
    )
    const by = { operatorId, keyId: 'key', requestKey: 'night-1' }
    return {
      kysely,
      register: (confirm: number) => registerDraft(draftId, { connection: 'Partner', confirm }, by),
    }
  }

  test('gets its first run also after the request for that run was deleted, and another count is refused', async () => {
    const { kysely, register } = await registered()
    const first = await register(2)
    expect(first).toMatchObject({ ok: true, value: { id: 'first', kind: 'register' } })
    expect(await register(3)).toMatchObject({ ok: false, problem: { status: 422 } })
    await deleteFinishedRunRequests(kysely, '2026-11-23T00:00:00.000Z')
    expect(await kysely.selectFrom('run_request').selectAll().execute()).toEqual([])
    expect(await register(2)).toEqual(first)
    expect(await register(3)).toMatchObject({ ok: false, problem: { status: 422 } })
    expect(await kysely.selectFrom('run').select('id').execute()).toEqual([{ id: 'first' }])
    expect(await kysely.selectFrom('run_request').selectAll().execute()).toEqual([])
  })
})
