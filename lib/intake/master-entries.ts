import * as z from 'zod'
import type { Line, Texts } from '@/lib/sheet/draft'
import { entriesOf as entriesOfList, isBlank } from '@/lib/sheet/kinds'
import { AXES, axisValueColumn } from '@/lib/sheet/products'
import { CODE, masterColumns } from './fill-sources'

/** What is known of the goods behind a code: texts by column id of an item. */
export interface MasterEntry {
  readonly code: string
  /** Of an option: the code of its product. */
  readonly parent?: string
  readonly texts: Record<string, string>
}

/** What the product master takes of a product, whoever says it. */
interface Product {
  readonly code: string
  readonly name: string
  readonly image: string
  readonly page: string
  /** More that is known of it by column id of an item. */
  readonly more: Texts
  readonly options: readonly {
    readonly code: string
    readonly values: readonly string[]
    readonly more: Texts
  }[]
}

/** Control characters and halves of characters are nothing that a database keeps. */
const isStorable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** Longest code that is kept; item codes of orders have 50 characters at most. */
const LONGEST = 200
const isCode = (text: string): boolean => text !== '' && text.length <= LONGEST && isStorable(text)

function entriesOfOne({ code, name, image, page, more, options }: Product): MasterEntry[] {
  const texts = { 'items[].name': name, 'items[].imageUrl': image, 'items[].itemUrl': page, ...more }
  const product = { code, texts: kept(texts) }
  const own = options
    .filter(option => isCode(option.code) && option.code !== code)
    .map(option => ({
      code: option.code,
      ...(isCode(code) ? { parent: code } : {}),
      // Without a product of its own to ask, an option says all.
      texts: kept({
        ...(isCode(code) ? {} : texts),
        'items[].name': [name, ...option.values].filter(Boolean).join(' '),
        ...option.more,
      }),
    }))
  return [...(isCode(code) ? [product] : []), ...own]
}

const kept = (texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([column, text]) => {
      const bare = text.trim()
      return bare === '' || !isStorable(bare) ? [] : [[column, bare]]
    }),
  )

const text = z.string().catch('')
const registered = z.object({
  shopProductId: text,
  productName: text,
  mainImage: text,
  productImages: z.array(z.string()).catch([]),
  originProductUrl: text,
  productOptionGroup: z
    .array(
      z.object({
        productOption: z
          .array(
            z.object({
              shopOptionId: text,
              productOptionName: z.array(z.object({ productOptionName: text })).catch([]),
            }),
          )
          .catch([]),
      }),
    )
    .catch([]),
})

/** The codes of a product that was registered, as it was sent (JSON); none where it cannot be read any more. */
export function entriesOfPayload(payload: string): MasterEntry[] {
  const read = registered.safeParse(parse(payload))
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

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

const OPTION_CODE = 'productOptionGroup[].productOption[].shopOptionId'

/** The codes of a product of a draft: its lines. Weights and the like are known where its file carried them along. */
export function entriesOfLines(lines: readonly Pick<Line, 'texts'>[]): MasterEntry[] {
  const said = (column: string) => lines.find(({ texts }) => !isBlank(texts[column]))?.texts[column] ?? ''
  const carried = (texts: Texts) =>
    Object.fromEntries(
      masterColumns.flatMap(column => (isBlank(texts[column]) ? [] : [[column, texts[column] ?? '']])),
    )
  const [first] = lines
  const code = said('shopProductId').trim()
  return entriesOfOne({
    code,
    name: said('productName'),
    image: said('mainImage') || (entriesOfList(said('productImages'))[0] ?? ''),
    page: said('originProductUrl'),
    more: carried(first?.texts ?? {}),
    options: lines.map(({ texts }) => ({
      code: (isBlank(texts[OPTION_CODE]) ? (texts[CODE] ?? '') : (texts[OPTION_CODE] ?? '')).trim(),
      values: Array.from({ length: AXES }, (_, axis) => (texts[axisValueColumn(axis)] ?? '').trim()),
      more: carried(texts),
    })),
  })
}
