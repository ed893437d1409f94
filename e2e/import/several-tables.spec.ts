import { archiveOf } from '@/testing/files/zip'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { setDefaultsLater } from './missing-defaults'

const headings = ['受付', '名（お届け先）', '姓（お届け先）', 'お電話', '〒', '住所', '品', '個数', '単価']
const order = (number: string) => [
  number,
  '太郎',
  '山田',
  '090-1234-5678',
  '150-0041',
  '神南1-2-3',
  '靴下',
  '2',
  '1200',
]

test('an unknown archive is mapped once, and its files are imported: those with the same columns at once, another on request', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  await files.drop({
    name: 'orders.zip',
    bytes: archiveOf({
      'march_1.csv': [headings, order('A1')],
      'march_2.csv': [headings.toReversed(), order('B1').toReversed()],
      'april.csv': [
        [
          '注文番号',
          'お届け先氏名',
          '電話番号',
          '郵便番号',
          '都道府県',
          '市区町村',
          '住所',
          '商品名',
          '数量',
          '単価',
        ],
        ['C1', '鈴木花子', '090-1234-5678', '150-0041', '東京都', '渋谷区', '神南1-2-3', '靴下', '2', '1200'],
      ],
    }),
  })
  const choice = page.getByRole('dialog', { name: 'Choose a sheet' })
  await choice.getByRole('button', { name: 'Choose march_1.csv' }).click()
  const screen = page.getByRole('dialog', { name: 'Match columns' })
  const mapHeading = async (heading: string, word: string) => {
    const field = screen.getByRole('combobox', { name: `Mapping for ${heading}` })
    await field.fill(word)
    await field.press('Tab')
    await expect(field).toHaveValue(word)
  }
  await mapHeading('受付', 'Order number')
  // The given name is the first column of the file, and is chosen first, too.
  await mapHeading('名（お届け先）', 'Recipient name')
  await mapHeading('姓（お届け先）', 'Recipient name')
  await expect(screen.getByRole('complementary')).toContainText('山田 太郎')
  await screen.getByRole('button', { name: /^Import/ }).click()
  await expect(screen).toHaveCount(0)
  await setDefaultsLater(page)

  const summary = await files.importedSummary('orders.zip')
  await expect(workbench.row('A1')).toHaveCount(1)
  await expect(workbench.row('B1')).toHaveCount(1)
  await expect(summary.first()).toContainText('2 tables with the same columns')
  await expect(summary.first()).toContainText('april.csv looks like orders too and wasn’t imported (1 row)')
  await summary.getByRole('button', { name: 'Import april.csv from orders.zip' }).click()
  const rest = page.getByRole('dialog', { name: 'Match columns' })
  // A remembered mapping would match the nearly equal headings of other journeys on this server.
  await rest.getByRole('checkbox', { name: 'Save this mapping as' }).uncheck()
  await rest.getByRole('button', { name: /^Import/ }).click()
  await expect(rest).toHaveCount(0)
  await setDefaultsLater(page)
  await expect(workbench.row('C1')).toHaveCount(1)
  await expect(page.getByText('wasn’t imported')).toHaveCount(0)
  await workbench.saved()
  expect(
    (await workbench.storedTexts()).map(texts => [
      texts['orderInfo.mallOrderNumber'],
      texts['recipient.name'],
    ]),
  ).toEqual([
    ['A1', '山田 太郎'],
    ['B1', '山田 太郎'],
    ['C1', '鈴木花子'],
  ])
})
