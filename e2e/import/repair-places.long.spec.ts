import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

const file = [
  '"orderInfo.mallOrderNumber","recipient.name","recipient.zipCode","recipient.state","recipient.city","recipient.address"',
  '"P-1","山田 太郎","150-0041","JP-13","渋谷区","渋谷区神南1-19-11"',
  '"P-2","佐藤 花子","600001","Hokkaido","札幌市中央区","北一条西2"',
].join('\r\n')

test('a shop’s spellings of places are repaired, and the importer follows', async ({ workbench }) => {
  const { page } = workbench
  const files = new Files(workbench)
  await files.drop({ name: 'places.csv', bytes: new TextEncoder().encode(file) })
  await files.importedSummary('places.csv')

  const looks = page.getByRole('region', { name: 'Suggested fixes' })
  await looks.getByRole('button', { name: /^Fix all 2: .*[Pp]refecture/ }).click()
  await looks.getByRole('button', { name: /^Fix all 2: Recipient address/ }).click()
  await looks.getByRole('button', { name: /^Fix 1 cell: .*postal code/i }).click()
  await expect(looks).toHaveCount(0)
  await workbench.saved()
  expect((await workbench.storedTexts()).slice(-2)).toMatchObject([
    {
      'recipient.state': '東京都',
      'recipient.address': '神南1-19-11',
      'recipient.importerJapaneseState': '東京都',
      'recipient.importerJapaneseAddress': '神南1-19-11',
    },
    {
      'recipient.zipCode': '060-0001',
      'recipient.state': '北海道',
      'recipient.importerJapaneseZipCode': '060-0001',
      'recipient.importerJapaneseState': '北海道',
    },
  ])
})

test('a text with two kinds of damage is offered again, and so is an amount once its currency is known', async ({
  workbench,
}) => {
  const { page } = workbench
  await workbench.paste(
    [
      ['orderInfo.mallOrderNumber', 'recipient.name', 'recipient.contact', 'items[].price'],
      ['P-3', '佐藤 花子様', '０９０ー１２３４ー５６７８', '850円'],
    ]
      .map(row => row.join('\t'))
      .join('\n'),
  )
  const looks = page.getByRole('region', { name: 'Suggested fixes' })
  const fix = (name: string) => looks.getByRole('button', { name: `Fix 1 cell: ${name}` })
  await fix('Recipient name').click()
  await fix('Recipient contact').first().click()
  await expect(looks).toContainText('Replace dashes between digits with hyphens')
  await fix('Recipient contact').click()
  await expect(looks).toHaveCount(0)
  await workbench.write(workbench.row('P-3'), 'items[].currency', 'JPY')
  await fix('Item price').click()
  await workbench.saved()
  expect((await workbench.storedTexts()).at(-1)).toMatchObject({
    'recipient.name': '佐藤 花子',
    'recipient.contact': '090-1234-5678',
    'items[].price': '850',
  })
})
