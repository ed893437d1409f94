import { expect, test } from 'vitest'
import type { Outline, ReadOptions } from '@/lib/import/reader/protocol'
import { questionOf } from '@/lib/import/reader/question'
import { Reader } from '@/lib/import/reader/reader'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { archiveOf } from '@/testing/files/zip'
import { plainHeadings, plainOrder } from '@/testing/import/plain-orders'
import { reduce } from './reducer'
import { type ImportCommand, type ImportEvent, type ImportState, initialState, isReadingAgain } from './state'

const bytesOf = (rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(rows.map(row => row.join(',')).join('\r\n'))

async function read(
  name: string,
  bytes: Uint8Array,
  sheet: SheetId = 'orders/japan',
  options: ReadOptions = {},
) {
  const reader = new Reader({ id: 'F', name, bytes, sheet, remembered: [] })
  const outcome = await reader.read(options)
  if (outcome.kind !== 'outline') throw new Error(name)
  return { outline: outcome.outline, counts: await reader.counts(), excerpt: reader.excerpt() }
}

/** The question about a file that is dropped on a sheet; undefined: the file is imported at once. */
const question = async (name: string, bytes: Uint8Array, sheet: SheetId = 'orders/japan') =>
  questionOf((await read(name, bytes, sheet)).outline, {}, sheet)

const orders = [plainHeadings, plainOrder('Q1')]
const products = [
  ['상품코드', '상품명', '판매가', '재고', '대표이미지'],
  ['P-1', '양말', '9000', '5', 'https://x.example/1.jpg'],
]
const notes = [['読んでください'], ['お問い合わせ: 03-0000-0000']]

test('a file with headings only is reported as empty, and nothing is imported', async () => {
  expect(await question('orders.csv', bytesOf(orders.slice(0, 1)))).toBe('empty')
  expect(await question('orders.csv', bytesOf(orders))).toBeUndefined()
})

test('a table is asked for only if several are possible', async () => {
  expect(await question('one.zip', archiveOf({ 'readme.csv': notes, 'orders.csv': orders }))).toBeUndefined()
  const others = orders.map((row, at) => [...row, at === 0 ? '備考' : ''])
  expect(await question('two.zip', archiveOf({ 'a.csv': orders, 'b.csv': others }))).toBe('choosing')
  expect(await question('none.zip', archiveOf({ 'a.csv': notes, 'b.csv': [['x', 'y'], ...notes] }))).toBe(
    'choosing',
  )
})

test('a file of products that is dropped on orders belongs to the products, and a file of orders vice versa', async () => {
  const goods = await read('goods.csv', bytesOf(products))
  expect(goods.outline.mapping).toMatchObject({ sheet: 'products', by: 'guess' })
  expect(questionOf(goods.outline, {}, 'orders/japan')).toBe('elsewhere')
  const sold = await read('orders.csv', bytesOf(orders), 'products')
  expect(sold.outline.mapping).toMatchObject({ sheet: 'orders/japan' })
  expect(questionOf(sold.outline, {}, 'products')).toBe('elsewhere')
  // Goods without any person's name may be the items of an order whose number is in another file.
  const items = [['상품명', '수량'], ...products.slice(1).map(([, name = '']) => [name, '1'])]
  expect(await question('items.csv', bytesOf(items))).toBe('mapping')
})

// Transitions. A page is a state that takes events; `ran` lists the commands since it was last asked.

function page() {
  let state: ImportState = initialState('orders/japan')
  let commands: ImportCommand[] = []
  const send = (event: ImportEvent) => {
    const [next, more] = reduce(state, event)
    state = next
    commands.push(...more)
  }
  return {
    send,
    /** The result of the work that is under way. */
    report: (
      event: ImportEvent extends infer E ? (E extends { job: number } ? Omit<E, 'job'> : never) : never,
    ) => send({ ...event, job: state.job } as ImportEvent),
    get state() {
      return state
    },
    get at() {
      return state.stage.at
    },
    ran: () => {
      const names = commands.map(({ run }) => run)
      commands = []
      return names
    },
  }
}

const file = (name: string) => ({ id: `id of ${name}`, file: new File([], name) })
const { outline, counts, excerpt } = await read('a.csv', bytesOf(orders))
const outlineOf = (name: string, changes: Partial<Outline> = {}): Outline => ({
  ...outline,
  ...changes,
  id: `id of ${name}`,
  name,
})
const result = { firstLine: 'L1', lines: 1, lockedLines: 0, keptEdits: 0, step: undefined }

/** A page with one imported file, `a.csv`. */
function imported() {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv')] })
  here.report({ type: 'outlined', outline: outlineOf('a.csv') })
  here.report({ type: 'imported', counts, result })
  here.ran()
  const report = here.state.summaries[0]?.report
  if (!report) throw new Error('not imported')
  return { here, report, purpose: { id: report.id, name: report.name, before: previous } }
}
const previous = { reading: '', onlyThisTable: true, header: 0, recipe: outline.mapping.recipe }
const ofFile = { firstLine: 'L1', lines: 1, tables: [0], reading: '' }

test('a file is opened, read, imported and uploaded, and its worker stays open', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv')] })
  expect([here.at, here.ran()]).toEqual(['reading', ['open', 'read']])
  here.report({ type: 'outlined', outline: outlineOf('a.csv') })
  expect([here.at, here.ran()]).toEqual(['importing', ['import']])
  here.report({ type: 'imported', counts, result })
  expect([here.at, here.ran()]).toEqual(['idle', ['markImported', 'announceImported', 'upload']])
  expect(here.state.last?.id).toBe('id of a.csv')
  here.send({ type: 'uploaded', worker: 1, id: 'id of a.csv', status: { state: 'kept' } })
  expect([here.state.summaries[0]?.upload, here.ran()]).toEqual([{ state: 'kept' }, []])
})

test('files wait for each other, and a file that cannot be read holds the next until the operator goes on', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv'), file('b.csv')] })
  expect(here.state.queue).toHaveLength(1)
  here.report({ type: 'readFailed', failure: { code: 'empty' } })
  expect([here.at, here.state.queue.length]).toEqual(['failed', 1])
  here.ran()
  here.send({ type: 'cancelled' })
  expect([here.at, here.ran()]).toEqual(['reading', ['close', 'open', 'read']])
})

test('a file that is added after a failure starts at once', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv')] })
  here.report({ type: 'readFailed', failure: { code: 'gone' } })
  here.send({ type: 'filesAdded', files: [file('b.csv')] })
  expect(here.state.stage).toMatchObject({ at: 'reading', active: { id: 'id of b.csv' } })
})

test('a password is tried on the file that asked for it', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.xlsx')] })
  here.report({ type: 'readFailed', failure: { code: 'password_needed' } })
  here.ran()
  here.send({ type: 'optionsChosen', options: { password: 'secret' } })
  expect(here.state.stage).toMatchObject({
    at: 'reading',
    active: { worker: 1 },
    options: { password: 'secret' },
  })
  expect(here.ran()).toEqual(['read'])
})

test('an unknown mapping is asked about once its rows are loaded, and an unknown status after it', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv')] })
  const unknown = outlineOf('a.csv', {
    isSure: false,
    statuses: [{ heading: '状況', text: '31', number: 'N1' }],
  })
  here.report({ type: 'outlined', outline: unknown })
  expect([here.at, here.ran()]).toEqual(['reading', ['open', 'read', 'inspect']])
  here.report({ type: 'inspected', report: { ...unknown, ...counts }, excerpt })
  expect(here.at).toBe('mapping')
  const { recipe } = unknown.mapping
  here.send({ type: 'optionsChosen', options: { recipe } })
  here.report({ type: 'outlined', outline: unknown })
  expect(here.state.stage).toMatchObject({ at: 'statuses', options: { recipe } })
})

test('results of cancelled work change nothing', () => {
  const here = page()
  here.send({ type: 'filesAdded', files: [file('a.csv')] })
  const { job } = here.state
  here.send({ type: 'cancelled' })
  expect([here.at, here.ran()]).toEqual(['idle', ['open', 'read', 'close']])
  here.send({ type: 'outlined', job, outline: outlineOf('a.csv') })
  here.send({ type: 'imported', job, counts, result })
  expect([here.at, here.state.summaries, here.ran()]).toEqual(['idle', [], []])
})

test('a file that is read again replaces its lines, and cancelling that keeps it open', () => {
  const { here, purpose } = imported()
  here.send({ type: 'readAgainRequested', purpose, options: { encoding: 'euc-kr' } })
  expect([here.at, here.ran(), isReadingAgain(here.state)]).toEqual(['reading', ['read'], true])
  here.send({ type: 'cancelled' })
  expect([here.at, here.ran()]).toEqual(['idle', []])
  here.send({ type: 'readAgainRequested', purpose, options: { encoding: 'euc-kr' } })
  here.report({ type: 'outlined', outline: outlineOf('a.csv') })
  const [, [command]] = reduce(here.state, { type: 'cancelled' })
  expect(command).toBeUndefined()
  here.report({ type: 'imported', counts, result })
  expect(here.state.summaries).toHaveLength(2)
})

test('the lines of an earlier reading are replaced, those of another file are not', () => {
  const { here, purpose } = imported()
  const importOf = (outlined: Outline) => {
    const [, commands] = reduce(here.state, { type: 'outlined', job: here.state.job, outline: outlined })
    return commands[0]
  }
  here.send({ type: 'readAgainRequested', purpose, options: {} })
  expect(importOf(outlineOf('a.csv'))).toMatchObject({ run: 'import', isReplacing: true })
  here.send({ type: 'cancelled' })
  here.send({ type: 'filesAdded', files: [file('b.csv')] })
  expect(importOf(outlineOf('b.csv'))).toMatchObject({ run: 'import', isReplacing: false })
})

test('the file before the last one is closed after the upload of its original, and not earlier', () => {
  const { here } = imported()
  here.send({ type: 'filesAdded', files: [file('b.csv')] })
  here.report({ type: 'outlined', outline: outlineOf('b.csv') })
  here.report({ type: 'imported', counts, result })
  expect(here.ran()).not.toContain('close')
  here.send({ type: 'uploaded', worker: 1, id: 'id of a.csv', status: { state: 'kept' } })
  expect(here.ran()).toEqual(['close'])
})

test('while two readings of a file are uploaded, the first response closes nothing', () => {
  const { here, purpose } = imported()
  here.send({ type: 'readAgainRequested', purpose, options: {} })
  here.report({ type: 'outlined', outline: outlineOf('a.csv') })
  here.report({ type: 'imported', counts, result })
  here.send({ type: 'filesAdded', files: [file('b.csv')] })
  here.report({ type: 'outlined', outline: outlineOf('b.csv') })
  here.report({ type: 'imported', counts, result })
  here.ran()
  const uploaded = { type: 'uploaded', worker: 1, id: 'id of a.csv', status: { state: 'kept' } } as const
  here.send(uploaded)
  expect(here.ran()).toEqual([])
  here.send(uploaded)
  expect(here.ran()).toEqual(['close'])
})

test('a file that is not open is fetched and read as before, and then the requested action runs', () => {
  const { here, purpose } = imported()
  here.send({ type: 'filesAdded', files: [file('b.csv')] })
  here.report({ type: 'outlined', outline: outlineOf('b.csv') })
  here.report({ type: 'imported', counts, result })
  here.ran()
  here.send({ type: 'includeRequested', purpose, state: 'cancelled' })
  expect([here.at, here.ran()]).toEqual(['fetching', ['fetchOriginal']])
  here.report({ type: 'originalFetched', file: new File([], 'a.csv'), of: ofFile })
  expect([here.at, here.ran(), isReadingAgain(here.state)]).toEqual(['reading', ['open', 'read'], true])
  here.report({ type: 'outlined', outline: outlineOf('a.csv') })
  expect([here.at, here.ran()]).toEqual(['reading', ['count']])
  here.report({ type: 'reopened', report: { ...outlineOf('a.csv'), ...counts }, known: undefined })
  expect([here.at, here.ran()]).toEqual(['including', ['markImported', 'include']])
  here.report({ type: 'included', result: { orders: 1, firstLine: 'L2' } })
  expect([here.at, here.ran()]).toEqual(['idle', ['announceIncluded']])
})

test('an original that cannot be fetched is a failure with the name of the file', () => {
  const { here, purpose } = imported()
  here.send({ type: 'reopenRequested', request: { ...purpose, id: 'other', of: ofFile }, known: undefined })
  here.report({ type: 'originalFetched', file: undefined, of: ofFile })
  expect(here.state.stage).toEqual({ at: 'failed', name: 'a.csv', failure: { code: 'unavailable' } })
})

test('a summary that was closed is shown again without reading the open file', () => {
  const { here, purpose } = imported()
  here.send({ type: 'dismissed', id: purpose.id })
  expect(here.state.dismissed.has(purpose.id)).toBe(true)
  const [known] = here.state.summaries
  here.send({ type: 'reopenRequested', request: { ...purpose, of: ofFile }, known })
  expect([here.at, here.ran(), here.state.dismissed.size]).toEqual(['idle', [], 0])
  expect(here.state.summaries).toMatchObject([{ isReopened: true }])
})

test('another table of an open file is imported as a file of its own', () => {
  const { here, report } = imported()
  here.send({ type: 'tableRequested', report, table: 2, newId: 'second' })
  expect(here.state.stage).toMatchObject({ at: 'reading', active: { id: 'second' }, options: { table: 2 } })
  expect(here.ran()).toEqual(['open', 'read'])
})

test('undo to an earlier reading has the worker read the file so, unless undo goes on meanwhile', () => {
  const { here, report } = imported()
  const earlier = { ...report, reading: 'earlier' }
  here.send({ type: 'sheetChanged', current: earlier })
  here.send({ type: 'sheetChanged', current: earlier })
  expect(here.ran()).toEqual(['restoreReading'])
  here.send({ type: 'sheetChanged', current: report })
  here.send({ type: 'readingRestored', worker: 1, report: earlier, isRead: true })
  expect([here.state.last?.report, here.ran()]).toEqual([report, ['restoreReading']])
  here.send({ type: 'readingRestored', worker: 1, report, isRead: true })
  expect([here.state.last?.restoring, here.ran()]).toEqual([
    undefined,
    ['markImported', 'announceReadingChanged'],
  ])
})

test('a page that closes ends every worker, and takes files again where React mounts it twice', () => {
  const { here } = imported()
  here.send({ type: 'filesAdded', files: [file('b.csv'), file('c.csv')] })
  here.ran()
  here.send({ type: 'disposed' })
  expect([here.at, here.state.queue, here.ran()]).toEqual(['idle', [], ['close', 'close']])
  here.send({ type: 'filesAdded', files: [file('d.csv')] })
  expect(here.at).toBe('reading')
})

test('a worker that dies is a failure, and no request starts while a file is under way', () => {
  const { here, purpose } = imported()
  here.send({ type: 'readAgainRequested', purpose, options: {} })
  here.send({ type: 'includeRequested', purpose, state: 'cancelled' })
  here.send({ type: 'mappingRequested', purpose, report: { ...outlineOf('a.csv'), ...counts } })
  expect([here.at, here.ran()]).toEqual(['reading', ['read']])
  here.report({ type: 'readFailed', failure: { code: 'gone' } })
  expect(here.state.stage).toMatchObject({ at: 'failed', name: 'a.csv', failure: { code: 'gone' } })
})
