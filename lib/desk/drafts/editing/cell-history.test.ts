import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SaveRequest } from '@/lib/desk-api/drafts/changes'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originJson } from '@/lib/import/recipe/values/origins'
import type { Database, Db } from '@/lib/store/db/database'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { eraseLines } from '@/lib/store/drafts/line-erasure'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases } from '@/testing/store/databases'
import { readCellHistory } from './cell-history'
import { mergeIntoDraft } from './save'

const draftId = randomUUID()
const PRICE = 'items[].price'
const NAME = 'recipient.name'
const cell = { line: 'one', column: PRICE }

describeDatabases('the history of a cell', openTestDatabase => {
  test('names each text with its operator and time, the newest first, whatever else was saved in between', async () => {
    const desk = await openDesk(await openTestDatabase())
    await desk.save('mina', '09:00', { [PRICE]: '1,200', [NAME]: '山田' }, null)
    await desk.save('jun', '10:00', { [PRICE]: '1200', [NAME]: '山田' }, { [PRICE]: '1,200' })
    await desk.save('jun', '10:30', { [PRICE]: '1200', [NAME]: '山田 太郎' }, { [NAME]: '山田' })
    await desk.save('mina', '11:00', { [NAME]: '山田 太郎' }, { [PRICE]: '1200' })
    expect(await desk.history('mina')).toEqual({
      versions: [
        { text: '', revision: 4, saved: { by: { name: 'mina', isYou: true }, at: desk.at('11:00') } },
        { text: '1200', revision: 2, saved: { by: { name: 'jun', isYou: false }, at: desk.at('10:00') } },
        { text: '1,200', revision: 1, saved: { by: { name: 'mina', isYou: true }, at: desk.at('09:00') } },
      ],
      isCut: false,
    })
    expect((await desk.history('mina', NAME))?.versions.map(({ text }) => text)).toEqual([
      '山田 太郎',
      '山田',
    ])
  })

  test('says of a text that was filled where it came from, also after it was typed over', async () => {
    const desk = await openDesk(await openTestDatabase())
    const origin = { kind: 'preset', text: '1200', of: 'Seoul' } as const
    const origins = `{${originJson(PRICE, origin)}}`
    const filled = { [PRICE]: '1200', [hiddenColumns.origins]: origins }
    await desk.save('mina', '09:00', filled, null)
    expect((await desk.history('mina'))?.versions).toMatchObject([
      { text: '1200', origin: { kind: 'preset', of: 'Seoul' } },
    ])
    await desk.save('mina', '09:05', { ...filled, [PRICE]: '900' }, { [PRICE]: '1200' })
    const [typed, before] = (await desk.history('mina'))?.versions ?? []
    expect(typed).not.toHaveProperty('origin')
    expect(before).toMatchObject({ text: '1200', origin: { kind: 'preset', of: 'Seoul' } })
  })

  test('lists the newest hundred of many texts, and says that there are more', async () => {
    const desk = await openDesk(await openTestDatabase())
    await desk.save('mina', '09:00', { [PRICE]: '0' }, null)
    for (let price = 1; price <= 102; price++)
      await desk.save('mina', '09:00', { [PRICE]: `${price}` }, { [PRICE]: `${price - 1}` })
    const history = await desk.history('mina')
    expect(history?.versions.map(({ text }) => text)).toEqual(
      Array.from({ length: 101 }, (_, at) => `${102 - at}`),
    )
    expect(history?.isCut).toBe(true)
  })

  test('ends with the erasure of its line, and with its draft', async () => {
    const desk = await openDesk(await openTestDatabase())
    const { database } = desk
    const stored = async () =>
      (await database.kysely.selectFrom('draft_edit').select('line_id').orderBy('line_id').execute()).map(
        row => row.line_id,
      )
    for (const line of ['one', 'two']) {
      await desk.save('mina', '09:00', { [NAME]: '山田' }, null, line)
      await desk.save('mina', '09:01', { [NAME]: '田中' }, { [NAME]: '山田' }, line)
    }
    expect(await stored()).toEqual(['one', 'two'])
    const erasure = { lines: ['one'], columns: new Set([NAME]), protectedBy: 'needed', erasing: [] } as const
    await database.write(trx => eraseLines(trx, draftId, erasure, new Date()))
    expect(await stored()).toEqual(['two'])
    expect(await desk.history('mina', NAME)).toMatchObject({ versions: [{ text: '', saved: null }] })
    await database.write(trx => deleteDraft(trx, draftId, desk.operators.mina, desk.at('12:00')))
    expect(await stored()).toEqual([])
    expect(await database.kysely.selectFrom('draft_save').selectAll().execute()).toEqual([])
    expect(await desk.history('mina')).toBeUndefined()
  })
})

async function openDesk(database: Database) {
  const add = async (name: string) =>
    (await addOperator(database.kysely, { email: `${name}@x`, name, passwordHash: '-', role: 'editor' })).id
  const operators = { mina: await add('mina'), jun: await add('jun') }
  const at = (clock: string) => `2026-11-28T${clock}:00.000Z`
  let seq = 0
  return {
    database,
    operators,
    at,
    /** Saves the texts of a line. @param before what the operator saw in the cells; null: the line is new */
    save: (
      who: keyof typeof operators,
      clock: string,
      texts: Record<string, string>,
      before: Record<string, string> | null,
      id = 'one',
    ) => {
      seq++
      const request: SaveRequest = {
        ...{ draftId, sheetId: 'orders/japan', connectionId: 'none', name: 'Qoo10', records: 1 },
        ...{ editingSession: who, seq, seen: seq - 1, removes: [] },
        lines: [{ id, rank: 0, texts, before }],
      }
      return database.write((trx: Db) => mergeIntoDraft(trx, request, operators[who], new Date(at(clock))))
    },
    history: (who: keyof typeof operators, column = PRICE) =>
      readCellHistory(database.kysely, draftId, { ...cell, column }, operators[who]),
  }
}
