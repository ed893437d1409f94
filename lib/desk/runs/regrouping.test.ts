import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { mergeIntoDraft } from '@/lib/desk/drafts/editing/save'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import { sampleProducts } from '@/lib/sheet/schema/samples/products'
import { createConnection, environmentId } from '@/lib/store/connections/connections'
import { findDraftRevision, purgeRemovedLines } from '@/lib/store/drafts/saves'
import { findRunRequest } from '@/lib/store/ledger/runs/run-requests'
import { addOperator } from '@/lib/store/people/operators'
import { connectionTo, openStage, type Stage } from '@/testing/ledger/harness'
import { describeDatabases } from '@/testing/store/databases'
import { preparation } from './prepare-run'

const ID = 'shopProductId'

type Changes = Partial<Pick<SaveRequest, 'lines' | 'removes'>>

describeDatabases('products that a colleague edits while an operator presses Register', openTestDatabase => {
  const stages: Stage[] = []
  afterAll(() => Promise.all(stages.map(stage => stage.close())))

  /** The beanie P-1 with the rows ivory, grey and navy, and below it the cups P-2 with the rows white and celadon. */
  const openDraft = async () => {
    const stage = await openStage()
    stages.push(stage)
    const database = await openTestDatabase()
    const { kysely } = database
    const account = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'registrar' } as const
    const { id: operatorId } = await addOperator(kysely, account)
    const connection = await createConnection(kysely, {
      ...{ name: 'Shop', environment: 'test', baseUrl: stage.origin },
    })
    const opened = connectionTo(stage.origin, { envId: environmentId(connection) })
    const desk = await stage.desk(async () => database, {
      preparation,
      resolveConnection: async () => opened,
    })
    const draftId = randomUUID()
    const revision = async () => (await findDraftRevision(kysely, draftId))?.revision ?? 0
    let seq = 0
    /** Saves as another tab does, which has seen everything. */
    const save = async ({ lines = [], removes = [] }: Changes) => {
      const request: SaveRequest = {
        ...{ draftId, sheetId: 'products', connectionId: connection.id, name: 'Winter', records: 2 },
        ...{ editingSession: 'colleague', seq: ++seq, seen: await revision(), lines, removes },
      }
      await database.accept(trx => mergeIntoDraft(trx, request, operatorId, new Date()))
    }
    const [, beanie = [], , cups = []] = sampleProducts(4)
    const texts = [
      ...beanie.map((line, at) => (at === 0 ? { ...line, [ID]: 'P-1' } : line)),
      ...cups.map((line, at) => (at === 0 ? { ...line, [ID]: 'P-2' } : line)),
    ]
    const names = ['ivory', 'grey', 'navy', 'white', 'celadon']
    const line = (name: string, changed: Record<string, string> = {}) => {
      const rank = names.indexOf(name)
      const now: Record<string, string> = { ...texts[rank] }
      const before = Object.fromEntries(Object.keys(changed).map(column => [column, now[column] ?? '']))
      return { id: name, rank, texts: { ...now, ...changed }, before }
    }
    await save({ lines: names.map(name => ({ ...line(name), before: null })) })
    const seen = await revision()
    const register = async (revision = seen) => {
      const on = { sheet: 'products', draftId, connectionId: connection.id, operatorId }
      const id = await desk.record('register', { ...on, revision })
      await desk.runner.idle()
      return JSON.parse((await findRunRequest(kysely, id))?.result ?? 'null')
    }
    return { ...{ kysely, draftId, save, line, seen, revision, register }, products: stage.service.products }
  }
  type Draft = Awaited<ReturnType<typeof openDraft>>

  const regrouped: readonly (readonly [string, (draft: Draft) => Changes])[] = [
    ['a row of options is removed', () => ({ removes: [{ id: 'navy', seen: 100 }] })],
    ['the row with the ID is removed', () => ({ removes: [{ id: 'white', seen: 100 }] })],
    ['a row gets the ID of another product', ({ line }) => ({ lines: [line('navy', { [ID]: 'P-2' })] })],
    ['a row gets another name', ({ line }) => ({ lines: [line('navy', { productName: 'Scarf' })] })],
    [
      'all of a row is replaced by another product',
      ({ line }) => ({ lines: [line('navy', { ...line('white').texts, [ID]: 'P-3' })] }),
    ],
    [
      'a row is cleared',
      ({ line }) => ({
        lines: [
          line('navy', Object.fromEntries(Object.keys(line('navy').texts).map(column => [column, '']))),
        ],
      }),
    ],
    [
      'a row is moved to another product',
      ({ line }) => ({ lines: [{ ...line('navy'), rank: 3.5, isMoved: true, after: 'white' }] }),
    ],
    [
      'a new product is inserted above a row of options',
      ({ line }) => {
        const { texts } = line('white', { [ID]: 'P-3' })
        return { lines: [{ id: 'scarf', rank: 1.5, texts, before: null, after: 'grey' }] }
      },
    ],
  ]

  test.each(regrouped)('none is registered when %s', async (_, change) => {
    const draft = await openDraft()
    await draft.save(change(draft))
    expect(await draft.register()).toMatchObject({
      ok: false,
      problem: { code: 'regrouped', message: expect.stringContaining('Nothing was registered') },
    })
    expect(draft.products.size).toBe(0)
    // The page has read the change.
    const seen = await draft.register(await draft.revision())
    expect(seen.problem?.code).not.toBe('regrouped')
  })

  test('none is registered when a row is cleared cell by cell', async () => {
    const { save, line, register, products } = await openDraft()
    const left: Record<string, string> = { ...line('navy').texts }
    for (const [column, text] of Object.entries(left)) {
      delete left[column]
      await save({ lines: [{ ...line('navy'), texts: { ...left }, before: { [column]: text } }] })
    }
    expect(await register()).toMatchObject({ ok: false, problem: { code: 'regrouped' } })
    expect(products.size).toBe(0)
  })

  test('none is registered when the rows that were removed are not kept any more', async () => {
    const { kysely, draftId, save, register, products } = await openDraft()
    await save({ removes: [{ id: 'navy', seen: 100 }] })
    await purgeRemovedLines(kysely, draftId, '2999-01-01T00:00:00.000Z')
    expect(await register()).toMatchObject({ ok: false, problem: { code: 'regrouped' } })
    expect(products.size).toBe(0)
  })

  test('products are registered while others are added below, and one whose price changed is skipped', async () => {
    const { save, line, register, products } = await openDraft()
    const { texts } = line('white', { [ID]: 'P-3' })
    const added = { id: 'bowl', rank: 5, texts, before: null, after: 'celadon' }
    await save({ lines: [added, { ...line('celadon'), id: 'small', rank: 6, before: null, after: 'bowl' }] })
    await save({ lines: [{ ...added, texts: { ...texts, productPrice: '32000' }, before: texts }] })
    await save({ lines: [line('white', { productPrice: '32000' })] })
    expect(await register()).toMatchObject({ ok: true, value: { accepted: 1, changed: 2 } })
    expect([...products.keys()]).toEqual(['P-1'])
  })
})
