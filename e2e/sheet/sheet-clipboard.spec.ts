import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import { formatTsv } from '@/lib/sheet/codecs/tsv'
import { sampleJapanDraft } from '@/lib/sheet/schema/samples/japan-orders'
import { sheets } from '@/lib/sheet/schema/sheets'
import { block } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { beside, columns, ITEM, NAME, NUMBER, PRICE, Sheet, wide, withPaths, ZIP } from '../support/grid'

test.use({ viewport: wide })

const WAREHOUSE = beside(NUMBER)

test('a block is pasted from the active cell on, verbatim, whatever its cells contain', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, ITEM)
  await sheet.paste('"문 앞에\n""꼭"" 놓아 주세요"\t2\r\n27" 모니터\t1\t9,800\r\n키보드\r\n')
  await expect(sheet.announcement).toHaveText(/Pasted 3 rows/)
  expect(await sheet.cell(1, ITEM).evaluate(cell => cell.textContent)).toBe('문 앞에\n"꼭" 놓아 주세요')
  await sheet.expectTexts(ITEM, 2, ['27" 모니터', '키보드', ''])
  await sheet.expectTexts(beside(ITEM), 1, ['2', '1', ''])
  await sheet.expectTexts(beside(ITEM, 2), 1, ['', '9,800', ''])
  await sheet.expectAt(1, ITEM)
  expect((await sheet.selected()).lines).toEqual([1, 3])
})

test('copy and paste elsewhere gives the same texts, line breaks, quotes and blanks included', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, NAME)
  await sheet.paste('"a\nb"\t27" x\n\t"""q"""\ny\t')
  await sheet.press('Control+C')
  const copied = await sheet.clipboard()
  await sheet.goTo(6, NAME)
  await sheet.press('Control+V')
  await sheet.press('Control+C')
  expect(await sheet.clipboard()).toBe(copied)
  expect(await sheet.cell(6, NAME).evaluate(cell => cell.textContent)).toBe('a\nb')
  await sheet.expectTexts(beside(NAME), 6, ['27" x', '"q"', ''])
})

test('a copied blank cell blanks its target', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, NAME)
  await sheet.paste('a\nb\nc')
  await sheet.goTo(5, NAME)
  await sheet.press('Control+C')
  await sheet.goTo(1, NAME)
  await sheet.press('Shift+ArrowDown', 'Control+V')
  await sheet.expectTexts(NAME, 1, ['', '', 'c'])
})

test('cut removes the texts, and paste inserts them elsewhere', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, NAME)
  await sheet.paste('山田\t080\n佐藤\t090')
  await sheet.press('Control+X')
  await sheet.expectTexts(NAME, 1, ['', ''])
  await sheet.goTo(4, ITEM)
  await sheet.press('Control+V')
  await sheet.expectTexts(ITEM, 4, ['山田', '佐藤'])
  await sheet.expectTexts(beside(ITEM), 4, ['080', '090'])
})

test('a copied row is pasted as a row, wherever in a row the operator is', async ({ operator }) => {
  const lines = ['N1', 'N2'].map(number => ({ [NUMBER]: number, [ITEM]: `Mug of ${number}` }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER, ITEM], lines))
  await sheet.goTo(1, ITEM)
  await sheet.press('Shift+Space', 'Control+C')
  await sheet.goTo(4, ITEM)
  await sheet.press('Control+V')
  await sheet.expectTexts(NUMBER, 1, ['N1', 'N2', '', 'N1'])
  await sheet.expectTexts(ITEM, 1, ['Mug of N1', 'Mug of N2', '', 'Mug of N1'])
})

test('thousands of rows that were cut can be pasted at once, here and in other programs', async ({
  operator,
}) => {
  const numbers = Array.from({ length: 2500 }, (_, i) => `N${i}`)
  const sheet = await Sheet.open(
    operator,
    withPaths(
      [NUMBER],
      numbers.map(number => ({ [NUMBER]: number })),
    ),
  )
  await sheet.press('Control+A', 'Control+X', 'Control+V')
  await expect(sheet.announcement).toHaveText(/Pasted 2,500 rows/)
  await sheet.expectTexts(NUMBER, 1, numbers.slice(0, 3))
  expect((await sheet.clipboard()).split('\n')[2499]).toContain('N2499')
  await sheet.press('Control+Z')
  await sheet.expectTexts(NUMBER, 1, ['', '', ''])
  await sheet.press('Control+Z')
  await sheet.expectTexts(NUMBER, 1, numbers.slice(0, 3))
})

test('one value fills the whole selection', async ({ operator }) => {
  const sheet = await Sheet.open(operator, 'A\nB\nC')
  await sheet.goTo(1, WAREHOUSE)
  await sheet.press('Shift+ArrowDown', 'Shift+ArrowDown')
  await sheet.paste('7\r\n')
  await sheet.expectTexts(WAREHOUSE, 1, ['7', '7', '7'])
})

test('headings place a block by their names, in any order; unknown headings are reported', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(2, ITEM)
  await sheet.paste('Recipient postal code\tGift wrap\tOrder no.*\tＰrice\n150-0041\tyes\tA-1\t12,500')
  await expect(sheet.announcement).toContainText('No columns match Gift wrap.')
  await sheet.expectTexts(NUMBER, 1, ['', 'A-1'])
  await sheet.expectTexts(ZIP, 2, ['150-0041'])
  await sheet.press('Home')
  await sheet.paste('items[].price\trecipient.name\n9,800\t山田')
  await sheet.expectTexts(NAME, 2, ['山田'])
  await sheet.press(
    'End',
    ...Array.from({ length: columns.length - 1 - columns.indexOf(PRICE) }, () => 'ArrowLeft'),
  )
  await sheet.expectTexts(PRICE, 2, ['9,800'])
})

test('a template of a colleague is pasted by its headings, whatever their language; a title above them is left out', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  const headings = sheets['orders/japan'].columns.map(column => headingOf(column, 'ja'))
  const texts = columns.map(column => (column === NAME ? '山田' : column === ZIP ? '150-0041' : ''))
  await sheet.paste(formatTsv([['3月の注文'], headings.toReversed(), texts.toReversed()]))
  await expect(sheet.announcement).toHaveText(
    'Pasted 1 row, matched by header. 1 row above the header was skipped (3月の注文).',
  )
  await sheet.expectTexts(NAME, 1, ['山田'])
  await sheet.expectTexts(ZIP, 1, ['150-0041'])
})

test('a pasted block extends the sheet in one step, and cells that do not fit are reported', async ({
  operator,
}) => {
  const sheet = await Sheet.open(operator)
  await sheet.press('PageDown', 'PageDown', 'PageDown', 'End')
  const last = columns.at(-1) ?? ''
  await sheet.expectAt(40, last)
  await sheet.paste(Array.from({ length: 500 }, (_, i) => `u${i}\tno room ${i}`).join('\n'))
  await expect(sheet.announcement).toContainText(
    '500 cells didn’t fit in the sheet’s columns: no room 0, no room 1, no room 2',
  )
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '542')
  await sheet.press('Control+End')
  await sheet.expectAt(539, last)
  await expect(sheet.cell(539, last)).toHaveText('u499')
  await sheet.press('Control+Z')
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', '42')
  await sheet.expectAt(40, last)
})

test('in a sorted view a block goes to the shown lines, in the shown order', async ({ operator }) => {
  const rows = [
    ['A', '10'],
    ['B', '30'],
    ['C', '20'],
  ]
  const sheet = await Sheet.open(
    operator,
    `${NUMBER}\tpackageInfo.actualWeight\titems[].name\n${rows.map(([a, b]) => `${a}\t${b}\tx`).join('\n')}`,
  )
  await sheet.goTo(1, NUMBER)
  await sheet.press('Alt+Shift+ArrowDown')
  await sheet.expectTexts(NUMBER, 1, ['C', 'B', 'A'])
  await sheet.goTo(1, ITEM)
  await sheet.paste('for C\nfor B')
  await sheet.expectTexts(ITEM, 1, ['for C', 'for B', 'x'])
  await sheet.press('Control+Home', 'Alt+Shift+ArrowDown')
  await sheet.expectTexts(NUMBER, 1, ['A', 'B', 'C'])
  await sheet.expectTexts(ITEM, 1, ['x', 'for B', 'for C'])
})

test('in a filtered view a block changes the shown lines, and no hidden ones', async ({ operator }) => {
  const lines = ['A', 'B', 'C', 'D'].map(number => ({ [NUMBER]: number, [NAME]: number }))
  const sheet = await Sheet.open(operator, withPaths([NUMBER, NAME], lines))
  await sheet.goTo(5, NUMBER)
  await sheet.paste(block(sampleJapanDraft(70_000)))
  await expect(operator.getByRole('button', { name: /^Errors/ })).not.toHaveText('Errors 4')
  const all = Number(await sheet.grid.getAttribute('aria-rowcount'))
  await operator.getByRole('button', { name: /^Errors/ }).click()
  await expect(sheet.grid).not.toHaveAttribute('aria-rowcount', String(all))
  const seen = await sheet.grid.getAttribute('aria-rowcount')
  await expect(sheet.editor).toBeFocused()
  await sheet.press('Control+Home')
  await sheet.goTo(4, ITEM)
  await sheet.paste('p\nq\nr')
  await expect(sheet.announcement).toContainText('Pasted into 3 visible rows.')
  await sheet.expectTexts(ITEM, 4, ['p', 'q', 'r'])
  await expect(sheet.grid).toHaveAttribute('aria-rowcount', seen ?? '')
  await operator.getByRole('button', { name: /^All/ }).click()
  const hidden = sheet.grid.locator(`[data-column="${ITEM}"]`).filter({ hasText: /^[pqr]$/ })
  await expect(hidden).toHaveCount(3)
})

test('a text that is pasted during an edit goes into the edited text', async ({ operator }) => {
  const sheet = await Sheet.open(operator)
  await sheet.goTo(1, NAME)
  await sheet.type('山')
  await sheet.paste('田\t太郎')
  await expect(sheet.editor).toHaveValue('山田\t太郎')
  await sheet.press('Control+A', 'Control+C', 'Enter')
  await expect(sheet.cell(2, NAME)).toHaveText('')
  expect(await sheet.clipboard()).toBe('山田\t太郎')

  // Excel ends a copied cell with a line end, which is not part of its text.
  await sheet.press('F2')
  await sheet.paste('홍길동\r\n')
  await expect(sheet.editor).toHaveValue('홍길동')
  await sheet.press('Control+Z')
  await expect(sheet.editor).toHaveValue('')
})
