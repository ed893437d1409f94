import * as z from 'zod'
import type { RuleParams } from '@/lib/contract/validation/failures'
import { decimal, field, int64, MAX_NUMBER_CHARACTERS, text } from './field'

// Products of the API document. It does not say which fields are required, and gives neither bounds nor lists of values.
// Here a product needs its id, its name and its price; everything else may be left out.

/** The option group type in the sample of the API document: each option is one combination of the axes' values. */
export const COMBINATION = 'COMBINATION'

const axisName = z.object({
  shopGroupOptionId: field(int64().optional(), { example: 1 }),
  productOptionGroupName: field(text().optional(), { example: 'Colour', width: 108, group: 'optionGroup' }),
})

const axisValue = z.object({
  shopGroupOptionId: field(int64().optional(), { example: 1 }),
  productOptionName: field(text().optional(), { example: 'Black', width: 96, group: 'option' }),
})

const option = z.object({
  productOptionName: z.array(axisValue).optional(),
  optionPrice: field(decimal().optional(), { example: 0, width: 104, group: 'option' }),
  stockQuantity: field(int64().optional(), { example: 12, width: 72, group: 'option' }),
  shopOptionId: field(text().optional(), {
    example: 'WAL-01-BK',
    width: 116,
    group: 'option',
    holds: 'identifier',
  }),
  order: field(int64().optional(), { example: 1, width: 76, group: 'option' }),
  availablePurchaseQuantityMin: field(int64().optional(), { example: 1, width: 80, group: 'option' }),
  availablePurchaseQuantityMax: field(int64().optional(), { example: 5, width: 80, group: 'option' }),
})

const optionGroup = z.object({
  productOptionGroupType: field(text().optional(), {
    example: COMBINATION,
    width: 116,
    group: 'optionGroup',
  }),
  productOptionGroupName: z.array(axisName).optional(),
  productOption: z.array(option).optional(),
})

const image = 'https://shop.example/img/wallet.jpg'

const fields = z.object({
  shopProductId: field(text(MAX_NUMBER_CHARACTERS), {
    example: 'WAL-01',
    width: 140,
    group: 'product',
    holds: 'identifier',
  }),
  productName: field(text(), { example: 'Leather wallet', width: 220, group: 'product' }),
  brandName: field(text().optional(), { example: 'Hanbit', width: 110, group: 'product' }),
  productPrice: field(decimal(), { example: 12500, width: 92, group: 'price' }),
  discountedProductPrice: field(decimal().optional(), { example: 9900, width: 92, group: 'price' }),
  stockQuantity: field(int64().optional(), { example: 24, width: 72, group: 'product' }),
  mainImage: field(text().optional(), { example: image, width: 180, url: true, group: 'images' }),
  productImages: field(z.array(z.string()).optional(), {
    example: [image],
    width: 180,
    url: true,
    group: 'images',
  }),
  productDetailImages: field(z.array(z.string()).optional(), {
    example: [image],
    width: 180,
    url: true,
    group: 'images',
  }),
  originProductUrl: field(text().optional(), {
    example: 'https://shop.example/p/wallet',
    width: 180,
    url: true,
    group: 'product',
  }),
  domesticShippingPrice: field(decimal().optional(), { example: 3000, width: 92, group: 'price' }),
  freeDomesticShippingPriceCondition: field(decimal().optional(), {
    example: 50000,
    width: 104,
    group: 'price',
  }),
  productOptionGroup: z.array(optionGroup).optional(),
})

const aboveRegular: RuleParams = { rule: 'above_regular', also: ['productPrice'] }

/** One product of a shop: an element of `products` of operation 5. Its discounted price is at most its regular one. */
export const product = fields.refine(isReduced, {
  path: ['discountedProductPrice'],
  params: { ...aboveRegular },
  // Judged together with other failures of the product, as soon as both prices are numbers.
  when: ({ value }) => isPriced(value),
})

function isReduced({ discountedProductPrice: discounted, productPrice: regular }: z.infer<typeof fields>) {
  return discounted === undefined || discounted <= regular
}

const prices = z.object({ productPrice: decimal(), discountedProductPrice: decimal() })
const isPriced = (value: unknown) => prices.safeParse(value).success

/** How many products a request may have. */
export const MAX_PRODUCTS = 100

/** The envelope of operation 5. */
export const productEnvelope = z.object({ products: z.array(product).min(1).max(MAX_PRODUCTS) })
