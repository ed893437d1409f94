import { expect, test } from 'vitest'
import { hiddenColumns, parseSourcePosition } from '@/lib/import/recipe/hidden-columns'
import { writeCells } from '@/lib/sheet/acts/cells'
import { removeLines } from '@/lib/sheet/acts/lines'
import { emptyPatch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { UnsentChanges } from '@/lib/sheet/sync/unsent'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { awaitMapping, fileOf, NUMBER, openImports, until } from '@/testing/import/import-harness'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { shopifyProductsSample } from '@/testing/import/samples/products/shopify'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { SavedDraft } from '@/testing/sheet/sync-harness'
import { linesByFile, readingOfReport } from './files/reopen'

const qoo10 = async () => fileOf(await sampleFile(qoo10OrdersSample), 'qoo10.csv')

test('files that are dropped together are imported one after the other, and each original is stored', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([await qoo10(), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(() => importer.summaries.length === 2)
  expect(numbers()).toEqual(['88120034', '88120034', '88120035', 'O-1'])
  await until(() => importer.summaries.every(({ upload: kept }) => kept.state === 'kept'))
  expect(importer.summaries.map(({ report }) => report.name)).toEqual(['own.csv', 'qoo10.csv'])
  expect(importer.stage.at).toBe('idle')
})

test('an order that two files contain is two orders with a repeated number, so nothing of it is sent twice', async () => {
  const { workbook, importer } = openImports()
  const row = (number: string, item = 'bag') => `${number},山田,${item}\n`
  const headings = `${NUMBER},recipient.name,items[].name\n`
  importer.addFiles([
    fileOf(headings + row('A-1') + row('A-1', 'hat') + row('A-2'), 'monday.csv'),
    fileOf(headings + row('A-2') + row('A-3'), 'tuesday.csv'),
  ])
  await until(() => importer.summaries.length === 2)
  const orders = [...workbook.index.all()]
  expect(orders.map(({ lines }) => lines.length)).toEqual([2, 1, 1, 1])
  const isRepeated = ({ firstLine }: (typeof orders)[number]) => workbook.index.isRepeated(firstLine)
  expect(orders.filter(isRepeated).map(({ firstLine }) => workbook.index.numberOf(firstLine))).toEqual([
    'A-2',
    'A-2',
  ])
})

test('the mapping of an unknown file is asked for, and the file is imported by it', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf('가,나\nX-1,산\nX-2,강\n')])
  const { recipe, table, header } = await awaitMapping(importer)
  expect(numbers()).toEqual([])
  importer.chooseOptions({ recipe: { ...recipe, fields: { [NUMBER]: { take: ['가'] } } }, table, header })
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['X-1', 'X-2'])
})

/** Lines as another page imports them from a file. */
const importedElsewhere = (file: string): Line[] =>
  ['X-1', 'X-2'].map((number, i) => ({
    id: `other${i}`,
    rank: i + 1,
    texts: { [NUMBER]: number, [hiddenColumns.source]: `${file}:0:${i + 2}` },
  }))

test('the mapping of a file that waited is no longer asked for once a colleague has imported it', async () => {
  const { workbook, importer, numbers, found } = openImports()
  importer.addStoredFile('W', fileOf('가,나\nX-1,산\nX-2,강\n', 'waiting.csv'))
  importer.addFiles([fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(() => importer.stage.at === 'mapping')
  importer.onSheetChanged()
  expect(importer.stage.at).toBe('mapping')
  workbook.applyRemote({ ...emptyPatch, inserted: importedElsewhere('W') })
  importer.onSheetChanged()
  expect(found).toEqual(['waiting.csv'])
  // The next file is imported.
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['X-1', 'X-2', 'O-1'])
  expect(importer.stage.at).toBe('idle')
})

test('a file that waited is not imported a second time while the sheet has its rows', async () => {
  const { workbook, importer, numbers, found } = openImports()
  importer.addStoredFile('W', fileOf(`${NUMBER},recipient.name\nX-1,山田\nX-2,山田\n`, 'waiting.csv'))
  workbook.applyRemote({ ...emptyPatch, inserted: importedElsewhere('W') })
  importer.onSheetChanged()
  await until(() => importer.stage.at === 'idle')
  expect(found).toEqual(['waiting.csv'])
  expect(numbers()).toEqual(['X-1', 'X-2'])
  expect(importer.summaries).toEqual([])
})

/** A page of a draft with a file that waits, as an operator continues its import. */
function openWaiting(server: SavedDraft, name: string) {
  const page = openImports()
  const unsent = new UnsentChanges(page.workbook.draft, server.revision, NUMBER)
  page.workbook.onPatch = (patch, isPart) => unsent.record(patch, undefined, isPart)
  page.workbook.onActEnd = () => unsent.endAct()
  let saves = 0
  const save = () => {
    const { save } = unsent.nextSave(1_000_000)
    if (!save) return
    const { revision, differing } = server.save(name, ++saves, save)
    page.workbook.applyRemote(unsent.confirm(revision, { lines: differing, removed: [] }))
  }
  const read = () => page.workbook.applyRemote(unsent.mergeRemote(server.linesSince(0)))
  return { ...page, save, read }
}

test.each(['saves first', 'reads first'])(
  'a file that waited is imported once by two pages that import it at the same moment: the second one %s',
  async first => {
    const server = new SavedDraft(NUMBER)
    const [kim, mina] = [openWaiting(server, 'kim'), openWaiting(server, 'mina')]
    for (const { importer } of [kim, mina]) {
      importer.addStoredFile('W', fileOf('가,나\nX-1,산\nX-2,강\nX-2,들\n', 'waiting.csv'))
      const { recipe, table, header } = await awaitMapping(importer)
      importer.chooseOptions({ recipe: { ...recipe, fields: { [NUMBER]: { take: ['가'] } } }, table, header })
    }
    await until(() => [kim, mina].every(({ importer }) => importer.summaries.length === 1))
    kim.save()
    if (first === 'reads first') mina.read()
    mina.save()
    for (const { read, numbers } of [kim, mina]) {
      read()
      expect(numbers()).toEqual(['X-1', 'X-2', 'X-2'])
    }
    expect(server.conflicts).toEqual([])
  },
)

test('a file whose lines were removed is imported again by another page, and undo and redo double no line', async () => {
  const server = new SavedDraft(NUMBER)
  const [kim, mina] = [openWaiting(server, 'kim'), openWaiting(server, 'mina')]
  const importBy = async ({ importer }: typeof kim) => {
    importer.addStoredFile('W', fileOf('가,나\nX-1,산\nX-2,강\nX-2,들\n', 'waiting.csv'))
    const { recipe, table, header } = await awaitMapping(importer)
    importer.chooseOptions({ recipe: { ...recipe, fields: { [NUMBER]: { take: ['가'] } } }, table, header })
    await until(() => importer.summaries.length === 1)
  }
  const expectOnce = () => {
    for (const { read, save } of [kim, mina, kim]) {
      read()
      save()
    }
    for (const { numbers } of [kim, mina]) expect(numbers()).toEqual(['X-1', 'X-2', 'X-2'])
  }
  await importBy(kim)
  kim.save()
  removeLines(kim.workbook, [...kim.workbook.draft.order], null)
  kim.save()
  mina.read()
  await importBy(mina)
  mina.save()
  expectOnce()
  // The removal is undone while the lines are there again.
  kim.workbook.undo()
  expectOnce()
  mina.workbook.undo()
  mina.save()
  kim.read()
  expect(kim.numbers()).toEqual([])
  mina.workbook.redo()
  mina.save()
  expectOnce()
})

test('orders of a file that were skipped are included once by two pages at the same moment', async () => {
  const order = (number: string, status: string) =>
    `${number},山田太郎,090-1234-5678,150-0041,神南1-2-3,${status},양말,1,1200`
  const rows = [
    '주문번호,수취인명,연락처,우편번호,주소,주문상태,상품명,수량,판매가',
    order('N1', '결제완료'),
    order('N2', '취소완료'),
  ]
  const importBoth = async () => {
    const { importer, workbook, numbers } = openImports()
    importer.addStoredFile('W', fileOf(rows.join('\n'), 'waiting.csv'))
    await until(() => importer.summaries.length === 1)
    importer.includeSkipped('W', 'cancelled')
    await until(() => numbers().length === 2)
    return [...workbook.draft.order]
  }
  expect(await importBoth()).toEqual(await importBoth())
})

test('a file for another sheet is not imported into this one', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([fileOf(await sampleFile(shopifyProductsSample), 'products.csv')])
  await until(() => importer.stage.at === 'elsewhere')
  expect(numbers()).toEqual([])
})

test('a dying worker is reported, and the next file is imported', async () => {
  const { importer, numbers } = openImports({ dying: ['bomb.xlsx'] })
  importer.addFiles([fileOf('x', 'bomb.xlsx')])
  await until(() => importer.stage.at === 'failed')
  expect(importer.stage).toMatchObject({ name: 'bomb.xlsx', failure: { code: 'gone' } })
  importer.addFiles([await qoo10()])
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toHaveLength(3)
})

test('after a cancelled file the next one is imported', async () => {
  const { importer, numbers } = openImports()
  importer.addFiles([await qoo10(), fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  importer.cancel()
  await until(() => importer.summaries.length === 1)
  expect(numbers()).toEqual(['O-1'])
})

/** Fits two encodings: 가각 in CP949, half-width kana in Shift_JIS. */
const both = () => {
  const text = (content: string) => new TextEncoder().encode(content)
  const letters = Uint8Array.of(0xb0, 0xa1, 0xb0, 0xa2)
  const bytes = [...text(`${NUMBER},recipient.name\r\nE-1,`), ...letters, ...text('\r\n')]
  return fileOf(new Uint8Array(bytes), 'both.csv')
}
/** The reading that imported the first line. */
const readingIn = (workbook: Workbook) => {
  const [first = ''] = workbook.draft.order
  return parseSourcePosition(workbook.draft.lines.get(first)?.texts[hiddenColumns.source])?.reading ?? 'none'
}
const nameIn = (workbook: Workbook) =>
  workbook.text({ line: workbook.draft.order[0] ?? '', column: 'recipient.name' })

test('undo of another reading shows the reading before it, whose rows can be read again', async () => {
  const { workbook, importer } = openImports()
  importer.addFiles([both()])
  await until(() => importer.summaries.length === 1 || importer.stage.at === 'failed')
  if (importer.stage.at === 'failed') importer.chooseOptions({ encoding: 'euc-kr' })
  await until(() => importer.summaries.length === 1)
  const [first] = importer.summaries
  const id = first?.report.id ?? ''
  const before = nameIn(workbook)
  const other = first?.report.text?.encoding === 'euc-kr' ? 'shift_jis' : 'euc-kr'
  importer.readAgain(id, { encoding: other })
  await until(() => importer.summaries[0]?.report.text?.encoding === other)
  expect(nameIn(workbook)).not.toBe(before)

  workbook.undo()
  expect(nameIn(workbook)).toBe(before)
  expect(importer.summaries.map(({ report }) => report.text)).toEqual([first?.report.text])
  importer.onSheetChanged()
  await until(() => importer.state.last?.restoring === undefined)
  expect(await importer.rows({ file: id, table: 0, reading: readingIn(workbook) }, [2])).toEqual([
    [2, ['E-1', before]],
  ])

  workbook.redo()
  importer.onSheetChanged()
  await until(() => importer.state.last?.restoring === undefined)
  expect(importer.summaries.map(({ report }) => report.text?.encoding)).toEqual([other])
  expect(await importer.rows({ file: id, table: 0, reading: readingIn(workbook) }, [2])).toEqual([
    [2, ['E-1', nameIn(workbook)]],
  ])
})

test('lines of another reading are traced to the right reading when undo goes back over a later file', async () => {
  const { workbook, importer, uploaded } = openImports()
  importer.addFiles([both()])
  await until(() => importer.summaries.length === 1 || importer.stage.at === 'failed')
  if (importer.stage.at === 'failed') importer.chooseOptions({ encoding: 'euc-kr' })
  await until(() => importer.summaries.length === 1)
  const id = importer.summaries[0]?.report.id ?? ''
  const traced = () => uploaded.get(`${id}:${readingIn(workbook)}`)
  const before = nameIn(workbook)
  importer.readAgain(id, { encoding: 'shift_jis' })
  await until(() => importer.stage.at === 'idle' && nameIn(workbook) !== before)
  const after = nameIn(workbook)
  importer.addFiles([await qoo10()])
  await until(
    () => importer.summaries.length === 2 && importer.summaries.every(one => one.upload.state === 'kept'),
  )
  expect(traced()).toEqual(['E-1', after])

  workbook.undo()
  workbook.undo()
  expect(nameIn(workbook)).toBe(before)
  expect(traced()).toEqual(['E-1', before])
  workbook.redo()
  expect(traced()).toEqual(['E-1', after])
})

test('a file whose orders are partly at the service is reopened with its last reading', async () => {
  const { workbook, importer } = openImports()
  importer.addFiles([await qoo10()])
  await until(() => importer.summaries.length === 1)
  const lineIds = workbook.draft.order.slice(0, 2)
  const sent = { mallOrderNumber: '88120034', state: 'registered', fingerprint: '', orderId: '1' } as const
  workbook.serverFacts.addOutcomes([{ ...sent, lineIds, failures: [] }])
  const { report } = importer.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was imported')
  const { recipe, table, header } = report.mapping
  importer.readAgain(report.id, { recipe: { ...recipe, name: 'mine' }, table, header })
  await until(() => importer.stage.at === 'idle' && importer.summaries[0]?.report.mapping.by === 'remembered')
  expect(readingIn(workbook)).toBe('')
  expect((await linesByFile(workbook)).get(report.id)).toMatchObject({
    lines: 3,
    reading: importer.summaries[0]?.report.reading,
  })
  expect(importer.summaries[0]?.report.reading).not.toBe('')
})

test('typed text stays when a file is read another way, also where the encoding was wrong before', async () => {
  const { workbook, importer } = openImports()
  importer.addFiles([both()])
  await until(() => importer.summaries.length === 1 || importer.stage.at === 'failed')
  if (importer.stage.at === 'failed') importer.chooseOptions({ encoding: 'euc-kr' })
  await until(() => importer.summaries.length === 1)
  const type = (column: string, text: string) =>
    writeCells(workbook, { ids: [] }, new Map([[workbook.draft.order[0] ?? '', { [column]: text }]]), null)
  type('recipient.city', '渋谷区')
  const id = importer.summaries[0]?.report.id ?? ''
  importer.readAgain(id, { encoding: 'shift_jis' })
  await until(() => importer.stage.at === 'idle' && nameIn(workbook).startsWith('ｰ'))
  expect(importer.summaries[0]?.result.keptEdits).toBe(1)
  type('recipient.name', '山田')
  importer.readAgain(id, { encoding: 'euc-kr' })
  await until(() => importer.stage.at === 'idle' && importer.summaries[0]?.report.text?.encoding === 'euc-kr')
  const textIn = (column: string) => workbook.text({ line: workbook.draft.order[0] ?? '', column })
  expect(['recipient.name', 'recipient.city'].map(textIn)).toEqual(['山田', '渋谷区'])
  expect(workbook.draft.order).toHaveLength(1)
})

test('a file of an earlier session is fetched, shown again and read another way, without doubling its lines', async () => {
  const earlier = openImports()
  earlier.importer.addFiles([await qoo10()])
  await until(() => earlier.importer.summaries[0]?.upload.state === 'kept')
  const { report } = earlier.importer.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was imported')

  const { workbook, importer, numbers } = openImports({
    workbook: earlier.workbook,
    original: await qoo10(),
  })
  expect(importer.summaries).toEqual([])
  const of = (await linesByFile(workbook)).get(report.id)
  if (!of) throw new Error('no line of it')
  expect(of).toMatchObject({ lines: 3, tables: [0] })
  importer.reopen({ id: report.id, name: report.name, before: readingOfReport(report), of })
  await until(() => importer.stage.at === 'idle' || importer.stage.at === 'failed')
  expect(importer.summaries[0]?.report.mapping).toMatchObject({
    by: 'recipe',
    mapped: report.mapping.mapped,
  })
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])

  const { recipe, table, header } = report.mapping
  const rest = Object.fromEntries(Object.entries(recipe.fields).filter(([id]) => id !== 'recipient.name'))
  importer.readAgain(report.id, { recipe: { ...recipe, fields: rest }, table, header })
  await until(() => importer.summaries[0]?.report.mapping.by === 'remembered')
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])
  expect(nameIn(workbook)).toBe('')
})

test('an original that cannot be fetched is reported, and the sheet stays as it was', async () => {
  const earlier = openImports()
  earlier.importer.addFiles([await qoo10()])
  await until(() => earlier.importer.summaries.length === 1)
  const { report } = earlier.importer.summaries[0] ?? { report: undefined }
  if (!report) throw new Error('nothing was imported')
  const { importer, numbers } = openImports({ workbook: earlier.workbook })
  const of = { firstLine: undefined, lines: 3, tables: [0], reading: '' }
  importer.reopen({ id: report.id, name: report.name, before: readingOfReport(report), of })
  await until(() => importer.stage.at === 'idle' || importer.stage.at === 'failed')
  expect(importer.stage).toMatchObject({ at: 'failed', failure: { code: 'unavailable' } })
  expect(numbers()).toHaveLength(3)
})

test('the newer of two files is undone, and the older one can still be read another way', async () => {
  const original = await qoo10()
  const { workbook, importer, numbers } = openImports({ original })
  importer.addFiles([original, fileOf(`${NUMBER},recipient.name\nO-1,山田\n`, 'own.csv')])
  await until(
    () =>
      importer.summaries.every(({ upload: kept }) => kept.state === 'kept') &&
      importer.summaries.length === 2,
  )
  workbook.undo()
  expect(importer.summaries.map(({ report }) => report.name)).toEqual(['qoo10.csv'])
  const [left] = importer.summaries
  if (!left) throw new Error('nothing is left')
  expect(importer.canRead(left)).toBe(true)
  importer.editMapping(left.report.id)
  await until(() => importer.stage.at === 'mapping')
  expect(numbers()).toEqual(['88120034', '88120034', '88120035'])
})

test('a closed summary is shown again on request', async () => {
  const { workbook, importer } = openImports()
  importer.addFiles([await qoo10()])
  await until(() => importer.summaries[0]?.upload.state === 'kept')
  const [summary] = importer.summaries
  if (!summary) throw new Error('nothing was imported')
  const { report } = summary
  importer.dismiss(report.id)
  expect(importer.isShown(summary)).toBe(false)
  const of = (await linesByFile(workbook)).get(report.id)
  if (!of) throw new Error('no line of it')
  importer.reopen({ id: report.id, name: report.name, before: readingOfReport(report), of })
  await until(() => importer.stage.at === 'idle' || importer.stage.at === 'failed')
  expect(importer.summaries.filter(importer.isShown)).toHaveLength(1)
})
