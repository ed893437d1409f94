import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { MEGABYTE } from '@/lib/files/book/limits'
import { readLines } from '@/lib/store/drafts/drafts'
import { listFilesForPerson, listIntakeFiles } from '@/lib/store/intake/files'
import { utf8 } from '@/testing/files/encode'
import { xlsxOf } from '@/testing/files/xlsx-parts'
import { arrivalOf, fileOf, ownColumns, testIntake } from '@/testing/intake/harness'
import { inboxOfEachTest } from '@/testing/intake/inbox'
import { describeDatabases } from '@/testing/store/databases'
import { receiveFile } from '../arrival'
import { readReason, reasonSentence } from '../reason'

// Each file starts a thread, and other tests may keep the machine busy.
vi.setConfig({ testTimeout: 120_000 })

const watched = inboxOfEachTest()

const workbook = xlsxOf({ rows: '<row r="1"><c t="inlineStr"><is><t>주문번호</t></is></c></row>' })

const CENTRAL_HEADER = 0x02014b50

/** Changes the entries of an archive's directory. */
function withDirectory(file: Uint8Array, change: (view: DataView, at: number) => void): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset)
  for (let at = 0; at + 46 < file.length; at++)
    if (view.getUint32(at, true) === CENTRAL_HEADER) change(view, at)
  return file
}

/** Entities that unfold to a billion letters. */
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
const doctype = `<!DOCTYPE t [<!ENTITY e0 "lol">${entities.join('')}]>`

/** Files that cannot be imported, and a part of the sentence that says what to do. */
const hostile: Readonly<Record<string, readonly [contents: Uint8Array, sentence: string]>> = {
  'encrypted.xlsx': [readFileSync('testing/files/samples/locked-2007.xlsx'), 'enter the password'],
  'encrypted.zip': [
    withDirectory(zipSync({ 'a.csv': utf8(ownColumns(1)) }), (view, at) => view.setUint16(at + 8, 1, true)),
    'Password-protected ZIP',
  ],
  'bomb.zip': [zipSync({ 'a.csv': new Uint8Array(64 * MEGABYTE).fill(32) }), 'when unpacked'],
  'nested.zip': [zipSync({ 'b.zip': zipSync({ 'a.csv': utf8(ownColumns(1)) }) }), 'Archives inside archives'],
  'false-sizes.xlsx': [
    withDirectory(workbook.slice(), (view, at) => view.setUint32(at + 24, 0x7fffffff, true)),
    'when unpacked',
  ],
  'entities.xlsx': [
    xlsxOf({ rows: '<row r="1"><c t="s"><v>0</v></c></row>', strings: `${doctype}<si><t>&e9;</t></si>` }),
    'damaged or incomplete',
  ],
  'cut-off.xlsx': [workbook.slice(0, workbook.length / 2), 'damaged or incomplete'],
  'cut-off.csv': [utf8(`${ownColumns(2)}\nA-3,"山`), 'no closing one'],
  'half-a-letter.csv': [utf8(`${ownColumns(2)}\nA-3,山`).slice(0, -1), 'can’t be read'],
  'wide.csv': [utf8('a,'.repeat(20_000)), 'more than 16,384 columns'],
  'deep.json': [utf8('['.repeat(200_000)), 'damaged or incomplete'],
  'empty.csv': [new Uint8Array(), 'This file is empty'],
  'blank.csv': [utf8('\n \n\n'), 'This file is empty'],
  'picture.csv': [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), 'aren’t supported'],
}

/** Names and contents of all files of a folder, without the reasons. */
async function contentsOf(...names: string[]) {
  const found: Record<string, string> = {}
  for (const name of await readdir(join(watched.folder, ...names)))
    if (!name.endsWith('.txt'))
      found[name] = (await readFile(join(watched.folder, ...names, name))).toString('base64')
  return found
}

describeDatabases('hostile files', openTestDatabase => {
  test('each needs a person once, with a sentence that says what to do, and a good file beside them is imported', async () => {
    const database = await openTestDatabase()
    const { kysely } = database
    // Programs send the first half; the folder has all of them.
    const entries = Object.entries(hostile)
    for (const [name, [bytes]] of entries.slice(0, entries.length / 2))
      await receiveFile(arrivalOf(database), fileOf('', { name, bytes }))
    for (const [name, [bytes]] of entries) await writeFile(join(watched.folder, name), bytes)
    await writeFile(join(watched.folder, 'good.csv'), ownColumns(2))
    const inbox = watched.watch(database)
    for (let look = 0; look < 2; look++) await inbox.scan()
    await testIntake(database, watched.thread).worker.idle()
    await inbox.scan()

    const waiting = await listFilesForPerson(kysely, 100)
    expect(waiting.map(({ name }) => name).toSorted()).toEqual(Object.keys(hostile).toSorted())
    for (const { name, reason, draftId } of waiting) {
      expect(`${name}: ${reasonSentence(readReason(reason))}`).toContain(hostile[name]?.[1])
      expect(await readLines(kysely, draftId)).toEqual([])
    }
    const all = await listIntakeFiles(kysely, { limit: 100 })
    expect(all).toHaveLength(entries.length + 1)
    expect(all.find(({ name }) => name === 'good.csv')).toMatchObject({ outcome: 'imported' })
    expect(await kysely.selectFrom('draft').select('id').execute()).toHaveLength(entries.length + 1)

    const kept = { ...(await contentsOf('done')), ...(await contentsOf('failed')) }
    const sent = entries.map(([name, [bytes]]) => [name, Buffer.from(bytes).toString('base64')])
    expect(kept).toEqual({
      ...Object.fromEntries(sent),
      'good.csv': Buffer.from(ownColumns(2)).toString('base64'),
    })
    expect((await readdir(watched.folder)).toSorted()).toEqual(['done', 'failed'])
  })
})
