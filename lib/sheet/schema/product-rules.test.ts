import { describe, expect, test } from 'vitest'
import { product } from '@/lib/contract/products'
import { writeCells } from '@/lib/sheet/acts/cells'
import { assemble } from '@/lib/sheet/judge/assemble'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import type { Line, Texts } from './line'
import { axisNameColumn, axisValueColumn } from './product-rules'
import { sampleProductDraft, sampleProducts } from './samples/products'
import { sheets } from './sheets'

const sheet = sheets.products
const option = (name: string) => `productOptionGroup[].productOption[].${name}`

const open = (texts: readonly Texts[]) => {
  const lines = texts.map((one, i): Line => ({ id: `L${i + 1}`, rank: i + 1, texts: one }))
  const workbook = new Workbook(sheet, lines)
  workbook.begin()
  return workbook
}

const records = (workbook: Workbook) =>
  [...workbook.index.all()].map(order => assemble(workbook.draft, order, sheet).record)

const failuresIn = (workbook: Workbook) =>
  workbook.firstLines().flatMap(firstLine => workbook.listFailures(firstLine))

/** Failures as texts: `L2 productPrice above_regular`. */
const failures = (workbook: Workbook) =>
  failuresIn(workbook).map(({ line, column, mark }) => `${line} ${column} ${mark.code}`)

const shirt: Texts = { shopProductId: 'S', productName: 'Shirt', productPrice: '1000' }
const colour = { [axisNameColumn(0)]: 'Colour' }
const size = { [axisNameColumn(1)]: 'Size' }
const is = (first: string, second = '') => ({ [axisValueColumn(0)]: first, [axisValueColumn(1)]: second })

describe('the product that is read from lines', () => {
  test('has one option per line, numbered axes, and its own cells once', () => {
    const workbook = open([
      { ...shirt, ...colour, ...size, ...is('Black', 'S'), [option('optionPrice')]: '100' },
      { ...is('Black', 'M'), [option('shopOptionId')]: 'S-2' },
    ])
    expect(records(workbook)).toEqual([
      {
        shopProductId: 'S',
        productName: 'Shirt',
        productPrice: 1000,
        productOptionGroup: [
          {
            productOptionGroupName: [
              { shopGroupOptionId: 1, productOptionGroupName: 'Colour' },
              { shopGroupOptionId: 2, productOptionGroupName: 'Size' },
            ],
            productOption: [
              {
                productOptionName: [
                  { shopGroupOptionId: 1, productOptionName: 'Black' },
                  { shopGroupOptionId: 2, productOptionName: 'S' },
                ],
                optionPrice: 100,
              },
              {
                productOptionName: [
                  { shopGroupOptionId: 1, productOptionName: 'Black' },
                  { shopGroupOptionId: 2, productOptionName: 'M' },
                ],
                shopOptionId: 'S-2',
              },
            ],
          },
        ],
      },
    ])
    expect(failures(workbook)).toEqual([])
  })

  test('a product without options has no option group', () => {
    expect(records(open([shirt]))).toEqual([{ shopProductId: 'S', productName: 'Shirt', productPrice: 1000 }])
  })

  test('images are separated by line ends or blanks', () => {
    const images = 'https://a.example/1.jpg\n https://a.example/2.jpg  http://a.example/3.jpg'
    const workbook = open([{ ...shirt, productImages: images }])
    expect(records(workbook)[0]?.productImages).toEqual([
      'https://a.example/1.jpg',
      'https://a.example/2.jpg',
      'http://a.example/3.jpg',
    ])
    expect(failures(workbook)).toEqual([])
  })

  test('whole numbers of 64 bits stay exact', () => {
    const [record] = records(open([{ ...shirt, stockQuantity: '9223372036854775807' }]))
    expect(record?.stockQuantity).toBe(9223372036854775807n)
  })

  test('the contract takes every sample product', () => {
    const samples = records(open(sampleProducts(20).flat()))
    expect(samples).toHaveLength(20)
    for (const record of samples) expect(product.safeParse(record).error).toBeUndefined()
  })
})

describe('the desk’s own rules for products', () => {
  test('a discount above the regular price is one failure on both prices', () => {
    const workbook = open([{ ...shirt, discountedProductPrice: '1200' }])
    expect(failures(workbook)).toEqual(['L1 productPrice above_regular'])
    const { cells } = workbook.line('L1').marks
    expect([...cells.keys()].toSorted()).toEqual(['discountedProductPrice', 'productPrice'])
  })

  test('the price rule applies beside other failures of the product', () => {
    const workbook = open([{ ...shirt, productName: '', discountedProductPrice: '1200' }])
    expect(failures(workbook)).toEqual(['L1 productName missing', 'L1 productPrice above_regular'])
  })

  test('a failure of an option is on its line', () => {
    const workbook = open([
      { ...shirt, ...colour, ...is('Black') },
      { ...is('White'), [option('stockQuantity')]: 'many' },
    ])
    expect(failures(workbook)).toEqual([`L2 ${option('stockQuantity')} not_a_number`])
  })

  test.each([
    [
      'the smallest purchase above the largest',
      { [option('availablePurchaseQuantityMin')]: '6', [option('availablePurchaseQuantityMax')]: '5' },
      `L1 ${option('availablePurchaseQuantityMin')} minimum_above_maximum`,
    ],
    ['a value of an axis without a name', is('Black', 'S'), `L1 ${axisNameColumn(1)} nameless_axis`],
    [
      'an image that is not a web address',
      { productImages: 'https://a.example/1.jpg ftp://a.example/2.jpg' },
      'L1 productImages not_a_url',
    ],
    [
      'two web addresses where one is asked for',
      { mainImage: 'https://a.example/1.jpg https://a.example/2.jpg' },
      'L1 mainImage not_a_url',
    ],
    [
      'a page that is not a web address',
      { originProductUrl: 'shop.example/p/1' },
      'L1 originProductUrl not_a_url',
    ],
  ])('%s', (_, texts, failure) => {
    expect(failures(open([{ ...shirt, ...colour, ...is('Black'), ...texts }]))).toEqual([failure])
  })

  test('an option without a value on an axis, and a repeated combination', () => {
    const workbook = open([
      { ...shirt, ...colour, ...size, ...is('Black', 'S') },
      is('Black'),
      is('Black', 'S'),
    ])
    expect(failures(workbook)).toEqual([
      `L2 ${axisValueColumn(1)} valueless_axis`,
      `L3 ${axisValueColumn(0)} repeated_combination`,
    ])
  })

  test('texts of an option in a product without options are failures; several rows without any axis ask for its name', () => {
    const stray = { [option('stockQuantity')]: '5', [option('shopOptionId')]: 'S-1' }
    const workbook = open([{ ...shirt, ...stray }])
    expect(failures(workbook)).toEqual([
      `L1 ${option('stockQuantity')} no_options`,
      `L1 ${option('shopOptionId')} no_options`,
    ])
    const blank = Object.fromEntries(Object.keys(stray).map(column => [column, '']))
    writeCells(workbook, { ids: [] }, new Map([['L1', blank]]), null)
    expect(failures(workbook)).toEqual([])
    expect(failures(open([{ ...shirt, ...stray }, stray]))).toEqual([`L1 ${axisNameColumn(0)} missing`])
  })

  test('a product id of two separate products is a failure of both', () => {
    const workbook = open([shirt, { ...shirt, shopProductId: 'T' }, shirt])
    expect(failures(workbook)).toEqual(['L1 shopProductId repeated_here', 'L3 shopProductId repeated_here'])
  })

  test('a valid product is ready without a check by a service', () => {
    const workbook = open([shirt])
    expect(workbook.statusOf('L1')).toBe('ready')
  })

  test('the sample has one failure of each kind', () => {
    const codes = failuresIn(open(sampleProductDraft(1))).map(failure => failure.mark.code)
    expect(codes.toSorted()).toEqual([
      'above_regular',
      'minimum_above_maximum',
      'missing',
      'not_a_url',
      'repeated_combination',
      'repeated_here',
      'repeated_here',
    ])
  })
})

describe('failures of a product from the service', () => {
  const refuse = (errorCode: string) => {
    const workbook = open([{ ...shirt, discountedProductPrice: '900' }])
    workbook.serverFacts.addOutcomes([
      {
        mallOrderNumber: 'S',
        lineIds: ['L1'],
        state: 'failing',
        fingerprint: 'another',
        payload:
          '{"shopProductId":"S","productName":"Shirt","productPrice":1000,"discountedProductPrice":900}',
        failures: [{ field: '', message: '할인가가 정가보다 큽니다', errorCode }],
        checkedAt: '2026-11-21T00:00:00Z',
      },
    ])
    return workbook
  }

  test('INVALID_PRICE is one failure on both price cells, stale once either was edited', () => {
    const workbook = refuse('INVALID_PRICE')
    expect(failuresIn(workbook)).toHaveLength(1)
    expect([...workbook.line('L1').marks.cells.keys()].toSorted()).toEqual([
      'discountedProductPrice',
      'productPrice',
    ])
    writeCells(workbook, { ids: [] }, new Map([['L1', { productPrice: '2000' }]]), null)
    expect(failuresIn(workbook)).toEqual([])
  })

  test('an unknown code is marked on the line as a whole, with its message', () => {
    const workbook = refuse('BRAND_NOT_ALLOWED')
    expect(workbook.line('L1').marks.line).toMatchObject([
      { errorCode: 'BRAND_NOT_ALLOWED', message: '할인가가 정가보다 큽니다' },
    ])
  })
})
