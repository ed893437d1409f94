import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { RejectedOrder } from './field-cases'
import { valuesOfLines, valuesOfPayload } from './order-values'
import { type Rule, ruleSchema, WHOLE_RECORD } from './requirement'
import { limitBelow, limitFrom } from './round-limits'
import { suggestRequirements } from './suggest-requirements'

const sheet = sheets['orders/japan']
const NAME = 'items[].name'
const URL = 'items[].itemUrl'
const PRICE = 'items[].price'
const SENDER = 'sender.name'
const CONTACT = 'recipient.contact'

const columnOf = (id: string) => sheet.columns.find(column => column.id === id) ?? WHOLE_RECORD
const order = (...items: readonly Texts[]) =>
  valuesOfLines(items.map((texts, at) => ({ id: `L${at}`, rank: at, texts })))
const rejectedOrder = (number: string, items: readonly Texts[], item?: number): RejectedOrder => ({
  ...{ number, item },
  values: order(...items),
})

/** What is suggested for orders of one item whose cell has these texts. */
const suggest = (column: string, rejected: readonly string[], passed: readonly string[]) =>
  suggestRequirements(
    {
      column: columnOf(column),
      rejected: rejected.map((text, at) => rejectedOrder(`A-${at}`, [{ [column]: text }], 0)),
      passed: passed.map(text => order({ [column]: text })),
    },
    sheet,
  )
const rules = (...given: Parameters<typeof suggest>): Rule[] => suggest(...given).map(({ rule }) => rule)

describe('what is suggested', () => {
  test.each<[string, string[], string[], Rule]>([
    [URL, ['', '', ' '], ['https://a.example'], { kind: 'required' }],
    [URL, ['', '', ''], [], { kind: 'required' }],
    [URL, ['http://a', 'http://b', 'c.example'], ['https://a'], { kind: 'starts_with', prefix: 'https://' }],
    [NAME, ['bag', 'Bag', 'goods'], ['Leather wallet', 'Cap'], { kind: 'excluded', words: ['bag', 'goods'] }],
    [
      NAME,
      ['bag', 'goods', 'gift'],
      ['Leather wallet'],
      { kind: 'excluded', words: ['bag', 'goods', 'gift'] },
    ],
    [NAME, ['かばん', 'かばん', 'かばん'], ['革の財布'], { kind: 'excluded', words: ['かばん'] }],
    [NAME, ['가방', '지갑', '모자'], ['Leather wallet'], { kind: 'ascii' }],
    [
      NAME,
      ['x'.repeat(64), 'y'.repeat(70), 'z'.repeat(51)],
      ['w'.repeat(32)],
      { kind: 'max_length', max: 50 },
    ],
    [SENDER, ['김민아', '山田', 'Müller'], ['Hanbit Store'], { kind: 'ascii' }],
    [SENDER, ['김민아', '山田', '이'], ['Hanbit Store', 'Müller'], { kind: 'no_cjk' }],
    [SENDER, ['A', 'B', 'CD'], ['Hanbit Store', 'Lee'], { kind: 'min_length', min: 3 }],
    [CONTACT, ['090-1234-5678', '+819012345678', '090 1'], ['09012345678'], { kind: 'digits' }],
    [CONTACT, ['090-1234', '+8190', '0 9'], ['09012345678', 'P1'], { kind: 'alphanumeric' }],
    ['orderInfo.mallOrderNumber', ['A 1', 'A 2', 'B 3'], ['A-1', 'A-2'], { kind: 'no_spaces' }],
    [PRICE, ['180000', '150000', '210,000'], ['80000', '99999'], { kind: 'max', max: 100_000 }],
    [PRICE, ['0.3', '0.5', '0.2'], ['0.8', '12'], { kind: 'min', min: 0.6 }],
    ['items[].currency', ['USD', 'KRW', 'EUR'], ['JPY', 'JPY'], { kind: 'allowed', words: ['JPY'] }],
    ['items[].currency', ['USD', 'USD', 'USD'], ['JPY', 'KRW'], { kind: 'excluded', words: ['USD'] }],
  ])('for %s after %j was rejected and %j passed', (column, rejected, passed, rule) => {
    expect(rules(column, rejected, passed)).toEqual([rule])
    expect(ruleSchema.safeParse(rule).success).toBe(true)
  })

  test('for the number of items, and for a total that no single price explains', () => {
    const item = (price: string, quantity = '1'): Texts => ({
      ...{ [PRICE]: price, 'items[].quantity': quantity, 'items[].currency': 'JPY' },
    })
    const items = (count: number) => Array.from({ length: count }, () => item('100'))
    const tooMany = [4, 6, 5].map((count, at) => rejectedOrder(`A-${at}`, items(count)))
    const some = {
      column: WHOLE_RECORD,
      rejected: tooMany,
      passed: [order(...items(3)), order(...items(1))],
    } as const
    expect(suggestRequirements(some, sheet).map(({ rule }) => rule)).toEqual([{ kind: 'max_items', max: 3 }])
    const expensive = ['9000', '8000', '7000'].map((price, at) =>
      rejectedOrder(`A-${at}`, [item(price, '3')], 0),
    )
    const passed = [order(item('9500', '1')), order(item('4000', '4'))]
    const found = suggestRequirements({ column: columnOf(PRICE), rejected: expensive, passed }, sheet)
    expect(found).toMatchObject([{ column: '', rule: { kind: 'max_total', max: 20_000, currency: 'JPY' } }])
    expect(found[0]?.examples[0]).toEqual({ number: 'A-0', value: '27000' })
  })

  test('are two requirements where one field has two rules', () => {
    const found = rules(URL, ['', '', '', 'http://a', 'http://b', 'http://c'], ['https://a'])
    expect(found).toEqual([{ kind: 'required' }, { kind: 'starts_with', prefix: 'https://' }])
  })

  test('names examples, but no value of a column with personal data', () => {
    expect(suggest(NAME, ['bag', 'bag', 'bag', 'bag'], ['Cap'])[0]).toMatchObject({
      orders: 4,
      examples: ['A-0', 'A-1', 'A-2'].map(number => ({ number, value: 'bag' })),
    })
    const [found] = suggest(SENDER, ['김민아', '山田', '이'], ['Lee'])
    expect(found?.examples).toEqual(['A-0', 'A-1', 'A-2'].map(number => ({ number })))
    // Its words would be personal data.
    expect(rules(SENDER, ['Kim', 'Kim', 'Kim'], ['Lee', 'Park Mina'])).toEqual([])
  })
})

describe('nothing is suggested', () => {
  test('from two orders, however often they were rejected', () => {
    const column = columnOf(URL)
    const twice = ['A-1', 'A-2', 'A-1', 'A-2'].map(number => rejectedOrder(number, [{}, {}], 0))
    expect(suggestRequirements({ column, rejected: twice, passed: [] }, sheet)).toEqual([])
    const thrice = [...twice, rejectedOrder('A-3', [{}], 0)]
    expect(suggestRequirements({ column, rejected: thrice, passed: [] }, sheet)).toHaveLength(1)
  })

  test('against an order that passed', () => {
    expect(rules(URL, ['', '', ''], ['https://a', ''])).toEqual([])
    expect(rules(NAME, ['bag', 'bag', 'bag'], ['BAG ', 'Cap'])).toEqual([])
    expect(rules(PRICE, ['5000', '6000', '7000'], ['5500', '9000', '10'])).toEqual([])
  })

  test('as a limit from ids of warehouses, which are names', () => {
    expect(rules('warehouseId', ['77', '77', '78'], ['1', '2'])).toEqual([])
    expect(rules('warehouseId', ['0', '0', '0'], ['10', '20'])).toEqual([])
  })

  test('from texts with nothing in common, and where no accepted value shows the difference', () => {
    expect(rules(NAME, ['Blue cotton bag', 'Red silk scarf', 'Tall oak chair'], ['Warm wool hats'])).toEqual(
      [],
    )
    expect(rules(NAME, ['가방', '가방', '가방'], [])).toEqual([])
  })

  test('that a requirement already says', () => {
    const column = columnOf(URL)
    const rejected = ['A-1', 'A-2', 'A-3'].map(number => rejectedOrder(number, [{}], 0))
    const known = [{ column, rule: { kind: 'required' } }] as const
    expect(suggestRequirements({ column, rejected, passed: [] }, sheet, known)).toEqual([])
  })
})

test('the item that the service named is compared, and not its neighbours', () => {
  const items = [{ [URL]: 'https://a' }, { [URL]: '' }]
  const at = (item: number) => ['A-1', 'A-2', 'A-3'].map(number => rejectedOrder(number, items, item))
  const suggested = (item: number) =>
    suggestRequirements({ column: columnOf(URL), rejected: at(item), passed: [] }, sheet).length
  expect([suggested(0), suggested(1)]).toEqual([0, 1])
})

test('values are compared as they are sent', () => {
  const payload = JSON.stringify({ items: [{ name: 'bag', price: 1200.5 }, {}], sender: {} })
  const sent = valuesOfPayload(payload, sheet)
  const column = (id: string) => sheet.columns.find(one => one.id === id) ?? expect.fail(id)
  expect(sent.lineCount).toBe(2)
  expect(sent.valuesOf(column(NAME))).toEqual(['bag', ''])
  expect(sent.valuesOf(column(PRICE))).toEqual(['1200.5', ''])
  expect(sent.valuesOf(column(SENDER))).toEqual([''])
})

test.each([
  [80_000, [150_000], 100_000],
  [12, [35, 90], 30],
  [11, [12], 11],
  [11, [13], 12],
  [99, [100.5], 100],
  [0.5, [0.8], 0.7],
  [0.25, [0.26], 0.25],
  [3, [3, 2], undefined],
])('above %d and below %j the roundest limit is %j', (accepted, rejected, limit) => {
  expect(limitBelow(accepted, rejected)).toBe(limit)
  const mirrored = limitFrom(
    -accepted,
    rejected.map(number => -number),
  )
  expect(mirrored).toBe(limit === undefined ? undefined : -limit)
})

/** What a service might require, judged without the code under test. */
const hidden = {
  present: (text: string) => text.trim() !== '',
  ascii: (text: string) => [...text].every(sign => sign.charCodeAt(0) < 127),
  short: (text: string) => Array.from(text).length <= 12,
  'no bag': (text: string) => text.trim().toLowerCase() !== 'bag',
  'no blanks': (text: string) => !text.includes(' '),
}
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'bag',
    'Bag',
    'goods',
    'Leather wallet',
    '가방',
    'カバン',
    '財布 1',
    'A-1',
    '12345',
    'Cap',
  ),
  fc.stringMatching(/^[A-Za-z0-9 가-힣]{0,20}$/),
)

/** Whether an accepted text would be held back by a suggested rule: an oracle of its own. */
function isHeldBack(rule: Rule, text: string): boolean {
  const blank = text.trim() === ''
  if (rule.kind === 'required') return blank
  if (blank) return false
  const length = Array.from(text).length
  const folded = text.normalize('NFKC').trim().toLowerCase()
  const among = (words: readonly string[]) =>
    words.some(word => word.normalize('NFKC').trim().toLowerCase() === folded)
  switch (rule.kind) {
    case 'ascii':
      return [...text].some(sign => sign.charCodeAt(0) > 126)
    case 'no_cjk':
      return /[가-힣ァ-ヶ一-龠]/.test(text)
    case 'no_spaces':
      return text.includes(' ')
    case 'digits':
      return [...text].some(sign => sign < '0' || sign > '9')
    case 'alphanumeric':
      return [...text].some(sign => !/[0-9a-z]/i.test(sign))
    case 'excluded':
      return among(rule.words)
    case 'max_length':
      return length > rule.max
    case 'min_length':
      return length < rule.min
    default:
      throw new Error(`no oracle for ${rule.kind}`)
  }
}

describe.each(Object.entries(hidden))('against a service that requires %s', (_, accepts) => {
  test('a suggestion needs three orders, explains each that it counts and holds no accepted one back', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 24 }), all => {
        const rejected = all.filter(text => !accepts(text))
        const passed = all.filter(accepts)
        const found = suggest(NAME, rejected, passed)
        if (rejected.length < 3) expect(found).toEqual([])
        let explained = 0
        for (const { rule, orders } of found) {
          expect(passed.filter(text => isHeldBack(rule, text))).toEqual([])
          expect(orders).toBeGreaterThanOrEqual(3)
          expect(rejected.filter(text => isHeldBack(rule, text)).length).toBeGreaterThanOrEqual(orders)
          explained += orders
        }
        expect(explained).toBeLessThanOrEqual(rejected.length)
      }),
      { numRuns: 300 },
    )
  })
})
