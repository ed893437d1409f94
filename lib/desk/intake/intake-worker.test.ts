import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eraseDraft } from '@/lib/ledger/retention/erasure'
import { csvLine } from '@/lib/sheet/codecs/csv-cell'
import type { Database } from '@/lib/store/db/database'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { findDraft, readLines, saveLines } from '@/lib/store/drafts/drafts'
import { archiveDraft, deleteDraft } from '@/lib/store/drafts/lifecycle'
import { readRows } from '@/lib/store/drafts/sources/source-rows'
import { listSourceTables } from '@/lib/store/drafts/sources/source-tables'
import { findSource } from '@/lib/store/drafts/sources/sources'
import { findIntakeFile, listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import type { Bundle } from '@/scripts/lib/build/bundle'
import { coupangOrdersSample } from '@/testing/import/samples/orders/coupang'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import {
  arrivalOf,
  bareSources,
  bundleThread,
  fileOf,
  ownColumns,
  testIntake,
} from '@/testing/intake/harness'
import { describeDatabases } from '@/testing/store/databases'
import { type ArrivingFile, receiveFile } from './arrival'
import { type IntakeReason, readReason, reasonSentence } from './reason'
import { ThreadGone } from './thread/file-import'
import type { UnreadableFile } from './thread/thread-protocol'

// Each file starts a thread, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 60_000 })

let thread: Bundle
beforeAll(async () => {
  thread = await bundleThread()
})
afterAll(() => thread.remove())

const NUMBER = 'orderInfo.mallOrderNumber'

describeDatabases('files that arrive without a person', openTestDatabase => {
  test('a file becomes a draft with its lines, its original and its check', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const arrival = await receiveFile(arrivalOf(database), fileOf(ownColumns(3), { name: 'Monday.csv' }))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const { worker, checks } = testIntake(database, thread.file)
    await worker.idle()
    const file = await findIntakeFile(kysely, arrival.file.id)
    expect(file).toMatchObject({ state: 'done', outcome: 'imported', sheet: 'orders/japan', owner: null })
    expect(JSON.parse(file?.counts ?? '')).toMatchObject({ rows: 3, lines: 3, orders: 3, skipped: 0 })
    const draft = await findDraft(kysely, file?.draft_id ?? '')
    expect(draft).toMatchObject({ name: 'Monday', sheet: 'orders/japan', records: 3 })
    const lines = await readLines(kysely, draft?.id ?? '')
    expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['A-0', 'A-1', 'A-2'])
    expect(lines[0]?.texts['recipient.state']).toBe('東京都')
    expect(await findSource(kysely, arrival.file.id)).toMatchObject({ kind: 'text', name: 'Monday.csv' })
    const rows = await readRows(kysely, { source_id: arrival.file.id, reading: '', position: 0 }, [2])
    expect(rows.get(2)?.[0]).toBe('A-0')
    expect(checks).toEqual([`file-${arrival.file.id}`])
    expect(file?.check_run).toBe(`run of file-${arrival.file.id}`)
  })

  test('a file whose columns are unknown waits for a person, once; the mapping of the person settles it', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const text = 'Zzz;Yyy;Xxx\nA-1;山田;150-0041\nA-2;佐藤;150-0041\n'
    await receiveFile(arrivalOf(database), fileOf(text, { name: 'odd.csv' }))
    const { worker, checks } = testIntake(database, thread.file)
    await worker.idle()
    const [waiting] = await listFilesForPerson(kysely, 10)
    expect(waiting).toMatchObject({ name: 'odd.csv', outcome: 'question', draftName: 'odd' })
    expect(JSON.parse(waiting?.reason ?? '')).toEqual({ code: 'question', question: 'mapping' })
    expect(await readLines(kysely, waiting?.draftId ?? '')).toEqual([])
    expect(checks).toEqual([])
    await kysely
      .insertInto('source_table')
      .values({
        ...{ source_id: waiting?.id ?? '', reading: '', position: 0, encoding: null, delimiter: null },
        ...{ name: '', header: 0, headings: '[]', recipe: '{}', fed: '{}' },
      })
      .execute()
    expect(await listFilesForPerson(kysely, 10)).toEqual([])
  })

  test('a file that waits for a person is off the list once its draft is archived or deleted', async () => {
    const database = await openTestDatabase()
    const { kysely, write } = database
    for (const name of ['one.csv', 'two.csv'])
      await receiveFile(arrivalOf(database), fileOf('', { name, isNew: true }))
    await testIntake(database, thread.file).worker.idle()
    const waiting = await listFilesForPerson(kysely, 10)
    expect(waiting.map(({ outcome }) => outcome)).toEqual(['unreadable', 'unreadable'])
    const at = new Date().toISOString()
    await archiveDraft(kysely, waiting[0]?.draftId ?? '', { operatorId: 'mina', at })
    await write(trx => deleteDraft(trx, waiting[1]?.draftId ?? '', 'mina', at))
    expect(await listFilesForPerson(kysely, 10)).toEqual([])
  })

  test('a file with the exports of two shops waits for a person, so that neither is missed', async () => {
    const database = await openTestDatabase()
    const rows = [...smartstoreOrdersSample.rows, ...coupangOrdersSample.rows]
    await receiveFile(arrivalOf(database), fileOf(rows.map(csvLine).join(''), { name: 'both.csv' }))
    await testIntake(database, thread.file).worker.idle()
    const [waiting] = await listFilesForPerson(database.kysely, 10)
    const reason = readReason(waiting?.reason ?? null)
    expect(reason).toEqual({ code: 'question', question: 'choosing' })
    expect(reasonSentence(reason)).toMatch(/several tables/)
    expect(await readLines(database.kysely, waiting?.draftId ?? '')).toEqual([])
  })

  test('a file with headings only is not called empty', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const [headings = ''] = ownColumns(1).split('\n')
    await receiveFile(arrivalOf(database), fileOf(`${headings}\n`, { name: 'cut.csv' }))
    await testIntake(database, thread.file).worker.idle()
    const [waiting] = await listFilesForPerson(kysely, 10)
    expect(waiting).toMatchObject({ outcome: 'unreadable' })
    const reason = readReason(waiting?.reason ?? null)
    expect(reason).toEqual({ code: 'unreadable', failure: { code: 'no_rows' } })
    expect(reasonSentence(reason)).toMatch(/headings but no rows/)
  })

  test('an unreadable file is off the list once its draft has rows, such as those of another file', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    await receiveFile(arrivalOf(database), fileOf('', { name: 'cut.csv' }))
    await testIntake(database, thread.file).worker.idle()
    const [waiting] = await listFilesForPerson(kysely, 10)
    const draft = { id: waiting?.draftId ?? '', sheet: 'orders/japan', name: 'cut', operatorId: 'mina' }
    const row = { id: 'L1', rank: 1, texts: { [NUMBER]: 'A-1' } }
    await saveLines(kysely, draft, { upserts: [row], removes: [] }, new Date())
    expect(await listFilesForPerson(kysely, 10)).toEqual([])
    // A person can still open a file with its password, or by choosing its encoding.
    const setReason = (code: UnreadableFile['code']) =>
      kysely
        .updateTable('intake_file')
        .set({ reason: JSON.stringify({ code: 'unreadable', failure: { code } } satisfies IntakeReason) })
        .execute()
    for (const code of ['password_needed', 'password_wrong', 'encoding_unclear'] as const) {
      await setReason(code)
      expect(await listFilesForPerson(kysely, 10)).toHaveLength(1)
    }
    await setReason('no_rows')
    expect(await listFilesForPerson(kysely, 10)).toEqual([])
    await saveLines(kysely, draft, { upserts: [], removes: ['L1'] }, new Date())
    expect(await listFilesForPerson(kysely, 10)).toHaveLength(1)
  })

  test('the same contents are one draft: renamed, again, and at the same time', async () => {
    const database = await openTestDatabase()
    const ports = arrivalOf(database)
    const text = ownColumns(2)
    const arrivals = await Promise.all(
      ['a.csv', 'b.csv', 'c.csv'].map(name => receiveFile(ports, fileOf(text, { name }))),
    )
    await testIntake(database, thread.file).worker.idle()
    arrivals.push(await receiveFile(ports, fileOf(text, { name: 'd.csv', origin: 'folder' })))
    const ids = arrivals.map(arrival => (arrival.kind === 'received' ? arrival.file.id : arrival.kind))
    expect(new Set(ids).size).toBe(1)
    expect(await listIntakeFiles(database.kysely, { limit: 10 })).toHaveLength(1)
  })

  test('contents whose draft was deleted, and contents that are sent as new, become another draft', async () => {
    const database = await openTestDatabase()
    const ports = arrivalOf(database)
    const text = ownColumns(1)
    const deliver = async (over = {}) => {
      const arrival = await receiveFile(ports, fileOf(text, over))
      await testIntake(database, thread.file).worker.idle()
      return arrival.kind === 'received' ? arrival.file.draft_id : arrival.kind
    }
    const first = await deliver()
    await database.write(trx => deleteDraft(trx, first, 'mina', new Date().toISOString()))
    const second = await deliver()
    const third = await deliver({ isNew: true, requestKey: 'key:1' })
    expect(new Set([first, second, third]).size).toBe(3)
    expect(await deliver({ isNew: true, requestKey: 'key:1' })).toBe(third)
    expect(await deliver()).toBe(second)
    expect(await receiveFile(ports, fileOf('other', { requestKey: 'key:1' }))).toEqual({ kind: 'conflict' })
  })

  test('a file whose Idempotency-Key is repeated with another connection, sheet or “new” is refused', async () => {
    const database = await openTestDatabase()
    const ports = arrivalOf(database)
    const first = {
      sheet: 'orders/general',
      connectionId: 'partner',
      isNew: true,
      requestKey: 'key:1',
    } as const
    const receive = (over: Partial<ArrivingFile> = {}) =>
      receiveFile(ports, fileOf(ownColumns(1), { ...first, ...over }))
    const arrival = await receive()
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const expectRefusals = async () => {
      for (const over of [
        { connectionId: 'other' },
        { connectionId: undefined },
        { sheet: 'products' },
        { isNew: false },
      ] as const)
        expect(await receive(over)).toEqual({ kind: 'conflict' })
      expect(await receive()).toMatchObject({
        kind: 'received',
        file: { id: arrival.file.id },
        isKnown: true,
      })
    }
    await expectRefusals()
    await testIntake(database, thread.file).worker.idle()
    await expectRefusals()
    expect(await listIntakeFiles(database.kysely, { limit: 10 })).toHaveLength(1)
    // Without a key, or with a new one, the same contents are the same draft on any connection.
    const known = { isNew: false, connectionId: 'other' }
    await receive({ ...known, requestKey: undefined })
    for (const requestKey of [undefined, 'key:2'])
      expect(await receive({ ...known, requestKey })).toMatchObject({ kind: 'received', isKnown: true })
  })

  test('a file that waits for a person may be repeated with its Idempotency-Key, though its sheet is another now', async () => {
    const database = await openTestDatabase()
    const products = 'shopProductId,productName,productPrice\nP-1,Wallet,12500\n'
    const file = fileOf(products, { sheet: 'orders/japan', requestKey: 'key:1' })
    await receiveFile(arrivalOf(database), file)
    await testIntake(database, thread.file).worker.idle()
    expect(await listIntakeFiles(database.kysely, { limit: 10 })).toMatchObject([
      { outcome: 'question', sheet: 'products' },
    ])
    expect(await receiveFile(arrivalOf(database), file)).toMatchObject({ kind: 'received', isKnown: true })
  })

  test('a file is not stored over the quota nor listed as importing, and may arrive again when there is room', async () => {
    const database = await openTestDatabase()
    const listed = () => listIntakeFiles(database.kysely, { limit: 10 })
    const file = fileOf(ownColumns(1))
    const small = arrivalOf(database, { quota: { draftFileBytes: 10, allFileBytes: 10 } })
    expect(await receiveFile(small, file)).toMatchObject({ kind: 'quota', exceeded: 'draft' })
    expect(await listed()).toEqual([])
    // The same file waits in the watched folder.
    await receiveFile(small, { ...file, origin: 'folder' })
    await receiveFile(small, file)
    expect(await listed()).toMatchObject([{ state: 'receiving' }])
    expect((await receiveFile(arrivalOf(database), file)).kind).toBe('received')
    expect(await listed()).toMatchObject([{ state: 'received' }])
  })

  test('a file whose bytes no longer fit on the disk is not listed as importing, and may arrive again', async () => {
    const database = await openTestDatabase()
    const listed = () => listIntakeFiles(database.kysely, { limit: 10 })
    const file = fileOf(ownColumns(1))
    let isFull = false
    const accept: Database['accept'] = work =>
      isFull ? Promise.reject(new StorageFullError()) : database.accept(work)
    const filling = arrivalOf({ ...database, accept }, { failpoint: () => (isFull = true) })
    await expect(receiveFile(filling, file)).rejects.toThrow(StorageFullError)
    expect(await listed()).toEqual([])
    expect((await receiveFile(arrivalOf(database), file)).kind).toBe('received')
    expect(await listed()).toMatchObject([{ state: 'received' }])
  })

  test('a file that takes too much time or memory three times, or ends its thread, waits for a person', async () => {
    const database = await openTestDatabase()
    await receiveFile(arrivalOf(database), fileOf(ownColumns(1)))
    const gone = async (): Promise<never> => {
      throw new ThreadGone('memory')
    }
    const dead = { open: gone, nextLines: gone, nextRows: gone, counts: gone, close: async () => {} }
    await testIntake(database, thread.file, { startImport: () => dead }).worker.idle()
    expect(await listFilesForPerson(database.kysely, 10)).toMatchObject([{ outcome: 'gone' }])
  })

  test.each([
    ['before it was read', 'file_claimed', 'orders/general', 'orders/general'],
    ['after its draft was created', 'file_drafted', undefined, 'products'],
  ] as const)('a file whose processes end %s stays on its sheet', async (_, at, sheet, expected) => {
    const database = await openTestDatabase()
    const { kysely } = database
    const text = sheet ? ownColumns(1) : 'shopProductId,productName,productPrice\nP-1,Wallet,12500\n'
    const arrival = await receiveFile(arrivalOf(database), fileOf(text, { sheet }))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const clock = { now: Date.now() }
    for (let time = 0; time < 4; time++) {
      const failpoint = (reached: string) => {
        if (reached === at && time < 3) throw new Error('the process ends')
      }
      const dying = testIntake(database, thread.file, { failpoint, report: () => {} }, { clock })
      await dying.worker.idle()
      clock.now += 60_000
    }
    const file = await findIntakeFile(kysely, arrival.file.id)
    expect(file).toMatchObject({ outcome: 'gone', sheet: expected })
    expect(await findDraft(kysely, file?.draft_id ?? '')).toMatchObject({ sheet: expected })
  })

  test('a file whose thread ends after its draft was created stays on the sheet of the draft', async () => {
    const database = await openTestDatabase()
    const text = 'shopProductId,productName,productPrice\nP-1,Wallet,12500\n'
    await receiveFile(arrivalOf(database), fileOf(text))
    const failpoint = (at: string) => {
      if (at === 'file_drafted') throw new ThreadGone('memory')
    }
    await testIntake(database, thread.file, { failpoint }).worker.idle()
    expect(await listIntakeFiles(database.kysely, { limit: 10 })).toMatchObject([
      { outcome: 'gone', sheet: 'products' },
    ])
  })

  test('what an interrupted import left is removed before a person imports the file as a whole', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    const arrival = await receiveFile(arrivalOf(database), fileOf(ownColumns(3)))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const broken = testIntake(database, thread.file, {
      failpoint: at => {
        if (at === 'file_lines') throw new ThreadGone('time')
      },
    })
    await broken.worker.idle()
    expect(await readLines(kysely, arrival.file.draft_id)).toEqual([])
    expect(await listSourceTables(kysely, [arrival.file.id])).toEqual([])
    expect(await listFilesForPerson(kysely, 10)).toMatchObject([{ outcome: 'gone' }])
  })

  test('lines that an operator edited or removed during an interrupted import stay so', async () => {
    const database = await openTestDatabase()
    const { kysely, write } = database
    const arrival = await receiveFile(arrivalOf(database), fileOf(ownColumns(3)))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const { draft_id: draftId } = arrival.file
    const clock = { now: Date.now() }
    const stops = testIntake(
      database,
      thread.file,
      {
        failpoint: at => {
          if (at === 'file_lines') throw new Error('a bug')
        },
        report: () => {},
      },
      { clock },
    )
    await stops.worker.idle()
    const [edited, removed] = await readLines(kysely, draftId)
    if (!edited || !removed) throw new Error('no lines')
    const draft = { id: draftId, sheet: 'orders/japan', name: '', operatorId: 'mina' }
    const upserts = [{ ...edited, texts: { ...edited.texts, [NUMBER]: 'B-0' } }]
    await write(trx => saveLines(trx, draft, { upserts, removes: [removed.id] }, new Date()))
    clock.now += 60_000
    await testIntake(database, thread.file, {}, { clock }).worker.idle()
    expect(await findIntakeFile(kysely, arrival.file.id)).toMatchObject({ outcome: 'imported', crashes: 1 })
    expect((await readLines(kysely, draftId)).map(({ texts }) => texts[NUMBER])).toEqual(['B-0', 'A-2'])
  })

  /** Imports a file of 600 orders, and acts on its draft while its first lines are saved. */
  async function importDuring<T>(database: Database, act: (draftId: string) => Promise<T>) {
    const arrival = await receiveFile(arrivalOf(database), fileOf(ownColumns(600)))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    const { id, draft_id: draftId } = arrival.file
    let acting: Promise<T> | undefined
    const failpoint = (at: string) => {
      if (at === 'file_lines') acting ??= act(draftId)
    }
    await testIntake(database, thread.file, { failpoint }).worker.idle()
    const lines = await readLines(database.kysely, draftId)
    return { result: await acting, file: await findIntakeFile(database.kysely, id), draftId, lines }
  }

  test('a draft that is archived during the import of its file has all of its lines once it is restored', async () => {
    const database = await openTestDatabase()
    const by = { operatorId: 'mina', at: new Date().toISOString() }
    const { file, draftId, lines } = await importDuring(database, id => archiveDraft(database.kysely, id, by))
    expect(lines).toHaveLength(600)
    expect(file).toMatchObject({ outcome: 'imported' })
    expect(JSON.parse(file?.counts ?? 'null')).toMatchObject({ lines: 600, orders: 600 })
    expect(await findDraft(database.kysely, draftId)).toMatchObject({ isArchived: true, records: 600 })
  })

  test('a draft that is deleted during the import of its file stays deleted', async () => {
    const database = await openTestDatabase()
    const { file, draftId, lines } = await importDuring(database, id =>
      database.write(trx => deleteDraft(trx, id, 'mina', new Date().toISOString())),
    )
    expect(lines).toEqual([])
    expect(file).toMatchObject({ outcome: 'imported', counts: null })
    expect(await findDraft(database.kysely, draftId)).toBeUndefined()
  })

  test('personal data of a draft is not erased during the import of its file: half of it would stay', async () => {
    const database = await openTestDatabase()
    const by = { actor: 'admin', now: Date.now() }
    const { result, draftId, lines } = await importDuring(database, id => eraseDraft(database, id, by))
    expect(result).toEqual({ ok: false, obstacle: { why: 'importing', count: 1 } })
    expect(lines.filter(({ texts }) => texts['recipient.name'])).toHaveLength(600)
    expect(await eraseDraft(database, draftId, by)).toMatchObject({ ok: true })
    const after = await readLines(database.kysely, draftId)
    expect(after.filter(({ texts }) => texts['recipient.name'])).toEqual([])
  })

  test('a saved mapping lets the next file of its kind through', async () => {
    const database = await openTestDatabase()
    const text = 'Zzz;Yyy\nA-1;山田\n'
    const recipe = {
      id: 'odd',
      name: 'Odd shop',
      sheets: ['orders/japan'] as const,
      known: [['Zzz'], ['Yyy']],
      fields: { [NUMBER]: { take: ['Zzz'] }, 'recipient.name': { take: ['Yyy'] } },
    }
    const arrival = await receiveFile(arrivalOf(database), fileOf(text))
    if (arrival.kind !== 'received') throw new Error(arrival.kind)
    await testIntake(database, thread.file, {}, { sources: bareSources([recipe]) }).worker.idle()
    const lines = await readLines(database.kysely, arrival.file.draft_id)
    expect(lines.map(({ texts }) => texts[NUMBER])).toEqual(['A-1'])
  })
})
