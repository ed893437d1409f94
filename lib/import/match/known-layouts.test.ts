import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importTable } from '@/lib/import/lines/import-table'
import { recipes } from '@/lib/import/recipe/recipes/all'
import { bookOf } from '@/testing/import/book-of-rows'
import { readGenerally } from '@/testing/import/general-reader'
import { numbers, shuffled, styles } from '@/testing/import/layouts'
import { sampleOf } from '@/testing/import/samples/all'
import { detectMapping } from './detect-mapping'

// Exports of shops with a recipe, under other headings, so that only the general reader can read them. The oracle is
// the result of the recipe for the original file.

/** By recipe, the minimum columns that a merchant needs. */
const layouts = {
  'shopify-orders': `Name, Shipping Name, Shipping Phone, Shipping Zip, Shipping Province Name, Shipping City, Shipping Address1,
    Shipping Address2, Lineitem name, Lineitem quantity, Lineitem price`,
  'qoo10-orders': '注文番号, 商品名, 数量, 受取人名, 受取人電話番号, 住所, 郵便番号, 販売価格',
  'smartstore-orders':
    '주문번호, 상품명, 수량, 상품가격, 수취인명, 수취인연락처1, 기본배송지, 상세배송지, 우편번호',
  'coupang-orders': `주문번호, 등록상품명, 구매수(수량), 옵션판매가(판매단가), 수취인이름, 수취인전화번호, 우편번호, 수취인 주소`,
  'cafe24-orders': `주문번호, 주문상품명, 수량, 판매가, 수령인, 수령인 휴대전화, 수령인 우편번호, 수령인 주소, 수령인 상세 주소`,
  'esm-orders': '주문번호*, 상품명, 수량, 판매금액, 수령인명, 수령인 휴대폰, 우편번호, 주소',
  'rakuten-orders': `注文番号, 送付先郵便番号1, 送付先郵便番号2, 送付先住所都道府県, 送付先住所郡市区, 送付先住所それ以降の住所, 送付先姓, 送付先名,
    送付先電話番号1, 送付先電話番号2, 送付先電話番号3, 商品名, 単価, 個数`,
  'buyma-orders': '取引ID, 商品名, 価格, 受注数, 名前（本名）, 郵便番号, 住所, 電話番号',
  'amazon-orders': `order-id, product-name, quantity-purchased, recipient-name, ship-address-1, ship-address-2, ship-address-3, ship-city,
    ship-state, ship-postal-code, ship-phone-number, item-price`,
} as const

/** Recipes whose headings are sufficient; the others have whole addresses, carts or row totals and are asked about. */
const opens = new Set([
  'shopify-orders',
  'smartstore-orders',
  'coupang-orders',
  'rakuten-orders',
  'amazon-orders',
])

/** The party words of these shops, and their synonyms. */
const parties: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(수취인|수령인) ?(?=.)/, ['받는사람', '받으시는분', '수취인', '배송지', '수령자']],
  [/^(구매자|주문자) ?(?=.)/, ['주문하신분', '구매자', '주문자', '고객']],
  [/^(送付先|受取人)(?!ID|$)/, ['お届け先', '配送先', '宛先', '受取人']],
  [/^(注文者|購入者)(?=.)/, ['ご注文者', '購入者', '注文主']],
  [/^(Shipping (?!Method)|ship-(?!service)|recipient-)/, ['Delivery', 'Ship to', 'Consignee', 'Recipient']],
  [/^(Billing |buyer-)/, ['Bill to', 'Customer', 'Buyer']],
]

/** Changes to the headings of a file. */
const changes = fc.record({
  renames: fc.nat(1000),
  style: fc.constantFrom(...styles),
  number: fc.constantFrom(...numbers),
  brackets: fc.boolean(),
  splits: fc.boolean(),
  hides: fc.option(fc.nat(1000), { freq: 2 }),
  /** Whether the merchant chose a few of the shop's columns. */
  isShort: fc.boolean(),
  order: fc.nat(),
})

type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never

interface Column {
  readonly heading: string
  readonly texts: readonly string[]
}

const isFilled = ({ texts }: Column): boolean => texts.some(text => text !== '')

/** Splits a column with texts of two words into two columns. */
function split({ heading, texts }: Column): readonly Column[] {
  const halves = texts.map(text => text.split(/\s+/))
  const isName = /^(수취인명|수취인이름|수령인명|受取人名|Shipping Name|recipient-name)$/.test(heading)
  if (!isName || !halves.every(words => words.length === 2 || words[0] === '')) return [{ heading, texts }]
  const party = heading.replace(/(명|이름|名|Name|name)$/, '')
  const isLatin = /[a-z]/i.test(heading)
  const [family, given] = isLatin
    ? ['last name', 'first name']
    : /[가-힣]/.test(heading)
      ? ['성', '이름']
      : ['姓', '名']
  return [
    { heading: `${party}${family}`, texts: halves.map(([word = '']) => word) },
    { heading: `${party}${given}`, texts: halves.map(([, word = '']) => word) },
  ]
}

function changed(
  rows: readonly (readonly string[])[],
  { renames, style, number, brackets, splits, hides, order }: Change,
): (readonly string[])[] {
  const [headings = [], ...lines] = rows
  const columns = headings.map(
    (heading, at): Column => ({ heading, texts: lines.map(line => line[at] ?? '') }),
  )
  const cut = splits ? columns.flatMap(split) : columns
  const renamed = cut.map(({ heading, texts }): Column => {
    const [party, names] = parties.find(([pattern]) => pattern.test(heading)) ?? []
    if (!party || !names) return { heading, texts }
    const word = heading.replace(party, '')
    const [, stem = word, digit] = /^(.*?)-?([1-3])$/.exec(word) ?? []
    const name = names[renames % names.length] ?? ''
    const numbered = digit === undefined ? stem : number(stem, Number(digit))
    return { heading: brackets ? style(name, numbered) : `${name} ${numbered}`, texts }
  })
  // One of the meaningful columns gets an unknown name.
  const filled = renamed.filter(isFilled)
  const hidden = hides === null ? undefined : filled[hides % filled.length]
  const all = shuffled(
    renamed.map(column => (column === hidden ? { ...column, heading: 'その他項目' } : column)),
    order,
  )
  return [all.map(({ heading }) => heading), ...lines.map((_, at) => all.map(({ texts }) => texts[at] ?? ''))]
}

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\-'・,+]/g, '')
const lettersOf = (text: string): string => [...bare(text)].toSorted().join('')

/** The texts of an order and its item. */
type TextOfColumn = Readonly<Record<string, string>>

/** The texts of lines by their row in the file; blank cells of an order repeat the line above. */
function textsByRow(
  lines: readonly { readonly row: number; readonly texts: Readonly<Record<string, string>> }[],
): Map<number, TextOfColumn> {
  const before = new Map<string, Readonly<Record<string, string>>>()
  return new Map(
    lines.map(({ row, texts }) => {
      const number = texts['orderInfo.mallOrderNumber'] ?? ''
      const first = before.get(number) ?? texts
      before.set(number, first)
      const text = (id: string) => texts[id] || first[id] || ''
      const address = ['state', 'city', 'address', 'addressDetail']
        .map(part => text(`recipient.${part}`))
        .join('')
      const textOf: TextOfColumn = {
        number,
        name: lettersOf(text('recipient.name')),
        zip: bare(text('recipient.zipCode')),
        phone: bare(text('recipient.contact')),
        address: bare(address),
        item: texts['items[].name'] ?? '',
        quantity: texts['items[].quantity'] ?? '',
        price: bare(texts['items[].price'] ?? ''),
      }
      return [row, textOf]
    }),
  )
}

/** Some of the columns of a table. */
const chosen = (rows: readonly (readonly string[])[], headings: readonly string[]) => {
  const places = headings.map(heading => rows[0]?.indexOf(heading) ?? -1)
  return rows.map(row => places.map(at => row[at] ?? ''))
}

/** The import of a file by the shop's recipe. */
function readByRecipe(rows: readonly (readonly string[])[], id: string) {
  const recipe = recipes.find(one => one.id === id)
  const book = bookOf(rows)
  return importTable(
    book,
    detectMapping(book, { sheet: 'orders/japan', header: 0, ...(recipe && { recipe }) }),
  ).lines
}

describe.each(Object.entries(layouts))('%s', (id, few) => {
  const { rows: all } = sampleOf(id)
  const rows = all.slice(all.findIndex(row => row.filter(text => text !== '').length > 5))
  const short = chosen(rows.slice(0, -1), few.split(/,\s*/))
  const right = new Map([rows, short].map(file => [file, textsByRow(readByRecipe(file, id))]))
  // Amazon's prices are totals of rows, which its headings do not say.
  const undecidable = id === 'amazon-orders' ? 'price' : ''

  test('with other names, brackets, numbers, splits and orders of columns is read correctly or asked about', () => {
    let sure = 0
    fc.assert(
      fc.property(changes, change => {
        const before = change.isShort ? short : rows
        const file = changed(before, change)
        const reading = readGenerally(file)
        if (!reading.isSure) return
        sure++
        const textOf = textsByRow(reading.lines)
        const found = [...(right.get(before) ?? [])].flatMap(([row, should]) =>
          Object.entries(should).flatMap(([what, text]) => {
            const is = textOf.get(row)?.[what]
            // A blank cell of a required column is an error in the sheet, so no text is dropped silently.
            const isSeen = is === '' && what !== 'address'
            return what === undecidable || is === text || isSeen ? [] : [`${row} ${what}: ${is}, not ${text}`]
          }),
        )
        expect({ file, found }).toEqual({ file, found: [] })
      }),
      { numRuns: 60, seed: 20261122 },
    )
    if (opens.has(id)) expect(sure).toBeGreaterThan(5)
  })
})
