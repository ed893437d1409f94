import { beforeEach, expect, test } from 'vitest'
import { addOperator } from '@/lib/store/people/operators'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { deletePreset, listPresets, type PresetChange, upsertPreset } from './presets'

const now = new Date('2026-11-21T09:00:00Z')

describeDatabases('presets', openTestDatabase => {
  let database: TestDatabase
  let operatorId: string
  beforeEach(async () => {
    database = await openTestDatabase()
    const mina = { email: 'm@x', name: 'Mina', passwordHash: '-', role: 'editor' as const }
    operatorId = (await addOperator(database.kysely, mina)).id
  })
  const keep = (name: string, of: Partial<PresetChange> = {}) =>
    database.write(trx =>
      upsertPreset(
        trx,
        { sheet: 'orders/japan', before: undefined, name, texts: {}, isDefault: false, ...of },
        operatorId,
        now,
      ),
    )
  const list = (sheet = 'orders/japan') => listPresets(database.kysely, sheet)

  test('a preset is read as it was stored, and only for its sheet', async () => {
    expect(await keep('서울', { texts: { 'sender.name': 'Hanbit' }, isDefault: true })).toBe('kept')
    expect(await list()).toEqual([
      {
        name: '서울',
        texts: { 'sender.name': 'Hanbit' },
        isDefault: true,
        shops: [],
        updatedAt: now.toISOString(),
      },
    ])
    expect(await list('orders/general')).toEqual([])
  })

  test('a sheet has at most one default', async () => {
    await keep('Busan', { isDefault: true })
    await keep('Busan', { sheet: 'orders/general', isDefault: true })
    await keep('Seoul', { isDefault: true })
    expect((await list()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Busan', false],
      ['Seoul', true],
    ])
    expect((await list('orders/general'))[0]?.isDefault).toBe(true)
  })

  test('a preset is renamed to a free name, changed in its place, and deleted', async () => {
    await keep('A')
    await keep('B')
    expect(await keep('B')).toBe('taken')
    expect(await keep('B', { before: 'A' })).toBe('taken')
    expect(await keep('C', { before: 'A', texts: { warehouseId: '7' } })).toBe('kept')
    expect(await keep('C', { before: 'C', texts: { warehouseId: '8' } })).toBe('kept')
    expect(await keep('X', { before: 'gone' })).toBe('gone')
    await deletePreset(database.kysely, 'orders/japan', 'B')
    expect((await list()).map(({ name, texts }) => [name, texts.warehouseId])).toEqual([['C', '8']])
  })

  test('a shop has one preset of a sheet, which keeps it when its texts are edited', async () => {
    const shopsOf = async () => (await list()).map(({ name, shops }) => [name, shops])
    await keep('Qoo10', { shops: ['qoo10', 'headings:1'] })
    await keep('General', { sheet: 'orders/general', shops: ['qoo10'] })
    await keep('Renamed', { before: 'Qoo10', texts: { warehouseId: '7' } })
    expect(await shopsOf()).toEqual([['Renamed', ['qoo10', 'headings:1']]])
    await keep('Other', { shops: ['qoo10'] })
    expect(await shopsOf()).toEqual([
      ['Other', ['qoo10']],
      ['Renamed', ['headings:1']],
    ])
    expect((await list('orders/general'))[0]?.shops).toEqual(['qoo10'])
  })

  test('a sheet has a hundred presets at most', async () => {
    for (let i = 0; i < 100; i++) await keep(`p${i}`)
    expect(await keep('one more')).toBe('too_many')
  })
})
