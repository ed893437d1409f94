import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { enqueueOrders } from '@/lib/store/ledger/orders'
import { saveParcelKeys } from '@/lib/store/ledger/parcel-keys'
import { insertRun } from '@/lib/store/ledger/runs'
import { saveVerdicts } from '@/lib/store/ledger/verdicts'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { readDuplicates } from './duplicates'

const ring = makeKeyring([{ kid: 'a', bytes: Buffer.alloc(32, 1) }])
const NOW = Date.parse('2026-11-23T06:30:00.000Z')
const HOUR_MS = 60 * 60 * 1000
const here = { draftId: 'here', envId: 'test:a', scope: 'orders' } as const
const at = new Date(NOW - HOUR_MS).toISOString()

/** A draft with one order that was checked an hour ago. */
async function checked(db: Db, draft: string, number: string, passed: 0 | 1) {
  const key = { sha256: 'h', fingerprint: 'f', line_ids: '[]', position: 0 }
  await saveVerdicts(db, [
    {
      ...{ ...key, draft_id: draft, env_id: 'test:a', mall_order_number: number, variant: 'japan', passed },
      ...{ failures: '[]', payload: null, attempt_id: 'a', connection_id: 'c', checked_at: at },
    },
  ])
  await saveParcelKeys(db, ring, { draftId: draft, envId: 'test:a' }, [{ number, key: 'same' }], at)
}

describeDatabases('orders of other drafts with the same recipient and items', openTestDatabase => {
  test('registered ones lead to their history and passed ones to their draft; failing and old ones are left out', async () => {
    const { kysely } = await openTestDatabase()
    const account = { email: 'mina@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    for (const id of ['monday', 'tuesday', 'failing']) {
      const head = { id, sheet: 'orders/japan', name: `Draft ${id}`, operatorId, records: 1 }
      const errors = { unchecked: 0, passed: 0, failed: 0 }
      await saveLines(kysely, { ...head, errors }, { upserts: [], removes: [] }, new Date(NOW))
    }
    await checked(kysely, 'monday', 'M-1', 1)
    await checked(kysely, 'tuesday', 'T-1', 1)
    await checked(kysely, 'failing', 'F-1', 0)
    await checked(kysely, 'here', 'H-1', 1)
    await insertRun(kysely, {
      ...{ id: 'r', kind: 'register', operation: 'registerJapanOrders', draft_id: 'monday' },
      ...{ connection_id: 'c', env_id: 'test:a', client_request_id: 'r', started_by: 'o', started_at: at },
      ...{
        finished_at: at,
        state: 'done',
        problem: null,
        owner: null,
        total: 1,
        refused: '[]',
        halving: null,
      },
      ...{ slow_since: null, slow_until: null, notice: null, door: null, crashes: 0, erased_at: null },
    })
    await enqueueOrders(kysely, [
      {
        ...{ id: 'order', env_id: 'test:a', scope: 'orders', variant: 'japan', mall_order_number: 'M-1' },
        ...{ payload: '{}', sha256: 'h', checked_payload: null, checked_sha256: null, fingerprint: 'f' },
        ...{ line_ids: '[]', state: 'REGISTERED', generation: 1, order_id: '7', current_attempt: null },
        ...{ returned: 0, explained: null, draft_id: 'monday', run_id: 'r', position: 0, created_by: 'o' },
        ...{ created_at: at, updated_at: at, erased_at: null },
      },
    ])
    const found = await readDuplicates(kysely, ring, here, ['same', 'other'], NOW)
    expect(found.toSorted((a, b) => a.number.localeCompare(b.number))).toEqual([
      {
        key: 'same',
        number: 'M-1',
        state: 'registered',
        path: '/history/orders/order',
        draft: 'Draft monday',
      },
      { key: 'same', number: 'T-1', state: 'checked', path: '/orders/japan/tuesday', draft: 'Draft tuesday' },
    ])
    expect(await readDuplicates(kysely, ring, here, ['same'], NOW + 24 * HOUR_MS)).toEqual([])
  })
})
