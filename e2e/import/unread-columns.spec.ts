import type { Locator, Page } from 'playwright/test'
import { expectFlawless } from '../support/axe'
import { expect, test } from '../support/fixtures'
import type { Workbench } from '../support/workbench'
import { setDefaultsLater } from './missing-defaults'

const upload = (page: Page, name: string, rows: readonly (readonly string[])[]) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.map(row => row.join(',')).join('\r\n')),
  })

const target = (screen: Locator, heading: string) =>
  screen.getByRole('combobox', { name: `Mapping for ${heading}` })

async function stored(workbench: Workbench, column: string): Promise<string[]> {
  await workbench.saved()
  return (await workbench.storedTexts()).map(texts => texts[column] ?? '')
}

const headings = [
  ...[
    '注文番号',
    '姓（お届け先）',
    '名（お届け先）',
    '郵便番号（お届け先）',
    '都道府県（お届け先）',
    '市区町村（お届け先）',
  ],
  ...[
    '住所1（お届け先）',
    '住所2（お届け先）',
    '電話番号（ご注文者）',
    '氏名（ご注文者）',
    '商品名',
    '数量',
    '単価',
  ],
]
const rows = [
  [
    'Q-1',
    '山田',
    '太郎',
    '150-0041',
    '東京都',
    '渋谷区',
    '神南1-19-11',
    'パークビル4階',
    '090-1234-5678',
    '山田 太郎',
    '靴下',
    '2',
    '1200',
  ],
  [
    'Q-2',
    '髙﨑',
    '美咲',
    '530-0001',
    '大阪府',
    '大阪市北区',
    '梅田3-1-3',
    '',
    '03-9999-0001',
    '田中 健',
    '鞄',
    '1',
    '9800',
  ],
]

test('an unknown shop opens at once if every heading is read: whole names, buildings, and the buyer’s telephone with a mark', async ({
  workbench,
}) => {
  const { page } = workbench
  await upload(page, '新しい店.csv', [headings, ...rows])
  await expect(workbench.row('Q-2')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const names = await stored(workbench, 'recipient.name')
  expect(names.map(name => name.replaceAll(' ', ''))).toEqual(['山田太郎', '髙﨑美咲'])
  expect(await stored(workbench, 'recipient.addressDetail')).toEqual(['パークビル4階', ''])
  expect(await stored(workbench, 'recipient.contact')).toEqual(['090-1234-5678', '03-9999-0001'])
  // The second order has a different buyer: this cell needs a review.
  await expect(page.getByRole('button', { name: '1 cell to review' })).toBeVisible()
})

test('a file with an unread heading is asked about, with the heading; typing maps nothing until Enter, a choice or leaving the field', async ({
  workbench,
}) => {
  const { page } = workbench
  const strange = headings.map(heading =>
    heading === '住所2（お届け先）' ? '建物情報欄（お届け先）' : heading,
  )
  await upload(page, '新しい店.csv', [strange, ...rows])
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(screen).toBeVisible()
  const unread = screen.getByRole('region', { name: 'Columns that aren’t mapped' })
  await expect(unread).toContainText('1 column isn’t mapped yet')
  // The preview shows codes as the sheet does.
  await expect(screen.getByRole('complementary')).toContainText('JP Japan')
  // The next test asks about a file with nearly the same headings.
  await screen.getByRole('checkbox', { name: 'Save this mapping as' }).uncheck()
  await unread.getByRole('button', { name: 'Go to 建物情報欄（お届け先）' }).click()
  const field = target(screen, '建物情報欄（お届け先）')
  await expect(field).toBeFocused()

  // "Country" is a full word on the way to another one; typing it maps nothing.
  await page.keyboard.type('Recipient country')
  await expect(page.getByRole('option', { name: /^Recipient country/ })).toBeVisible()
  // While the list is open, screen readers get nothing else.
  await expect(page.getByText('not mapped', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await field.fill('建物名')
  await expect(page.getByText('not mapped', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('Recipient address detail')
  await expect(unread).toHaveCount(0)

  // The list offers what the sentence above asks for: not to import the column.
  await field.press('ArrowDown')
  await page.getByRole('option', { name: 'Don’t import' }).click()
  await expect(field).toHaveValue('')
  await expect(screen.getByText('not mapped', { exact: true })).toHaveCount(0)
  await expect(unread).toHaveCount(0)

  // Ctrl+Enter also applies a half-typed text of a field.
  await field.fill('')
  await expect(field).toHaveValue('')
  await field.fill('상세주소')
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  await expect(workbench.row('Q-2')).toBeVisible()
  expect(await stored(workbench, 'recipient.addressDetail')).toEqual(['パークビル4階', ''])
})

test('a row with a comma too many is named before its file is imported, and after', async ({ workbench }) => {
  const { page } = workbench
  const [first = [], second = []] = rows
  await upload(page, '새 쇼핑몰.csv', [headings, first, second.with(-1, '9,800')])
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  const warning = '1 row has more values than there are headings, so some may be in the wrong column: N3'
  await expect(screen).toContainText(warning)
  await expectFlawless(page, 'the warning about a long row', { within: '[role="dialog"]' })
  await screen.getByRole('checkbox', { name: 'Save this mapping as' }).uncheck()
  await page.keyboard.press('Control+Enter')
  await setDefaultsLater(page)
  await expect(page.getByRole('region', { name: 'Import summary of 새 쇼핑몰.csv' })).toContainText(warning)
})

test('half a name is never used as a name: the file is asked about, and the other half is named', async ({
  workbench,
}) => {
  const { page } = workbench
  const half = headings.map(heading => (heading === '姓（お届け先）' ? 'お届け先の苗字欄' : heading))
  await upload(page, '新しい店.csv', [half, ...rows])
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(screen.getByRole('region', { name: 'Columns that aren’t mapped' })).toContainText(
    'お届け先の苗字欄',
  )
  // A column that is left out on purpose is named in the summary.
  await expect(screen.getByRole('combobox', { name: 'Mapping for 注文番号' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)
  await expect(workbench.row('Q-2')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Import summary of 新しい店.csv' })).toContainText(
    '1 column not imported: お届け先の苗字欄',
  )
})

test('a telephone number is never suggested from postal codes, nor a recipient from the buyer without a note', async ({
  workbench,
}) => {
  const { page } = workbench
  const plain = ['番号', '누구', '우편', 'ㅎ', '注文者TEL2', '물건', '몇개', '값']
  const row = ['A-1', '山田太郎', '150-0041', '5300001', '090-1111-2222', '양말', '2', '1200']
  await upload(page, 'x.csv', [plain, row, row.with(0, 'A-2')])
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(screen).toBeVisible()
  await expect(screen.getByRole('button', { name: /^Map Recipient contact from ㅎ/ })).toHaveCount(0)
  await expect(
    screen.getByRole('button', { name: /^Map Recipient contact from 注文者TEL2 buyer’s/ }),
  ).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel' }).click()
})

test('a file of products that is dropped on orders opens there, or is mapped to the orders after all', async ({
  workbench,
}) => {
  const { page } = workbench
  const goods = [
    ['상품코드', '상품명', '판매가', '브랜드', '색상'],
    ['P-1', '지갑', '9900', '한빛', '검정'],
  ]
  await upload(page, '상품목록.csv', goods)
  const question = page.getByRole('dialog', { name: 'This file is for another sheet' })
  await expect(question.getByRole('button', { name: 'Open in a new Products draft' })).toBeVisible()
  await question.getByRole('button', { name: 'Import into this sheet' }).click()
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  await expect(target(screen, '상품명')).toHaveValue('Item name')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect(screen).toHaveCount(0)
})
