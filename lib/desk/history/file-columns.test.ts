import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { packRows, saveRows } from '@/lib/store/drafts/sources/source-rows'
import { openSource } from '@/lib/store/drafts/sources/source-tables'
import type { OrderIdRow } from '@/lib/store/ledger/history/ids'
import { describeDatabases } from '@/testing/store/databases'
import { fileColumns } from './file-columns'

const at = '2026-11-21T00:00:00.000Z'

async function keepFile(handle: Db, id: string, headings: readonly string[], reading = ''): Promise<void> {
  await openSource(
    handle,
    {
      id,
      draft_id: 'draft',
      name: `${id}.csv`,
      size: 1,
      sha256: '',
      kind: 'text',
      parts: 1,
      created_by: 'mina',
      created_at: at,
      kept_at: at,
      erased_at: null,
    },
    {
      source_id: id,
      reading,
      position: 0,
      encoding: null,
      delimiter: null,
      name: '',
      header: 0,
      headings: JSON.stringify(headings),
      recipe: '{}',
      fed: '{}',
    },
  )
  const rows = await packRows([
    [2, [`${id} 2`, '本革']],
    [3, [`${id} 3`]],
  ])
  await saveRows(handle, { source_id: id, reading, position: 0 }, { first: 2, last: 3, rows })
}

const order = (lineIds: readonly string[]) => ({ lineIds }) as OrderIdRow

const lines: Parameters<typeof saveLines>[2] = {
  upserts: [
    { id: 'a', rank: 1, texts: { '[].$source': 'qoo10:0:2' } },
    { id: 'b', rank: 2, texts: { '[].$source': 'qoo10:0:3' } },
    { id: 'typed', rank: 3, texts: { 'items[].name': 'typed' } },
  ],
  removes: [],
}

const save = (handle: Db) =>
  saveLines(
    handle,
    { id: 'draft', sheet: 'orders/japan', name: 'Draft', operatorId: 'mina', records: 2 },
    lines,
    new Date(at),
  )

describeDatabases('columns of the file that a draft came from', openTestDatabase => {
  test('are returned with the rows of the file, and are blank for typed lines', async () => {
    const { kysely } = await openTestDatabase()
    await keepFile(kysely, 'qoo10', ['カート番号', '素材'])
    await save(kysely)
    const columns = await fileColumns(kysely, 'draft')
    expect(columns?.headings).toEqual(['カート番号', '素材'])
    expect(await columns?.read([order(['b', 'a']), order(['typed', 'gone'])])).toEqual([
      [
        ['qoo10 3', ''],
        ['qoo10 2', '本革'],
      ],
      [
        ['', ''],
        ['', ''],
      ],
    ])
  })

  test('are those of the reading that the lines came from', async () => {
    const { kysely } = await openTestDatabase()
    await keepFile(kysely, 'qoo10', ['カート番号', '素材'])
    await keepFile(kysely, 'qoo10', ['qoo10 2', '本革'], 'again')
    await save(kysely)
    expect((await fileColumns(kysely, 'draft'))?.headings).toEqual(['カート番号', '素材'])
  })

  test('are those of the sheet if there is no file, or files of several kinds', async () => {
    const { kysely } = await openTestDatabase()
    expect(await fileColumns(kysely, 'draft')).toBeUndefined()
    await keepFile(kysely, 'qoo10', ['カート番号', '素材'])
    await keepFile(kysely, 'rakuten', ['注文番号'])
    expect(await fileColumns(kysely, 'draft')).toBeUndefined()
  })
})
