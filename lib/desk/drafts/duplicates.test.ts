import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { enqueueOrders } from '@/lib/store/ledger/orders/orders'
import { saveParcelKeys } from '@/lib/store/ledger/orders/parcel-keys'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow, verdictRow } from '@/testing/store/ledger-rows'
import { readDuplicates } from './duplicates'

const ring = makeKeyring([{ kid: 'a', bytes: Buffer.alloc(32, 1) }])
const NOW = Date.parse('2026-11-23T06:30:00.000Z')
const HOUR_MS = 60 * 60 * 1000
const here = { draftId: 'here', envId: 'test:a', scope: 'orders' } as const
const at = new Date(NOW - HOUR_MS).toISOString()

/** A draft with one order that was checked an hour ago. */
async function checked(db: Db, draft: string, number: string, passed: 0 | 1) {
  const verdict = verdictRow(number, { draft_id: draft, env_id: 'test:a', passed, checked_at: at })
  await saveVerdicts(db, [verdict])
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
    const place = { draft_id: 'monday', env_id: 'test:a' }
    await insertRun(kysely, runRow('r1', { ...place, kind: 'register', started_at: at, finished_at: at }))
    await enqueueOrders(kysely, [
      orderRow('M-1', { ...place, id: 'order', order_id: '7', created_at: at, updated_at: at }),
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
