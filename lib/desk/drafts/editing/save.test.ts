import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import type { Database, Db } from '@/lib/store/db/database'
import { listDrafts } from '@/lib/store/drafts/draft-list'
import { enqueueOrders } from '@/lib/store/ledger/orders/enqueue-orders'
import { insertRun } from '@/lib/store/ledger/runs/runs'
import { addOperator } from '@/lib/store/people/operators'
import { countStatements, describeDatabases } from '@/testing/store/databases'
import { orderRow, runRow } from '@/testing/store/ledger-rows'
import { useAsProcessDatabase } from '@/testing/store/process-database'
import { mergeIntoDraft, saveChanges } from './save'

const draftId = randomUUID()
const at = '2026-11-21T01:00:00.000Z'
/** Registered orders of the draft, each with one line. */
const HELD = 300

const request = (about: Partial<SaveRequest>): SaveRequest => ({
  draftId,
  sheetId: 'orders/japan',
  // A deleted connection: its environment has no name.
  connectionId: 'none',
  name: 'Qoo10',
  records: 1,
  editingSession: 's',
  seq: 1,
  seen: 0,
  lines: [],
  removes: [],
  ...about,
})

const edit = (line: number) => ({
  ...{ id: `line ${line}`, rank: line, texts: { name: 'y' } },
  before: { name: 'x' },
})

async function registerAll({ kysely }: Database, operatorId: string) {
  const of = { draft_id: draftId, env_id: '' }
  await insertRun(kysely, runRow('run', { ...of, kind: 'register', started_by: operatorId, total: HELD }))
  const rows = Array.from({ length: HELD }, (_, position) =>
    orderRow(`A-${position}`, {
      ...of,
      id: `order ${position}`,
      line_ids: JSON.stringify([`line ${position}`]),
      order_id: '1',
      run_id: 'run',
      position,
    }),
  )
  await enqueueOrders(kysely, rows)
}

describeDatabases('a save of a draft whose orders are registered', openTestDatabase => {
  test('leaves registered lines unchanged, and reads only its own lines', async () => {
    const database = await openTestDatabase()
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id } = await addOperator(database.kysely, account)
    const save = (trx: Db, about: Partial<SaveRequest>) =>
      mergeIntoDraft(trx, request(about), id, new Date(at))
    const lines = Array.from({ length: HELD + 1 }, (_, line) => ({
      ...{ id: `line ${line}`, rank: line, texts: { name: 'x' } },
      before: null,
    }))
    await database.write(trx => save(trx, { lines }))
    await registerAll(database, id)
    let rows = 0
    const response = await database.write(async trx => {
      const { db: handle, counts } = countStatements(trx)
      const removes = [{ id: 'line 8', seen: 1 }]
      const saved = await save(handle, { seq: 2, lines: [edit(7), edit(HELD)], removes })
      rows = counts.rows
      return saved
    })
    expect(response).toMatchObject({
      refused: 2,
      differing: [{ id: 'line 7', texts: { name: 'x' } }, { id: 'line 8' }],
    })
    expect(rows).toBeLessThan(20)
  })
})

describeDatabases('the errors in a save', openTestDatabase => {
  test('are counted in lists, and stay when a later save does not know them', async () => {
    const database = await openTestDatabase()
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id } = await addOperator(database.kysely, account)
    const save = (about: Partial<SaveRequest>) =>
      database.write(trx => mergeIntoDraft(trx, request(about), id, new Date(at)))
    const own = async () => (await listDrafts(database.kysely, { isArchived: false }, 1, 0))[0]?.ownErrors
    await save({})
    expect(await own()).toEqual({ unchecked: 0, passed: 0, failed: 0 })
    await save({ seq: 2, errors: { unchecked: 2, passed: 1, failed: 3 } })
    expect(await own()).toEqual({ unchecked: 2, passed: 1, failed: 3 })
    await save({ seq: 3 })
    expect(await own()).toEqual({ unchecked: 2, passed: 1, failed: 3 })
  })

  test('are stamped by the clock of the ledger, which also stamps when a check starts', async () => {
    const hour = 60 * 60_000
    const database = { ...(await openTestDatabase()), clock: async () => Date.now() - hour }
    useAsProcessDatabase(database)
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' } as const
    const { id } = await addOperator(database.kysely, account)
    await saveChanges(request({ errors: { unchecked: 0, passed: 1, failed: 0 } }), id)
    const [draft] = await listDrafts(database.kysely, { isArchived: false }, 1, 0)
    if (!draft) throw new Error('the draft was saved')
    const behind = Date.parse(draft.updatedAt) - Date.parse(draft.countedAt)
    expect(Math.round(behind / hour)).toBe(1)
  })

  test('are counted without an edit: the draft keeps its last editor and time', async () => {
    const database = await openTestDatabase()
    const add = (name: string) =>
      addOperator(database.kysely, { email: `${name}@x`, name, passwordHash: '-', role: 'editor' })
    const [mina, jun] = [await add('Mina'), await add('Jun')]
    const save = (about: Partial<SaveRequest>, by: string, time: string) =>
      database.write(trx => mergeIntoDraft(trx, request(about), by, new Date(time)))
    await save({ lines: [edit(1)] }, mina.id, '2026-03-01T10:00:00.000Z')
    await save(
      { editingSession: 's2', errors: { unchecked: 1, passed: 0, failed: 0 } },
      jun.id,
      '2026-03-02T10:00:00.000Z',
    )
    const [draft] = await listDrafts(database.kysely, { isArchived: false }, 1, 0)
    expect(draft).toMatchObject({
      ownErrors: { unchecked: 1 },
      countedAt: '2026-03-02T10:00:00.000Z',
      updatedAt: '2026-03-01T10:00:00.000Z',
      editedBy: 'Mina',
    })
  })
})
