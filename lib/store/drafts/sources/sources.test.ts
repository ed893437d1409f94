import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '@/lib/store/db/database'
import { migrate } from '@/lib/store/db/migrate'
import { readLines, saveLines } from '@/lib/store/drafts/drafts'
import { deleteDraft } from '@/lib/store/drafts/lifecycle'
import { eraseLines } from '@/lib/store/drafts/line-erasure'
import { migrations } from '@/lib/store/migrations/all'
import { describeDatabases } from '@/testing/store/databases'
import { deleteSources, eraseSources, eraseUnusedSources } from './source-erasure'
import { deleteUnfinishedSource, exceededQuota } from './source-quota'
import { packRows, parseRows, readRows, saveRows, unpackArrivingRows } from './source-rows'
import {
  listCurrentTables,
  listSourceTables,
  openSource,
  type ReadTable,
  type SourceTable,
} from './source-tables'
import {
  completeSource,
  findEarlierImport,
  findSource,
  isReadablePart,
  listPartPositions,
  listSources,
  readSourceBytes,
  type SourceHead,
  savePart,
} from './sources'

const at = '2026-11-21T00:00:00.000Z'

const head: SourceHead = {
  id: 'file',
  draft_id: 'draft',
  name: '큐텐 11월.csv',
  size: 8,
  sha256: 'ab',
  kind: 'text',
  parts: 2,
  created_by: 'mina',
  created_at: at,
  kept_at: null,
  erased_at: null,
}

const table: SourceTable = {
  source_id: 'file',
  reading: '',
  position: 0,
  encoding: 'shift_jis',
  delimiter: ',',
  name: '',
  header: 0,
  headings: '["カート番号"]',
  recipe: '{}',
  fed: '{}',
}

/** The table as it was first read, then with another encoding, and with another header row. */
const first = { source_id: 'file', reading: '', position: 0 }
const korean: SourceTable = { ...table, reading: 'korean', encoding: 'euc-kr' }
const lower: SourceTable = { ...table, reading: 'lower', header: 1 }

/** Stores a file of two parts and three rows, and a draft with one line for each row. */
async function keep(db: Db): Promise<void> {
  await openSource(db, head, table)
  await savePart(db, 'file', 0, gzipSync('half'))
  await savePart(db, 'file', 1, gzipSync('done'))
  const rows = [2, 3, 1002].map(number => [number, [`row ${number}`]] as const)
  const kept = async (batch: typeof rows, from: number, to: number) =>
    saveRows(db, first, { first: from, last: to, rows: await packRows(batch) })
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
  await saveLines(db, draft, { upserts, removes: [] }, new Date(at))
}

/** Changes the origin of lines of the draft. */
async function setSource(db: Db, ids: readonly string[], source: string): Promise<void> {
  const upserts = ids.map((id, rank) => ({ id, rank, texts: { '[].$source': source } }))
  const draft = { id: 'draft', sheet: 'orders/japan', name: 'Draft', operatorId: 'mina', records: 3 }
  await saveLines(db, draft, { upserts, removes: [] }, new Date(at))
}

const whole = async (db: Db) => {
  const pieces: Uint8Array[] = []
  for await (const piece of readSourceBytes(db, head)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** What is left of the first line: where it came from, and that it was merged, without the texts from before. */
const erased = { '[].$source': 'file:0:2', '[].$apart': '{"lead":"L2"}' }

/** Erases a line as the erasure of its order does. */
const emptied = (db: Db, line: string) =>
  eraseLines(
    db,
    'draft',
    { lines: [line], columns: new Set(['recipient.name']), protectedBy: 'needed', erasing: [] },
    new Date(at),
  )

/** Contents that versions before this one stored as rows. */
const unreadable: Readonly<Record<string, Uint8Array>> = {
  'not compressed': Buffer.from('rows'),
  'cut off': gzipSync(JSON.stringify([[2, ['row 2']]])).subarray(0, 20),
  'no JSON': gzipSync('['),
  'nested deeply': gzipSync(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'no rows': gzipSync('{"2":["row 2"]}'),
  'rows of other things': gzipSync('[[2,[{"text":"row 2"}]]]'),
  'rows without a number': gzipSync('[["2",["row 2"]]]'),
}

test('rows and parts that arrive are readable, or are refused', async () => {
  const read = async (rows: Uint8Array) => {
    const json = await unpackArrivingRows(rows)
    return json && parseRows(json)
  }
  for (const rows of Object.values(unreadable)) expect(await read(rows)).toBeUndefined()
  expect(await read(await packRows([[2, ['row 2', '']]]))).toEqual([[2, ['row 2', '']]])
  // Two kilobytes that become twenty million.
  expect(await read(gzipSync(`[[2,["${'x'.repeat(20_000_000)}"]]]`))).toBeUndefined()
  expect(await isReadablePart(gzipSync(Buffer.alloc(1024 * 1024)))).toBe(true)
  expect(await isReadablePart(gzipSync(Buffer.alloc(1024 * 1024 + 1)))).toBe(false)
  expect(await isReadablePart(Buffer.from('part'))).toBe(false)
})

describeDatabases('files that a draft came from', openTestDatabase => {
  test('are returned byte for byte once all parts have arrived', async () => {
    const { kysely } = await openTestDatabase()
    await openSource(kysely, head, table)
    await savePart(kysely, 'file', 1, gzipSync('done'))
    expect(await completeSource(kysely, 'file', at)).toBe(false)
    expect(await listPartPositions(kysely, 'file')).toEqual([1])
    await savePart(kysely, 'file', 0, gzipSync('half'))
    expect(await completeSource(kysely, 'file', at)).toBe(true)
    expect(await whole(kysely)).toBe('halfdone')
    expect(await listSources(kysely, 'draft')).toEqual([{ ...head, kept_at: at }])
  })

  test('are found again when they are imported into another draft, until their draft is deleted', async () => {
    const { kysely } = await openTestDatabase()
    const inDraft = async (id: string, name: string, day: string) => {
      const draft = { id, sheet: 'orders/japan', name, operatorId: 'mina', records: 0 }
      await saveLines(kysely, draft, { upserts: [], removes: [] }, new Date(day))
      await openSource(
        kysely,
        { ...head, id: `file of ${id}`, draft_id: id, created_at: day },
        { ...table, source_id: `file of ${id}` },
      )
    }
    const found = (sha256 = head.sha256) => findEarlierImport(kysely, { draft_id: 'today', sha256 })
    await inDraft('monday', 'Monday', '2026-11-16T01:00:00.000Z')
    await inDraft('tuesday', 'Tuesday', '2026-11-17T01:00:00.000Z')
    await inDraft('today', 'Today', '2026-11-21T01:00:00.000Z')
    const tuesday = { draftId: 'tuesday', sheet: 'orders/japan', name: 'Tuesday' }
    expect(await found()).toEqual({ ...tuesday, at: '2026-11-17T01:00:00.000Z' })
    expect(await found('other bytes')).toBeUndefined()
    await deleteDraft(kysely, 'tuesday', 'mina', at)
    expect(await found()).toMatchObject({ draftId: 'monday' })
  })

  test('return stored rows and nothing for others', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    expect([...(await readRows(kysely, first, [3, 1002, 7]))]).toEqual([
      [3, ['row 3']],
      [1002, ['row 1002']],
    ])
    expect((await readRows(kysely, { ...first, position: 1 }, [3])).size).toBe(0)
  })

  test('keep bytes and earlier readings when they are read again', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, head, korean)
    expect(await listSourceTables(kysely, ['file'])).toEqual([table, korean])
    expect(await whole(kysely)).toBe('halfdone')
  })

  test('have rows per reading; readings with the same delimiter share them', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    const rows = await packRows([[2, ['가각']]])
    expect(await saveRows(kysely, korean, { first: 2, last: 2, rows })).toBe(false)
    await openSource(kysely, head, korean)
    await openSource(kysely, head, lower)
    expect(await saveRows(kysely, korean, { first: 2, last: 2, rows })).toBe(true)
    const rowsOf = async (read: ReadTable) => [...(await readRows(kysely, read, [2])).values()]
    expect(await Promise.all([rowsOf(first), rowsOf(lower), rowsOf(korean)])).toEqual([
      [['row 2']],
      [['row 2']],
      [['가각']],
    ])
  })

  test('with several readings list only the readings that current lines came from', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    const tables = [table, korean]
    expect(await listCurrentTables(kysely, 'draft', [table])).toEqual([table])
    expect(await listCurrentTables(kysely, 'draft', tables)).toEqual([table])
    await setSource(kysely, ['L2'], 'file:0:2:korean')
    expect(await listCurrentTables(kysely, 'draft', tables)).toEqual([table, korean])
    await setSource(kysely, ['L3', 'L1002'], 'file:0:3:korean')
    expect(await listCurrentTables(kysely, 'draft', tables)).toEqual([korean])
  })

  test('store each row once, however the rows are grouped', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    const rows = await packRows([[3, ['again']]])
    await saveRows(kysely, first, { first: 3, last: 4, rows })
    expect([...(await readRows(kysely, first, [2, 3, 1002]))]).toEqual([
      [3, ['again']],
      [1002, ['row 1002']],
    ])
  })

  test('stored before readings existed keep their references', async () => {
    const { kysely, dialect } = await openTestDatabase(migrations.filter(step => step.name < '0023'))
    const { first: from, last, rows } = { first: 2, last: 2, rows: await packRows([[2, ['row 2']]]) }
    await sql`insert into source values ('file', 'draft', 'old.csv', 8, 'ab', 'text', 'shift_jis', ',', 2, 'mina', ${at}, null, null)`.execute(
      kysely,
    )
    await sql`insert into source_table values ('file', 0, '', 0, ${table.headings}, '{}', '{}')`.execute(
      kysely,
    )
    await sql`insert into source_rows values ('file', 0, ${from}, ${last}, ${rows})`.execute(kysely)
    await migrate(kysely, dialect, migrations)
    expect(await listSources(kysely, 'draft')).toEqual([{ ...head, name: 'old.csv' }])
    expect(await listSourceTables(kysely, ['file'])).toEqual([table])
    expect([...(await readRows(kysely, first, [2]))]).toEqual([[2, ['row 2']]])
    expect(await saveRows(kysely, first, { first: from, last, rows })).toBe(true)
  })

  test('are deleted with their draft', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await deleteDraft(kysely, 'draft', 'mina', at)
    expect(await listSources(kysely, 'draft')).toEqual([])
    for (const name of ['source_part', 'source_rows', 'source_table'] as const)
      expect(await kysely.selectFrom(name).selectAll().execute()).toEqual([])
  })

  test('lose the row of an erased order and their bytes, and keep the rows of other orders', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await emptied(kysely, 'L2')
    expect([...(await readRows(kysely, first, [2, 3, 1002])).keys()]).toEqual([3, 1002])
    expect(await listPartPositions(kysely, 'file')).toEqual([])
    expect(await findSource(kysely, 'file')).toMatchObject({ erased_at: at })
    const [one, second] = await readLines(kysely, 'draft')
    expect(one?.texts).toEqual(erased)
    expect(second?.texts).toMatchObject({ '[].$origins': '{"a":3}' })
  })

  test('lose the row of an erased order of a second report in the file, too', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await setSource(kysely, ['L2'], 'file:0:1.2')
    await emptied(kysely, 'L2')
    expect([...(await readRows(kysely, first, [2, 3, 1002])).keys()]).toEqual([3, 1002])
  })

  test.each(Object.entries(unreadable))(
    'do not keep an order from being erased by rows that are %s',
    async (_, rows) => {
      const { kysely } = await openTestDatabase()
      await keep(kysely)
      await saveRows(kysely, first, { first: 2, last: 1001, rows })
      expect([...(await readRows(kysely, first, [2, 1002])).keys()]).toEqual([1002])
      await emptied(kysely, 'L2')
      expect((await readLines(kysely, 'draft'))[0]?.texts).toEqual(erased)
      expect([...(await readRows(kysely, first, [2, 3, 1002])).keys()]).toEqual([1002])
    },
  )

  test('keep readings that other lines use when an order is erased, and lose the rest', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, head, korean)
    await openSource(kysely, head, lower)
    await saveRows(kysely, korean, { first: 2, last: 2, rows: await packRows([[2, ['가각']]]) })
    await setSource(kysely, ['L2'], 'file:0:2:lower')
    await emptied(kysely, 'L2')
    expect(await listSourceTables(kysely, ['file'])).toEqual([table, lower])
    expect([...(await readRows(kysely, lower, [2, 3, 1002])).keys()]).toEqual([3, 1002])
    expect(await kysely.selectFrom('source_rows').select('cut').distinct().execute()).toEqual([
      { cut: 'shift_jis,' },
    ])
  })

  test('lose the row of an erased order also in another encoding, and all rows of readings with another delimiter', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    const tabs: SourceTable = { ...table, reading: 'tabs', delimiter: '\t' }
    for (const other of [korean, tabs]) {
      await openSource(kysely, head, other)
      const rows = [2, 3].map(number => [number, [`${other.reading} ${number}`]] as const)
      await saveRows(kysely, other, { first: 2, last: 3, rows: await packRows(rows) })
    }
    await setSource(kysely, ['L3'], 'file:0:3:korean')
    await setSource(kysely, ['L1002'], 'file:0:1002:tabs')
    await emptied(kysely, 'L2')
    expect(await listSourceTables(kysely, ['file'])).toEqual([table, korean])
    expect(await readRows(kysely, korean, [2, 3])).toEqual(new Map([[3, ['korean 3']]]))
    expect(await kysely.selectFrom('source_rows').select('cut').distinct().orderBy('cut').execute()).toEqual([
      { cut: 'euc-kr,' },
      { cut: 'shift_jis,' },
    ])
  })

  test('have no content after their whole draft is erased', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await eraseSources(kysely, 'draft', at)
    expect((await readRows(kysely, first, [2, 3, 1002])).size).toBe(0)
    expect(await findSource(kysely, 'file')).toMatchObject({ name: '', erased_at: at })
    expect(await listSourceTables(kysely, ['file'])).toEqual([])
  })

  test('without remaining lines are erased completely with the first erased order', async () => {
    const { kysely } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, { ...head, id: 'undone' }, { ...table, source_id: 'undone' })
    await savePart(kysely, 'undone', 0, gzipSync('half'))
    await eraseUnusedSources(kysely, 'draft', at)
    await emptied(kysely, 'L2')
    expect(await listPartPositions(kysely, 'undone')).toEqual([])
    expect(await findSource(kysely, 'undone')).toMatchObject({ name: '', erased_at: at })
    expect(await findSource(kysely, 'file')).toMatchObject({ name: head.name })
  })

  test('are unpacked only up to the maximum size of a part', async () => {
    const { kysely } = await openTestDatabase()
    await openSource(kysely, head, table)
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024))
    expect(gunzipSync(bomb).length).toBe(8 * 1024 * 1024)
    await savePart(kysely, 'file', 0, bomb)
    await expect(whole(kysely)).rejects.toThrow(/larger than/)
  })

  test('count with their stored size for their draft and for all drafts until they are deleted', async () => {
    const { kysely, write } = await openTestDatabase()
    await keep(kysely)
    await openSource(kysely, { ...head, id: 'other', draft_id: 'another' }, { ...table, source_id: 'other' })
    await savePart(kysely, 'other', 0, Buffer.alloc(1000))
    const parts = await kysely
      .selectFrom('source_part')
      .select('bytes')
      .where('source_id', '=', 'file')
      .execute()
    const rows = await kysely
      .selectFrom('source_rows')
      .select('rows')
      .where('source_id', '=', 'file')
      .execute()
    const taken = [...parts.map(part => part.bytes), ...rows.map(piece => piece.rows)]
      .map(bytes => bytes.byteLength)
      .reduce((sum, length) => sum + length, 0)
    const asked = (draftId: string, bytes: number, draftFileBytes: number, allFileBytes: number) =>
      exceededQuota(kysely, { draftId, bytes, quota: { draftFileBytes, allFileBytes } })

    expect(await asked('draft', 10, taken + 10, taken + 1010)).toBeUndefined()
    expect(await asked('draft', 11, taken + 10, 1_000_000)).toBe('draft')
    expect(await asked('draft', 11, 1_000_000, taken + 1010)).toBe('all')
    expect(await asked('new', 1, 1, taken + 1001)).toBeUndefined()
    // A repeated part replaces the first one.
    await savePart(kysely, 'other', 0, Buffer.alloc(500))
    expect(await asked('another', 1, 501, taken + 501)).toBeUndefined()

    await write(trx => deleteSources(trx, 'draft'))
    expect(await asked('draft', 1000, 1000, 1500)).toBeUndefined()
  })

  test('that exceed the quota are deleted unless they were complete', async () => {
    const { kysely } = await openTestDatabase()
    await openSource(kysely, head, table)
    await savePart(kysely, 'file', 0, Buffer.alloc(1000))
    await deleteUnfinishedSource(kysely, 'file')
    const quota = { draftFileBytes: 1, allFileBytes: 1 }
    expect(await listPartPositions(kysely, 'file')).toEqual([])
    expect(await exceededQuota(kysely, { draftId: 'draft', bytes: 1, quota })).toBeUndefined()

    await keep(kysely)
    await completeSource(kysely, 'file', at)
    await deleteUnfinishedSource(kysely, 'file')
    expect(await listPartPositions(kysely, 'file')).toEqual([0, 1])
  })
})
