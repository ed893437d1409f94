import { expect, test } from 'vitest'
import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { originAt } from '@/lib/import/recipe/values/origins'
import type { ImportRule } from '@/lib/import/rules/rule'
import { writeCells } from '@/lib/sheet/acts/cells'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { awaitMapping, fileOf, openImports, until } from '@/testing/import/import-harness'
import { qoo10OrdersSample } from '@/testing/import/samples/orders/qoo10'
import { sampleFile } from '@/testing/import/samples/sample-file'

const NAME = 'items[].name'
const EMAIL = 'recipient.email'

const rule = (id: string, more: Pick<ImportRule, 'conditions' | 'action'>): ImportRule => ({
  ...{ id, name: `Rule ${id}`, sheet: 'orders/japan', shops: [], shopName: '', isEnabled: true },
  ...more,
})
const email = rule('email', {
  conditions: [],
  action: { kind: 'set', column: EMAIL, text: 'desk@example.com' },
})
const column = (workbook: Workbook, id: string) =>
  workbook.draft.order.map(line => workbook.draft.lines.get(line)?.texts[id] ?? '')

async function importWith(rules: () => readonly ImportRule[]) {
  const opened = openImports({ rules })
  opened.importer.addFiles([fileOf(await sampleFile(qoo10OrdersSample), 'qoo10.csv')])
  await until(() => opened.importer.summaries.length === 1)
  return opened
}

test('rules change the cells of an import, and the summary counts them', async () => {
  const { importer, workbook } = await importWith(() => [email])
  expect(column(workbook, EMAIL)).toEqual(['desk@example.com', '', 'desk@example.com'])
  expect(importer.summaries[0]?.report.rules).toEqual([
    { id: 'email', name: 'Rule email', cells: 2, rows: 0 },
  ])
})

test('rules are undone in one step, typed texts stay, and undo restores the rules', async () => {
  const { importer, workbook } = await importWith(() => [email])
  const [first = ''] = workbook.draft.order
  writeCells(workbook, { ids: [] }, new Map([[first, { [NAME]: 'typed' }]]), null)
  importer.readAgain('file1-', { rules: 'none' })
  await until(() => importer.summaries[0]?.report.ruleState === 'off')
  expect(column(workbook, EMAIL)).toEqual(['', '', ''])
  expect(column(workbook, NAME)[0]).toBe('typed')
  workbook.undo()
  expect(column(workbook, EMAIL)).toEqual(['desk@example.com', '', 'desk@example.com'])
  expect(column(workbook, NAME)[0]).toBe('typed')
  expect(importer.summaries[0]?.report.ruleState).toBe('applied')
})

test('a cell that a person typed keeps its text when rules are applied later', async () => {
  let rules: readonly ImportRule[] = []
  const { importer, workbook } = await importWith(() => rules)
  const [first = ''] = workbook.draft.order
  writeCells(workbook, { ids: [] }, new Map([[first, { [EMAIL]: 'typed@example.com' }]]), null)
  rules = [email]
  importer.readAgain('file1-', { rules: 'apply' })
  await until(() => (importer.summaries[0]?.report.rules.length ?? 0) > 0)
  expect(column(workbook, EMAIL)).toEqual(['typed@example.com', '', 'desk@example.com'])
})

test('the mapping of a file that was mapped by hand stays when its rules are undone', async () => {
  const { importer, workbook } = openImports({ rules: () => [email] })
  importer.addFiles([fileOf('가,나\nX-1,산\nX-2,강\n')])
  const { recipe, table, header } = await awaitMapping(importer)
  const mapped = {
    ...recipe,
    fields: { [NAME]: { take: ['나'] }, 'orderInfo.mallOrderNumber': { take: ['가'] } },
  }
  importer.chooseOptions({ recipe: mapped, table, header })
  await until(() => importer.summaries.length === 1)
  importer.readAgain('file1-', { rules: 'none' })
  await until(() => importer.summaries[0]?.report.ruleState === 'off')
  expect(column(workbook, NAME)).toEqual(['산', '강'])
  expect(column(workbook, EMAIL)).toEqual(['', ''])
})

test('orders that a rule skips are reported, and one click includes them with what other rules changed', async () => {
  const skip = rule('skip', {
    conditions: [{ column: 'orderInfo.mallOrderNumber', test: 'equals', texts: ['88120034'] }],
    action: { kind: 'skip', what: 'order' },
  })
  const { importer, workbook, numbers } = await importWith(() => [skip, email])
  expect(numbers()).toEqual(['88120035'])
  const report = importer.summaries[0]?.report
  expect(report?.orders).toBe(1)
  expect(report?.skippedOrders).toEqual([
    { means: 'rule', number: '88120034', isWhole: true, table: 0, rows: [2, 4] },
  ])
  importer.includeSkipped('file1-', 'rule')
  await until(() => numbers().length === 3)
  expect(numbers()).toEqual(['88120035', '88120034', '88120034'])
  expect(column(workbook, EMAIL)).toEqual(['desk@example.com', 'desk@example.com', ''])
  const line = workbook.draft.lines.get(workbook.draft.order[1] ?? '')
  expect(line?.texts[hiddenColumns.source]).toBe('file1-:0:2')
  expect(originAt(line?.texts ?? {}, EMAIL)?.of).toBe('Rule email')
})

test('an order whose first row a rule skips keeps the texts of the order', async () => {
  const [item = ''] = column((await importWith(() => [])).workbook, NAME)
  const skip = rule('skip', {
    conditions: [{ column: NAME, test: 'equals', texts: [item] }],
    action: { kind: 'skip', what: 'row' },
  })
  const whole = await importWith(() => [])
  const { workbook } = await importWith(() => [skip])
  expect(column(workbook, 'recipient.name')).toEqual(
    column(whole.workbook, 'recipient.name').filter(name => name !== ''),
  )
})
