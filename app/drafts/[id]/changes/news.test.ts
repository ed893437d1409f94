import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { takeSave } from '@/app/(desk)/[...sheet]/take-save'
import type { SaveRequest } from '@/components/workbench/together'
import { addOperator, type Operator } from '@/lib/store/operators'
import { describeDatabases, type TestDatabase } from '@/lib/store/suite'
import { readNews } from './news'

const now = new Date('2026-11-21T01:00:00.000Z')
const start = { revision: 1, line: '' }

/** A draft of a line that says 'x', and two people with it open. */
async function opened(database: TestDatabase) {
  const people: Operator[] = []
  for (const name of ['Mina', 'Kim']) {
    const account = { email: `${name}@x`, name, passwordHash: '-', role: 'editor' } as const
    people.push(await addOperator(database.kysely, account))
  }
  const draftId = randomUUID()
  const seqs = new Map<string, number>()
  const save = (who: number, about: Partial<SaveRequest>) => {
    const sitting = `s${who}`
    const seq = about.seq ?? (seqs.get(sitting) ?? 0) + 1
    seqs.set(sitting, seq)
    const request: SaveRequest = {
      draftId,
      sheetId: 'orders/japan',
      connectionId: 'none',
      name: 'Qoo10',
      records: 1,
      seen: 0,
      lines: [],
      removes: [],
      ...about,
      sitting,
      seq,
    }
    return database.write(trx => takeSave(trx, request, people[who]?.id ?? '', now))
  }
  const news = (who: number, since = start, told = 0, at = now) =>
    readNews(database, { draftId, id: `s${who}` }, people[who]?.id ?? '', since, told, at)
  await save(0, { lines: [{ id: 'a', rank: 1, texts: { name: 'x' }, before: null }] })
  await news(0)
  await news(1)
  return { save, news }
}

const edit = (text: string, before: string) => ({
  lines: [{ id: 'a', rank: 1, texts: { name: text }, before: { name: before } }],
})

describeDatabases('news of a draft', openTestDatabase => {
  test('who else is there is told, and what they changed, by name', async () => {
    const { save, news } = await opened(await openTestDatabase())
    await save(1, edit('Kim', 'x'))
    expect(await news(0, { revision: 2, line: '' })).toMatchObject({
      revision: 2,
      next: null,
      present: [{ name: 'Kim', isYou: false }],
      lines: [{ id: 'a', texts: { name: 'Kim' }, by: 's1' }],
      people: { s1: { name: 'Kim', isYou: false } },
      told: [],
    })
    expect(await news(0, { revision: 3, line: '' })).toMatchObject({ lines: [], people: {} })
  })

  test('of two edits of one cell the later stays, and both are told whom they met', async () => {
    const { save, news } = await opened(await openTestDatabase())
    await save(0, edit('Mina', 'x'))
    const answer = await save(1, edit('Kim', 'x'))
    expect(answer?.met).toEqual([
      { kind: 'replaced', line: 'a', texts: { name: 'Mina' }, by: { name: 'Mina', isYou: false } },
    ])
    const heard = await news(0, { revision: 3, line: '' })
    expect(heard).toMatchObject({
      lines: [{ texts: { name: 'Kim' } }],
      told: [{ kind: 'replaced', texts: { name: 'Mina' }, by: { name: 'Kim' }, revision: 3 }],
    })
    expect((await news(0, { revision: 4, line: '' }, 3))?.told).toEqual([])
    expect((await news(1))?.told).toEqual([])
  })

  test('a save that is sent again changes nothing and gets the same answer', async () => {
    const { save, news } = await opened(await openTestDatabase())
    const first = await save(0, edit('Mina', 'x'))
    await save(1, edit('Kim', 'Mina'))
    expect(await save(0, { ...edit('Mina', 'x'), seq: 2 })).toEqual(first)
    expect((await news(0))?.lines).toMatchObject([{ texts: { name: 'Kim' } }])
  })

  test('a line that was taken out is told of, and comes back with the edit of who did not know', async () => {
    const { save, news } = await opened(await openTestDatabase())
    await save(0, { removes: [{ id: 'a', seen: 1 }] })
    expect(await news(1, { revision: 2, line: '' })).toMatchObject({
      lines: [],
      removed: [{ id: 'a', by: 's0' }],
    })
    expect((await save(1, edit('Kim', 'x')))?.met).toMatchObject([{ kind: 'revived', by: { name: 'Mina' } }])
    expect(await news(0, { revision: 3, line: '' })).toMatchObject({
      lines: [{ texts: { name: 'Kim' } }],
      told: [{ kind: 'revived', by: { name: 'Kim' } }],
    })
  })

  test('whoever comes after lines that were taken out are forgotten reads the draft anew', async () => {
    const database = await openTestDatabase()
    const { save, news } = await opened(database)
    await save(0, { removes: [{ id: 'a', seen: 1 }] })
    await database.kysely.updateTable('draft').set({ floor: 2 }).execute()
    expect(await news(1, { revision: 2, line: '' })).toMatchObject({
      isOutdated: true,
      lines: [],
      removed: [],
    })
    expect(await news(1, { revision: 3, line: '' })).toMatchObject({ isOutdated: false })
  })
})
