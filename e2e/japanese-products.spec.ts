import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { tableOf } from './blocks'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { japanese, openNew } from './japanese'

test.slow()

test.use(japanese)

/** The headings of a table of products with options. */
const option = (name: string) => `productOptionGroup[].productOption[].${name}`
const productHeadings = [
  ['商品コード', 'shopProductId'],
  ['商品名', 'productName'],
  ['ブランド', 'brandName'],
  ['通常価格', 'productPrice'],
  ['割引価格', 'discountedProductPrice'],
  ['商品在庫数', 'stockQuantity'],
  ['メイン画像URL', 'mainImage'],
  ['追加画像URL', 'productImages'],
  ['詳細画像URL', 'productDetailImages'],
  ['商品URL', 'originProductUrl'],
  ['国内送料', 'domesticShippingPrice'],
  ['送料無料ライン', 'freeDomesticShippingPriceCondition'],
  ['オプション種別', 'productOptionGroup[].productOptionGroupType'],
  ['オプション名1', 'productOptionGroup[].productOptionGroupName[0].productOptionGroupName'],
  ['オプション値1', option('productOptionName[0].productOptionName')],
  ['オプション価格', option('optionPrice')],
  ['オプション在庫数', option('stockQuantity')],
  ['オプションコード', option('shopOptionId')],
  ['オプション表示順', option('order')],
  ['最小購入数', option('availablePurchaseQuantityMin')],
  ['最大購入数', option('availablePurchaseQuantityMax')],
] as const

/** A product with one option per value. */
function product(code: string, name: string, values: readonly string[], changes: Texts = {}): Texts[] {
  const image = `https://shop.example/${code}`
  return values.map((value, at) => ({
    ...(at === 0 && {
      shopProductId: code,
      productName: name,
      brandName: '花屋',
      productPrice: '1890',
      discountedProductPrice: '1500',
      stockQuantity: '30',
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg`,
      productDetailImages: `${image}-2.jpg`,
      originProductUrl: image,
      domesticShippingPrice: '300',
      freeDomesticShippingPriceCondition: '5000',
      'productOptionGroup[].productOptionGroupType': 'COMBINATION',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': 'カラー',
    }),
    [option('productOptionName[0].productOptionName')]: value,
    [option('optionPrice')]: '0',
    [option('stockQuantity')]: '10',
    [option('shopOptionId')]: `${code}-${at + 1}`,
    [option('order')]: String(at + 1),
    [option('availablePurchaseQuantityMin')]: '1',
    [option('availablePurchaseQuantityMax')]: '5',
    ...(at === 0 && changes),
  }))
}

test('in Japanese, products with options are corrected and registered', async ({ page, server }) => {
  const workbench = await openNew(page, sheets.products)
  await expect(page.getByText('商品データをここに貼り付け')).toBeVisible()
  await expectSpoken(page, 'ja')
  const lines = [
    ...product('JP-1', 'ウールの帽子', ['黒', '黒']),
    ...product('JP-2', '革の財布', ['紺', '茶'], { [option('availablePurchaseQuantityMin')]: '9' }),
    ...product('JP-3', 'リネンのエプロン', ['白', '生成り'], { discountedProductPrice: '2100' }),
    ...product('JP-4', '陶器のカップ', ['青磁', '白磁']),
  ]
  await workbench.paste(tableOf(productHeadings, lines))
  await expect(workbench.said).toHaveText('見出しに合わせて8行を貼り付けました。')
  expect(await workbench.check()).toBe('登録可能1件、エラー3件です。')
  await expect(workbench.failures).toHaveCount(3)
  await expectSpoken(page, 'ja')

  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [reason, right] of [
    ['この商品のオプション「黒」が重複しています。どちらかを変更するか、この行を削除してください。', '灰'],
    ['最小購入数（9）が最大購入数（5）を上回っています。どちらかを修正してください。', '1'],
    ['割引価格が通常価格を上回っています。どちらかを修正してください。', '2200'],
  ] as const) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.reason(workbench.active)).toBe(reason)
    await workbench.type(right)
  }
  await expect(workbench.failures).toHaveCount(0)
  expect(await workbench.register()).toBe('商品4件を登録しました。')
  await expect(page.getByRole('button', { name: '登録済み 4', exact: true })).toBeVisible()
  await expectSpoken(page, 'ja')
  expect(await server.registeredProducts(['JP-1', 'JP-2', 'JP-3', 'JP-4'])).toHaveLength(4)
})
