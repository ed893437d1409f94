import { expect, test } from 'vitest'
import type { LedgerOrderState } from '@/lib/ledger/rules/transitions'
import { placeDuplicate } from '@/lib/sheet/judge/warnings/duplicates'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { saveVerdicts } from '@/lib/store/ledger/checks/verdicts'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { saveParcelKeys } from '@/lib/store/ledger/orders/parcel-keys'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { makeKeyring } from '@/lib/store/secrets/keyring'
import { getTranslations } from '@/lib/words/server'
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

const monday = { id: 'monday', sheet: 'orders/japan', name: 'Draft monday', operatorId: 'mina', records: 1 }

/** The draft of Monday with one order in a state. */
async function sent(db: Db, state: LedgerOrderState) {
  await saveLines(db, monday, { upserts: [], removes: [] }, new Date(NOW))
  const place = { draft_id: 'monday', env_id: 'test:a' }
  await insertRun(db, runRow('r1', { ...place, kind: 'register', started_at: at }))
  await enqueueOrders(db, [orderRow('M-1', { ...place, id: 'order', state, created_at: at, updated_at: at })])
  await saveParcelKeys(db, ring, { draftId: 'monday', envId: 'test:a' }, [{ number: 'M-1', key: 'same' }], at)
}

/** What the sheet says of the duplicates that are found. */
const sentences = async (db: Db) =>
  (await readDuplicates(db, ring, here, ['same'], NOW)).map(one =>
    failures('same_parcel', placeDuplicate('line', 'column', one).mark.params),
  )
const failures = getTranslations('failures')

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

  test.each([
    ['QUEUED', 'waiting to be sent in “Draft monday”'],
    ['PREPARED', 'waiting to be sent in “Draft monday”'],
    ['SENDING', 'being sent in “Draft monday”'],
    ['UNKNOWN', 'unconfirmed in “Draft monday”'],
    ['ABANDONED', 'no longer tracked in “Draft monday”'],
    ['REGISTERED', 'registered in the last 24 hours in “Draft monday”'],
  ] as const)('that are %s are not called registered before they are: %s', async (state, sentence) => {
    const { kysely } = await openTestDatabase()
    await sent(kysely, state)
    expect(await sentences(kysely)).toEqual([
      `Same recipient and items as order “M-1”, ${sentence}. Register both only if the buyer ordered twice.`,
    ])
  })

  test('that another draft checked say so', async () => {
    const { kysely } = await openTestDatabase()
    await saveLines(kysely, monday, { upserts: [], removes: [] }, new Date(NOW))
    await checked(kysely, 'monday', 'M-1', 1)
    expect(await sentences(kysely)).toEqual([
      'Same recipient and items as order “M-1”, checked in the last 24 hours in “Draft monday”. Register both only if the buyer ordered twice.',
    ])
  })

  test('whose draft was deleted name no draft', async () => {
    const { kysely } = await openTestDatabase()
    await sent(kysely, 'REGISTERED')
    await deleteDraft(kysely, 'monday', 'mina', at)
    expect(await sentences(kysely)).toEqual([
      'Same recipient and items as order “M-1”, registered in the last 24 hours in a deleted draft. Register both only if the buyer ordered twice.',
    ])
  })
})
