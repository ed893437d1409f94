import { hiddenColumns } from '@/lib/import/recipe/hidden-columns'
import { amazonUnshippedSample } from '@/testing/import/samples/orders/amazon'
import { etsyOrdersSample } from '@/testing/import/samples/orders/etsy'
import { nextEngineOrdersSample } from '@/testing/import/samples/orders/next-engine'
import { qoo10EnglishSample, qoo10KoreanSample } from '@/testing/import/samples/orders/qoo10'
import { smartstoreOrdersSample } from '@/testing/import/samples/orders/smartstore'
import {
  wooCommerceAdvancedSample,
  wooCommerceCellsSample,
  wooCommerceItemsSample,
  wooCommerceOrdersSample,
} from '@/testing/import/samples/orders/woocommerce'
import { yahooOrdersSample } from '@/testing/import/samples/orders/yahoo'
import type { Sample } from '@/testing/import/samples/sample'
import { sampleFile } from '@/testing/import/samples/sample-file'
import { makeConnection } from '../support/connections'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

// Presets and products are shared by a server, and no other test is to be filled from those of this one.
test.use({ serverFor: 'shops' })

const NUMBER = 'orderInfo.mallOrderNumber'

/** A file of a shop, the name of the shop, the text of the import summary, and important cells of its lines. */
interface Journey {
  readonly sample: Sample
  readonly shop: string
  readonly says: readonly string[]
  /** Number, shop's own number, recipient, item, quantity, code. */
  readonly lines: readonly (readonly string[])[]
}

const journeys: Readonly<Record<string, Journey>> = {
  'Yahoo! Shopping: codes of cancelled and unpaid orders are recognised': {
    sample: yahooOrdersSample,
    shop: 'Yahoo!ショッピング',
    says: [
      '→ 2 orders',
      '1 order skipped: canceled, refunded or returned (leather-shop-10000125)',
      '1 order skipped: not paid yet (leather-shop-10000126)',
      'Shift_JIS',
    ],
    lines: [
      ['leather-shop-10000123', '', '高崎 美咲', '本革 財布 ブラック', '1', 'wallet-01-bk'],
      ['leather-shop-10000123', '', '', 'ウール帽', '2', 'beanie-07'],
      ['leather-shop-10000124', '', '田中 健', 'ソイキャンドル', '3', 'candle-22'],
    ],
  },
  'Next Engine: a shipped order is reported, and both ways to divide an address are read': {
    sample: nextEngineOrdersSample,
    shop: 'ネクストエンジン',
    says: ['→ 3 orders', '1 order is marked as shipped in the shop (NE-1003)', 'Shift_JIS'],
    lines: [
      ['NE-1001', '', '高崎 美咲', '本革 財布', '1', 'wal-01'],
      ['NE-1001', '', '', 'ウール帽', '2', 'bea-07'],
      ['NE-1002', '', '鈴木 一郎', 'ソイキャンドル', '3', 'can-22'],
      ['NE-1003', '', '高崎 美咲', 'ソイキャンドル', '1', 'can-22'],
    ],
  },
  'Amazon, unshipped orders: the rest of an item is shipped, and a request to cancel is reported': {
    sample: amazonUnshippedSample,
    shop: 'Amazon',
    says: [
      '→ 2 orders',
      '1 order has a cancellation, return or exchange request (503-2222222-2222222)',
      'Shift_JIS',
    ],
    lines: [
      ['503-1111111-1111111', '', '田中 健', 'Soy candle 220g ソイキャンドル', '3', 'CAN-22'],
      ['503-1111111-1111111', '', '', 'Sticker', '1', 'STI-03'],
      ['503-2222222-2222222', '', '山田 太郎', 'Leather wallet', '1', 'WAL-01'],
    ],
  },
  'Qoo10 in Korean: the cart is the parcel, and an order that awaits payment is skipped': {
    sample: qoo10KoreanSample,
    shop: 'Qoo10 Japan (QSM)',
    says: ['→ 2 orders', '1 order skipped: not paid yet (88120036)'],
    lines: [
      ['88120034', '612345001', '髙﨑 美咲', 'Leather wallet 本革 財布', '1', 'WAL-01'],
      ['88120034', '612345003', '', 'Wool beanie', '2', 'BEA-07'],
      ['88120035', '612345002', '鈴木 一郎', 'ソイキャンドル①', '3', '900112235'],
    ],
  },
  'Qoo10 in English: the same numbers as in Korean': {
    sample: qoo10EnglishSample,
    shop: 'Qoo10 Japan (QSM)',
    says: ['→ 2 orders', '1 order skipped: not paid yet (88120036)'],
    lines: [
      ['88120034', '612345001', '髙﨑 美咲', 'Leather wallet 本革 財布', '1', 'WAL-01'],
      ['88120034', '612345003', '', 'Wool beanie', '2', 'BEA-07'],
      ['88120035', '612345002', '鈴木 一郎', 'ソイキャンドル①', '3', '900112235'],
    ],
  },
  'WooCommerce with a row per item': {
    sample: wooCommerceItemsSample,
    shop: 'WooCommerce',
    says: ['→ 1 order'],
    lines: [
      ['W-5012', '', '髙﨑 美咲', 'Blue Shirt; size L', '2', 'BS-1'],
      ['W-5012', '', '', '울 비니', '1', '13'],
    ],
  },
  'WooCommerce with a cell per item: an order on hold is not paid': {
    sample: wooCommerceCellsSample,
    shop: 'WooCommerce',
    says: ['→ 1 order', '1 order skipped: not paid yet (5015)'],
    lines: [
      ['5012', '', '髙﨑 美咲', 'Blue Shirt; size L', '2', 'BS-1'],
      ['5012', '', '', '울 비니 | 겨울', '1', '13'],
    ],
  },
  'WooCommerce, Advanced Order Export: a refund is reported': {
    sample: wooCommerceAdvancedSample,
    shop: 'WooCommerce',
    says: ['→ 1 order', '1 order has a cancellation, return or exchange request (6001)'],
    lines: [
      ['6001', '', 'Dana Miller', 'Blue Shirt', '1', 'BS-1'],
      ['6001', '', '', 'Red Hat', '1', 'RH-2'],
    ],
  },
  'Etsy: variations follow the name, and a shipped order is reported': {
    sample: etsyOrdersSample,
    shop: 'Etsy',
    says: ['→ 2 orders', '1 order is marked as shipped in the shop (3412345679)'],
    lines: [
      ['3412345678', '', '佐藤 花子', 'Ceramic mug, speckled - Color:Gray', '2', 'MUG-G'],
      ['3412345678', '', '', 'Lavender soap', '1', '1501234568'],
      ['3412345679', '', '佐藤 花子', 'Lavender soap', '1', '1501234568'],
    ],
  },
}

for (const [title, { sample, shop, says, lines }] of Object.entries(journeys)) {
  test(title, async ({ operator: page }) => {
    const workbench = await Workbench.openNew(page)
    const files = new Files(workbench)
    await files.drop({ name: sample.name, bytes: await sampleFile(sample) })
    const summary = await files.importedSummary(sample.name)
    await expect(summary).toContainText(shop)
    await expect(summary).toContainText('original saved')
    for (const sentence of says) await expect(summary).toContainText(sentence)
    await workbench.saved()
    const columns = [
      NUMBER,
      hiddenColumns.number,
      'recipient.name',
      'items[].name',
      'items[].quantity',
      'items[].itemCode',
    ]
    const stored = await workbench.storedTexts()
    expect(stored.map(texts => columns.map(column => texts[column] ?? ''))).toEqual(lines)
  })
}

test('WooCommerce with all items in one cell: each is a row traced to its text, and the orders are registered', async ({
  connection: proxied,
  faults,
  operator: page,
}) => {
  test.slow()
  const connection = 'WooCommerce warehouse'
  await makeConnection(page, { ...proxied, name: connection, baseUrl: faults.url }, { warehouses: '1 Gimpo' })
  const workbench = await Workbench.openNew(page)
  await workbench.choose(connection)
  const files = new Files(workbench)
  await files.drop({ name: wooCommerceOrdersSample.name, bytes: await sampleFile(wooCommerceOrdersSample) })
  const summary = await files.importedSummary(wooCommerceOrdersSample.name)
  await expect(summary).toContainText('→ 2 orders')
  await expect(summary).toContainText('1 order skipped: canceled, refunded or returned (W-5014)')
  await expect(summary).toContainText('1 order is marked as shipped in the shop (W-5013)')

  // Both items are row 2 of the file; each knows which part of the cell it is.
  const second = await workbench.rowBelow(workbench.row('W-5012'), 1)
  await expect(await workbench.goTo(second, 'items[].name')).toHaveText('울 비니')
  const trace = page.locator('[data-trace]')
  await expect(trace).toContainText('file row 2')
  await expect(trace).toContainText('id:71|name:Blue Shirt')
  await workbench.saved()
  const origins = (await workbench.storedTexts()).map(texts => texts[hiddenColumns.origins] ?? '')
  expect(
    origins.map(origin => [origin.includes('|name:Blue Shirt'), origin.includes('|name:울 비니')]),
  ).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])

  // What no shop exports is set once; the price that does not divide is typed.
  await summary.getByRole('button', { name: 'Set once…' }).click()
  const dialog = page.getByRole('dialog', { name: /never in your shop’s export/ })
  await dialog.getByLabel('Package weight').fill('0.5')
  await dialog.getByLabel('Sender name').fill('Hanbit Store')
  await dialog.getByLabel('Sender contact').fill('02-1234-5678')
  const details = ['BS-1', '13', 'CAN-22'].map((code, at) =>
    [code, `0.${at + 1}`, 'KR', `https://shop.example/${code}.jpg`].join('\t'),
  )
  await page.evaluate(copied => navigator.clipboard.writeText(copied), details.join('\n'))
  await page.keyboard.press('Control+V')
  await expect(dialog.getByLabel('Item weight of CAN-22')).toHaveValue('0.3')
  await dialog.getByRole('button', { name: 'Apply and check' }).click()
  await expect(workbench.announcement).toContainText('1 of 2 orders passed. 1 has errors')
  await workbench.write(workbench.row('W-5013'), 'items[].price', '333')
  await workbench.saved()
  expect(await workbench.check()).toMatch(/^\d orders? passed\.$/)
  expect(await workbench.register()).toContain('2 orders registered.')
})

test('the list of errors shows a whole order number, and shortens its place', async ({ workbench }) => {
  const { page } = workbench
  const files = new Files(workbench)
  await files.drop({ name: smartstoreOrdersSample.name, bytes: await sampleFile(smartstoreOrdersSample) })
  await files.importedSummary(smartstoreOrdersSample.name)
  const entry = workbench.failures.filter({ hasText: 'shop order' }).first()
  await expect(entry).toBeVisible()
  const isWhole = () =>
    entry
      .locator('bdi > span[aria-hidden]')
      .evaluateAll(parts => parts.length === 2 && parts.every(part => part.scrollWidth <= part.clientWidth))
  expect(await isWhole()).toBe(true)
  await page.setViewportSize({ width: 1050, height: 900 })
  expect(await isWhole()).toBe(true)
})
