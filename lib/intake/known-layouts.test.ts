import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readGenerally } from './fixtures/general-reader'
import { numbers, pick, shuffled, styles } from './fixtures/layouts'
import { sampleOf } from './recipes/samples/all'
import { readSample } from './recipes/samples/read-sample'

// The exports of shops that have a recipe, with other headings, so that only the general reader can read them. What is
// right is what the recipe made of the file as the shop writes it.

const layouts = [
  ...['shopify-orders', 'qoo10-orders', 'smartstore-orders', 'coupang-orders', 'cafe24-orders', 'esm-orders'],
  ...['rakuten-orders', 'buyma-orders', 'amazon-orders'],
]

/** How these shops say whose column it is, and what others would say there. */
const parties: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(수취인|수령인) ?(?=.)/, ['받는사람', '받으시는분', '수취인', '배송지', '수령자']],
  [/^(구매자|주문자) ?(?=.)/, ['주문하신분', '구매자', '주문자', '고객']],
  [/^(送付先|受取人)(?!ID|$)/, ['お届け先', '配送先', '宛先', '受取人']],
  [/^(注文者|購入者)(?=.)/, ['ご注文者', '購入者', '注文主']],
  [/^(Shipping (?!Method)|ship-(?!service)|recipient-)/, ['Delivery', 'Ship to', 'Consignee', 'Recipient']],
  [/^(Billing |buyer-)/, ['Bill to', 'Customer', 'Buyer']],
]

/** What is done to the headings of a file. */
const changes = fc.record({
  renames: fc.nat(1000),
  style: pick(styles),
  number: pick(numbers),
  brackets: fc.boolean(),
  splits: fc.boolean(),
  hides: fc.option(fc.nat(1000), { freq: 1 }),
  order: fc.infiniteStream(fc.nat()),
})

interface Column {
  readonly heading: string
  readonly texts: readonly string[]
}

const isFilled = ({ texts }: Column): boolean => texts.some(text => text !== '')

/** A column whose texts are two words each, as two columns. */
function split({ heading, texts }: Column): readonly Column[] {
  const halves = texts.map(text => text.split(/\s+/))
  const isName = /^(수취인명|수취인이름|수령인명|受取人名|Shipping Name|recipient-name)$/.test(heading)
  if (!isName || !halves.every(words => words.length === 2 || words[0] === '')) return [{ heading, texts }]
  const party = heading.replace(/(명|이름|名|Name|name)$/, '')
  const isLatin = /[a-z]/i.test(heading)
  const [family, given] = isLatin ? ['last name', 'first name'] : /[가-힣]/.test(heading) ? ['성', '이름'] : ['姓', '名']
  return [
    { heading: `${party}${family}`, texts: halves.map(([word = '']) => word) },
    { heading: `${party}${given}`, texts: halves.map(([, word = '']) => word) },
  ]
}

function changed(
  rows: readonly (readonly string[])[],
  header: number,
  { renames, style, number, brackets, splits, hides, order }: typeof changes extends fc.Arbitrary<infer T> ? T : never,
): (readonly string[])[] {
  const [headings = [], ...lines] = rows.slice(header)
  const columns = headings.map((heading, at): Column => ({ heading, texts: lines.map(line => line[at] ?? '') }))
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
  // One of the columns that say something gets a name that nobody knows.
  const filled = renamed.filter(isFilled)
  const hidden = hides === null ? undefined : filled[hides % filled.length]
  const all = shuffled(
    renamed.map(column => (column === hidden ? { ...column, heading: 'その他項目' } : column)),
    order,
  )
  return [...rows.slice(0, header), all.map(({ heading }) => heading), ...lines.map((_, at) => all.map(({ texts }) => texts[at] ?? ''))]
}

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\-'・,+]/g, '')
const lettersOf = (text: string): string => [...bare(text)].toSorted().join('')

/** What an order, and its item, came to. */
type Said = Readonly<Record<string, string>>

/** What lines say, by their row in the file; blank cells of an order say what its line above says. */
function saidBy(lines: readonly { readonly row: number; readonly texts: Readonly<Record<string, string>> }[]): Map<number, Said> {
  const before = new Map<string, Readonly<Record<string, string>>>()
  return new Map(
    lines.map(({ row, texts }) => {
      const number = texts['orderInfo.mallOrderNumber'] ?? ''
      const first = before.get(number) ?? texts
      before.set(number, first)
      const text = (id: string) => texts[id] || first[id] || ''
      const address = ['state', 'city', 'address', 'addressDetail'].map(part => text(`recipient.${part}`)).join('')
      const said: Said = {
        number,
        name: lettersOf(text('recipient.name')),
        zip: bare(text('recipient.zipCode')),
        phone: bare(text('recipient.contact')),
        address: bare(address),
        item: texts['items[].name'] ?? '',
        quantity: texts['items[].quantity'] ?? '',
        price: bare(texts['items[].price'] ?? ''),
      }
      return [row, said]
    }),
  )
}

describe.each(layouts)('%s', id => {
  const { rows } = sampleOf(id)
  const right = saidBy(readSample({ rows }, 'orders/japan').lines)
  const header = rows.findIndex(row => row.filter(text => text !== '').length > 5)
  // Amazon's prices are those of whole rows, which no heading says.
  const told = id === 'amazon-orders' ? new Set(['price']) : new Set<string>()

  test('with other names, brackets and numbers, cut up and in any order, is read right or asked about', () => {
    fc.assert(
      fc.property(changes, change => {
        const file = changed(rows, header, change)
        const reading = readGenerally(file)
        if (!reading.isSure) return
        const said = saidBy(reading.lines)
        const found = [...right].flatMap(([row, should]) =>
          Object.entries(should).flatMap(([what, text]) =>
            told.has(what) || said.get(row)?.[what] === text ? [] : [`${row} ${what}: ${said.get(row)?.[what]}, not ${text}`],
          ),
        )
        expect({ headings: file[header], found }).toEqual({ headings: file[header], found: [] })
      }),
      { numRuns: 150, seed: 20261122 },
    )
  })
})
