import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Handle } from './database'
import { emptyColumns } from './draft-erasure'
import { deleteDraft } from './draft-fates'
import { readLines, saveLines } from './drafts'
import {
  bytesOf,
  endSource,
  findSource,
  keepPart,
  keepRows,
  listSources,
  openSource,
  packRows,
  partsOf,
  readRows,
  type SourceHead,
  type SourceTable,
  tablesOf,
} from './sources'
import { describeDatabases } from './suite'

const at = '2026-11-21T00:00:00.000Z'

const head: SourceHead = {
  id: 'file',
  draft_id: 'draft',
  name: '큐텐 11월.csv',
  size: 8,
  sha256: 'ab',
  kind: 'text',
  encoding: 'shift_jis',
  delimiter: ',',
  parts: 2,
  created_by: 'mina',
  created_at: at,
  kept_at: null,
  erased_at: null,
}

const table: SourceTable = {
  source_id: 'file',
  position: 0,
  name: '',
  header: 0,
  headings: '["カート番号"]',
  recipe: '{}',
  fed: '{}',
}

/** A file of two parts and three rows, of which one line each is in the draft. */
async function keep(handle: Handle): Promise<void> {
  await openSource(handle, head, table)
  await keepPart(handle, 'file', 0, gzipSync('half'))
  await keepPart(handle, 'file', 1, gzipSync('done'))
  const rows = [2, 3, 1002].map(number => [number, [`row ${number}`]] as const)
  const kept = (some: typeof rows, first: number, last: number) =>
    packRows(some).then(bytes =>
      keepRows(handle, { source_id: 'file', table_at: 0, first, last, rows: bytes }),
    )
  await kept(rows.slice(0, 2), 2, 1001)
  await kept(rows.slice(2), 1002, 2001)
  const upserts = [2, 3, 1002].map(row => ({
    id: `L${row}`,
    rank: row,
    texts: {
      'recipient.name': `name ${row}`,
      '[].$source': `file:0:${row}`,
      '[].$origins': `{"a":${row}}`,
      '[].$apart': `{"lead":"L${row}","said":{"recipient.name":"name ${row}"}}`,
    },
  }))
  const draft = { id: 'draft', sheet: 'orders/japan', name: 'Draft', operatorId: 'mina', records: 3 }
  await saveLines(handle, draft, { upserts, removes: [] }, new Date(at))
}

const whole = async (handle: Handle) => {
  const pieces: Uint8Array[] = []
  for await (const piece of bytesOf(handle, head)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describeDatabases('files that a draft came from', openTestDatabase => {
  test('come back byte for byte, once all of them arrived', async () => {
    const { kysely } = await openTestDatabase()
    await openSource(kysely, head, table)
    await keepPart(kysely, 'file', 1, gzipSync('done'))
    expect(await endSource(kysely, 'file', at)).toBe(false)
    expect(await partsOf(kysely, 'file')).toEqual([1])
    await keepPart(kysely, 'file', 0, gzipSync('half'))
    expect(await endSource(kysely, 'file', at)).toBe(true)
    expect(await whole(kysely)).toBe('halfdone')
    expect(await listSources(kysely, 'draft')).toEqual([{ ...head, kept_at: at }])
  })

  test('say what stands in some of their rows, and nothing of rows that nobody kept', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    expect([...(await readRows(kysely, 'file', 0, [3, 1002, 7]))]).toEqual([
      [3, ['row 3']],
      [1002, ['row 1002']],
    ])
    expect((await readRows(kysely, 'file', 1, [3])).size).toBe(0)
  })

  test('that are read another way keep their bytes', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, { ...head, encoding: 'euc-kr' }, { ...table, header: 1 })
    expect(await findSource(kysely, 'file')).toMatchObject({ encoding: 'euc-kr', parts: 2 })
    expect(await tablesOf(kysely, ['file'])).toEqual([{ ...table, header: 1 }])
    expect(await whole(kysely)).toBe('halfdone')
  })

  test('that are read another way say nothing any more of how they were cut into rows before', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, head, { ...table, header: 1 })
    expect((await readRows(kysely, 'file', 0, [2, 1002])).size).toBe(2)
    await openSource(kysely, { ...head, delimiter: ';' }, table)
    expect((await readRows(kysely, 'file', 0, [2, 1002])).size).toBe(0)
  })

  test('keep one text of a row, however their rows come in pieces', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    const rows = await packRows([[3, ['again']]])
    await keepRows(kysely, { source_id: 'file', table_at: 0, first: 3, last: 4, rows })
    expect([...(await readRows(kysely, 'file', 0, [2, 3, 1002]))]).toEqual([
      [3, ['again']],
      [1002, ['row 1002']],
    ])
  })

  test('go with their draft', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await deleteDraft(kysely, 'draft', 'mina', at)
    expect(await listSources(kysely, 'draft')).toEqual([])
    for (const name of ['source_part', 'source_rows', 'source_table'] as const)
      expect(await kysely.selectFrom(name).selectAll().execute()).toEqual([])
  })

  test('lose the row of an erased order and their bytes, and keep the rows of the others', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await emptyColumns(kysely, 'draft', ['L2'], new Set(['recipient.name']), new Date(at))
    expect([...(await readRows(kysely, 'file', 0, [2, 3, 1002])).keys()]).toEqual([3, 1002])
    expect(await partsOf(kysely, 'file')).toEqual([])
    expect(await findSource(kysely, 'file')).toMatchObject({ erased_at: at })
    const [first, second] = await readLines(kysely, 'draft')
    expect(first?.texts).toEqual({ '[].$source': 'file:0:2' })
    expect(second?.texts).toMatchObject({ '[].$origins': '{"a":3}' })
  })

  test('say nothing any more once all of their draft is erased', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await emptyColumns(kysely, 'draft', undefined, new Set(['recipient.name']), new Date(at))
    expect((await readRows(kysely, 'file', 0, [2, 3, 1002])).size).toBe(0)
    expect(await findSource(kysely, 'file')).toMatchObject({ name: '', erased_at: at })
    expect(await tablesOf(kysely, ['file'])).toEqual([])
  })

  test('go as a whole with the first erased order, when no line is left of them', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, { ...head, id: 'undone' }, { ...table, source_id: 'undone' })
    await keepPart(kysely, 'undone', 0, gzipSync('half'))
    await emptyColumns(kysely, 'draft', ['L2'], new Set(['recipient.name']), new Date(at))
    expect(await partsOf(kysely, 'undone')).toEqual([])
    expect(await findSource(kysely, 'undone')).toMatchObject({ name: '', erased_at: at })
    expect(await findSource(kysely, 'file')).toMatchObject({ name: head.name })
  })

  test('are unpacked no further than a part may be long', async () => {
    const { kysely } = await openTestDatabase()
    await openSource(kysely, head, table)
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024))
    expect(gunzipSync(bomb).length).toBe(8 * 1024 * 1024)
    await keepPart(kysely, 'file', 0, bomb)
    await expect(whole(kysely)).rejects.toThrow(/larger than/)
  })
})
