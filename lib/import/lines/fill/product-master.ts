import * as z from 'zod'
import { ITEM_CODE, productMasterColumns } from '@/lib/sheet/schema/fillable-columns'
import { entriesOf as entriesOfList, isBlank } from '@/lib/sheet/schema/kinds'
import type { Line, Texts } from '@/lib/sheet/schema/line'
import { axisValueColumn, MAX_AXES } from '@/lib/sheet/schema/product-rules'
import { STORABLE_LINE } from '@/lib/sheet/schema/storable-text'

/** An entry of the product master: texts of item columns by column id. */
interface ProductMasterEntry {
  readonly code: string
  /** The code of the product that an option belongs to. */
  readonly parent?: string
  readonly texts: Record<string, string>
}

/** The fields of a product that the product master stores. */
interface MasterProduct {
  readonly code: string
  readonly name: string
  readonly image: string
  readonly page: string
  /** Other texts of the product by the id of an item column. */
  readonly more: Texts
  readonly options: readonly {
    readonly code: string
    readonly values: readonly string[]
    readonly more: Texts
  }[]
}

/** Maximum length of a stored code; item codes of orders have at most 50 characters. */
const MAX_CODE_LENGTH = 200
const isCode = (text: string): boolean =>
  text !== '' && text.length <= MAX_CODE_LENGTH && STORABLE_LINE.test(text)

function entriesOfOne({ code, name, image, page, more, options }: MasterProduct): ProductMasterEntry[] {
  const texts = { 'items[].name': name, 'items[].imageUrl': image, 'items[].itemUrl': page, ...more }
  const product = { code, texts: storableTexts(texts) }
  const own = options
    .filter(option => isCode(option.code) && option.code !== code)
    .map(option => ({
      code: option.code,
      ...(isCode(code) ? { parent: code } : {}),
      // An option without a product code stores the texts of the product, too.
      texts: storableTexts({
        ...(isCode(code) ? {} : texts),
        'items[].name': [name, ...option.values].filter(Boolean).join(' '),
        ...option.more,
      }),
    }))
  return [...(isCode(code) ? [product] : []), ...own]
}

const storableTexts = (texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([column, text]) => {
      const bare = text.trim()
      return bare === '' || !STORABLE_LINE.test(bare) ? [] : [[column, bare]]
    }),
  )

const textSchema = z.string().catch('')
const registeredProductSchema = z.object({
  shopProductId: textSchema,
  productName: textSchema,
  mainImage: textSchema,
  productImages: z.array(z.string()).catch([]),
  originProductUrl: textSchema,
  productOptionGroup: z
    .array(
      z.object({
        productOption: z
          .array(
            z.object({
              shopOptionId: textSchema,
              productOptionName: z.array(z.object({ productOptionName: textSchema })).catch([]),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
})

/**
 * Entries of a registered product.
 * @param payload the JSON that was sent
 * @returns no entries for JSON that cannot be read
 */
export function entriesOfPayload(payload: string): ProductMasterEntry[] {
  const read = registeredProductSchema.safeParse(parseJson(payload))
  if (!read.success) return []
  const product = read.data
  return entriesOfOne({
    code: product.shopProductId.trim(),
    name: product.productName,
    image: product.mainImage || (product.productImages[0] ?? ''),
    page: product.originProductUrl,
    more: {},
    options: product.productOptionGroup.flatMap(({ productOption }) =>
      productOption.map(option => ({
        code: option.shopOptionId.trim(),
        values: option.productOptionName.map(value => value.productOptionName.trim()),
        more: {},
      })),
    ),
  })
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

const OPTION_CODE = 'productOptionGroup[].productOption[].shopOptionId'

/** Entries of a product in a draft. Weights and other item columns are included if its file carried them along. */
export function entriesOfLines(lines: readonly Pick<Line, 'texts'>[]): ProductMasterEntry[] {
  const textOf = (column: string) => lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? ''
  const carried = (texts: Texts) =>
    Object.fromEntries(
      productMasterColumns.flatMap(column => (isBlank(texts[column]) ? [] : [[column, texts[column] ?? '']])),
    )
  const [first] = lines
  const code = textOf('shopProductId').trim()
  return entriesOfOne({
    code,
    name: textOf('productName'),
    image: textOf('mainImage') || (entriesOfList(textOf('productImages'))[0] ?? ''),
    page: textOf('originProductUrl'),
    more: carried(first?.texts ?? {}),
    options: lines.map(({ texts }) => ({
      code: (isBlank(texts[OPTION_CODE]) ? (texts[ITEM_CODE] ?? '') : (texts[OPTION_CODE] ?? '')).trim(),
      values: Array.from({ length: MAX_AXES }, (_, axis) => (texts[axisValueColumn(axis)] ?? '').trim()),
      more: carried(texts),
    })),
  })
}
