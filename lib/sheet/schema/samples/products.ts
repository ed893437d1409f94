import { COMBINATION } from '@/lib/contract/products'
import type { Texts } from '@/lib/sheet/schema/line'
import { axisNameColumn, axisValueColumn, GROUP_TYPE_COLUMN } from '@/lib/sheet/schema/product-rules'
import { cycle } from './japan-orders'

const goods = [
  ['가죽 반지갑 Leather wallet', 'Hanbit', '12500', '9900', ['Black', 'Brown']],
  ['울 비니 Wool beanie', 'Hanbit', '18900', '', ['Ivory', 'Grey', 'Navy']],
  ['소이 캔들 Soy candle 220g', '한빛상회', '23000', '21000', []],
  ['도자기 컵 세트 Cup set', '한빛상회', '31000', '27900', ['White', 'Celadon']],
  ['리넨 앞치마 Linen apron', 'Hanbit', '29800', '', []],
] as const

const option = (name: string) => `productOptionGroup[].productOption[].${name}`

/** `count` realistic products without failures, one line for each option. `seed` is the first id. */
export function sampleProducts(count: number, seed = 4100): Texts[][] {
  return Array.from({ length: count }, (_, i) => {
    const [name, brand, price, discounted, colours] = cycle(goods, i)
    const id = `P-${seed + i}`
    const image = `https://shop.example/img/${id.toLowerCase()}`
    const product: Texts = {
      shopProductId: id,
      productName: name,
      brandName: brand,
      productPrice: price,
      discountedProductPrice: discounted,
      stockQuantity: String(10 + (i % 7) * 5),
      mainImage: `${image}.jpg`,
      productImages: `${image}-1.jpg\n${image}-2.jpg`,
      productDetailImages: `${image}-detail.jpg`,
      originProductUrl: `https://shop.example/p/${id.toLowerCase()}`,
      domesticShippingPrice: '3000',
      freeDomesticShippingPriceCondition: '50000',
    }
    if (colours.length === 0) return [product]
    const axis = { [GROUP_TYPE_COLUMN]: COMBINATION, [axisNameColumn(0)]: '색상 Colour' }
    return colours.map((colour, at) => ({
      ...(at === 0 ? { ...product, ...axis } : {}),
      [axisValueColumn(0)]: colour,
      [option('optionPrice')]: '0',
      [option('stockQuantity')]: String(4 + at * 3),
      [option('shopOptionId')]: `${id}-${at + 1}`,
      [option('order')]: String(at + 1),
      [option('availablePurchaseQuantityMin')]: '1',
      [option('availablePurchaseQuantityMax')]: '5',
    }))
  })
}

/** Products to try the sheet with: eight, some with options, with one failure of each common kind. */
export function sampleProductDraft(seed: number): Texts[] {
  const products = sampleProducts(8, seed)
  const addErrors = (at: number, line: number, changes: Texts) => {
    const lines = products[at]
    if (lines) lines[line] = { ...lines[line], ...changes }
  }
  addErrors(1, 1, { [axisValueColumn(0)]: 'Ivory' })
  addErrors(2, 0, { discountedProductPrice: '25000' })
  addErrors(3, 0, { [option('availablePurchaseQuantityMin')]: '9' })
  addErrors(4, 0, { productName: '' })
  addErrors(6, 0, { productImages: 'shop.example/img/beanie.jpg' })
  addErrors(7, 0, { shopProductId: products[0]?.[0]?.shopProductId ?? '' })
  return products.flat()
}
