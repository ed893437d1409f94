import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { tableOf } from './blocks'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { korean, openNew } from './korean'

test.slow()

test.use(korean)

/** The headings of a table of products with options. */
const option = (name: string) => `productOptionGroup[].productOption[].${name}`
const productHeadings = [
  ['상품코드', 'shopProductId'],
  ['상품명', 'productName'],
  ['브랜드', 'brandName'],
  ['정가', 'productPrice'],
  ['할인가', 'discountedProductPrice'],
  ['상품 재고수량', 'stockQuantity'],
  ['대표이미지 URL', 'mainImage'],
  ['추가이미지 URL', 'productImages'],
  ['상세이미지 URL', 'productDetailImages'],
  ['상품 URL', 'originProductUrl'],
  ['국내배송비', 'domesticShippingPrice'],
  ['무료배송 기준금액', 'freeDomesticShippingPriceCondition'],
  ['옵션형태', 'productOptionGroup[].productOptionGroupType'],
  ['옵션명1', 'productOptionGroup[].productOptionGroupName[0].productOptionGroupName'],
  ['옵션값1', option('productOptionName[0].productOptionName')],
  ['옵션가', option('optionPrice')],
  ['옵션 재고수량', option('stockQuantity')],
  ['옵션코드', option('shopOptionId')],
  ['옵션 순서', option('order')],
  ['최소 구매수량', option('availablePurchaseQuantityMin')],
  ['최대 구매수량', option('availablePurchaseQuantityMax')],
] as const

/** A product with one option per value. */
function product(code: string, name: string, values: readonly string[], changes: Texts = {}): Texts[] {
  const image = `https://shop.example/${code}`
  return values.map((value, at) => ({
    ...(at === 0 && {
      shopProductId: code,
      productName: name,
      brandName: '한빛상회',
      productPrice: '18900',
      discountedProductPrice: '15000',
      stockQuantity: '30',
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg`,
      productDetailImages: `${image}-2.jpg`,
      originProductUrl: image,
      domesticShippingPrice: '3000',
      freeDomesticShippingPriceCondition: '50000',
      'productOptionGroup[].productOptionGroupType': 'COMBINATION',
      'productOptionGroup[].productOptionGroupName[0].productOptionGroupName': '색상',
      ...changes,
    }),
    [option('productOptionName[0].productOptionName')]: value,
    [option('optionPrice')]: '0',
    [option('stockQuantity')]: '10',
    [option('shopOptionId')]: `${code}-${at + 1}`,
    [option('order')]: String(at + 1),
    [option('availablePurchaseQuantityMin')]: '1',
    [option('availablePurchaseQuantityMax')]: '5',
  }))
}

test('in Korean, products with options are corrected and registered', async ({ page, server }) => {
  const workbench = await openNew(page, sheets.products)
  await expect(page.getByText('여기에 상품을 붙여넣으세요')).toBeVisible()
  await expectSpoken(page, 'ko')
  const lines = [
    ...product('KP-1', '울 비니', ['블랙', '블랙']),
    ...product('KP-2', '가죽 반지갑', ['네이비', '네이비']),
    ...product('KP-3', '리넨 앞치마', ['화이트', '베이지'], { discountedProductPrice: '21000' }),
    ...product('KP-4', '도자기 컵', ['청자', '백자']),
  ]
  await workbench.paste(tableOf(productHeadings, lines))
  await expect(workbench.said).toHaveText('열 제목에 맞춰 행 8개를 붙여넣었습니다.')
  expect(await workbench.check()).toBe('등록 가능 1개, 오류 3개입니다.')
  await expect(workbench.failures).toHaveCount(3)
  await expectSpoken(page, 'ko')

  await workbench.focus()
  await page.keyboard.press('Control+Home')
  const change = '하나를 변경하거나 이 행을 삭제하세요.'
  for (const [reason, right] of [
    [`이 상품에 옵션 ‘블랙’이 중복되었습니다. ${change}`, '그레이'],
    [`이 상품에 옵션 ‘네이비’가 중복되었습니다. ${change}`, '카키'],
    ['할인가가 정가보다 높습니다. 둘 중 하나를 수정하세요.', '22000'],
  ] as const) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.reason(workbench.active)).toBe(reason)
    await workbench.type(right)
  }
  await expect(workbench.failures).toHaveCount(0)
  expect(await workbench.register()).toBe('상품 4개를 등록했습니다.')
  await expect(page.getByRole('button', { name: '등록 완료 4', exact: true })).toBeVisible()
  await expectSpoken(page, 'ko')
  expect(await server.registeredProducts(['KP-1', 'KP-2', 'KP-3', 'KP-4'])).toHaveLength(4)
})
