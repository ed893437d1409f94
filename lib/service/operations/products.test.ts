import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerProducts } from '@/lib/contract/operations'
import { productResult } from '@/lib/contract/results'
import { issueCredentials } from '@/lib/store/service/credentials'
import { openHarness, type ServiceHarness } from '@/testing/service/harness'
import { sampleElement } from '@/testing/service/samples'
import { describeDatabases, type TestDatabase } from '@/testing/store/databases'
import { writeLosslessJson } from '../json'

const product = (id: string, own: object = {}) => ({ ...sampleElement(registerProducts, id), ...own })

describeDatabases('products', openTestDatabase => {
  let database: TestDatabase
  let harness: ServiceHarness
  let key: string[]
  beforeAll(async () => {
    database = await openTestDatabase()
    harness = await openHarness(database, {
      limits: () => ({ maxBodyBytes: 20_000_000, idle: 5000, minRate: 1024 }),
    })
    key = ['authorization', harness.credentials.secretKey, 'content-type', 'application/json']
  })
  beforeEach(async () => {
    await database.kysely.deleteFrom('service_product').execute()
  })
  afterAll(() => harness.close())

  const register = async (body: unknown, headers = key) => {
    const response = await harness.send('registerProducts', Array.isArray(body) ? { products: body } : body, {
      headers,
    })
    expect([response.status, response.body]).toEqual([200, expect.any(Object)])
    return productResult.parse(response.body)
  }
  const stored = async () => {
    const rows = await database.kysely
      .selectFrom('service_product')
      .select(['shop_product_id', 'body'])
      .orderBy('shop_product_id')
      .execute()
    return new Map(rows.map(row => [row.shop_product_id, row.body]))
  }

  test('that are valid are all registered, and stored as they were sent', async () => {
    const odd = `{ "shopProductId" : "A\\u002d1","productName":"지갑","productPrice":1.50,"remark":[9007199254740993, null]}`
    const result = await register(`{"products":[${odd},${JSON.stringify(product('A-2'))}]}`)
    expect(result).toEqual({ successCount: 2, failureCount: 0, failures: [] })
    expect(await stored()).toEqual(
      new Map([
        ['A-1', odd],
        ['A-2', JSON.stringify(product('A-2'))],
      ]),
    )
  })

  test('are independent: a discounted price above the regular one fails only its product', async () => {
    const result = await register([
      product('A-1'),
      product('A-2', { productPrice: 9900, discountedProductPrice: 9900.01 }),
      product('A-3', { productPrice: 9900, discountedProductPrice: 9900 }),
    ])
    expect(result).toEqual({
      successCount: 2,
      failureCount: 1,
      failures: [
        {
          shopProductId: 'A-2',
          errorCode: 'INVALID_PRICE',
          message:
            'discountedProductPrice: The discounted price is higher than the regular price. Change one of them.',
        },
      ],
    })
    expect([...(await stored()).keys()]).toEqual(['A-1', 'A-3'])
  })

  test('have prices of any length, which are compared to the last digit', async () => {
    const products = [
      product('A-1', { productPrice: 9007199254740993n, discountedProductPrice: 9007199254740993n }),
      product('A-2', { productPrice: 9007199254740992n, discountedProductPrice: 9007199254740993n }),
    ]
    const { failures } = await register(writeLosslessJson({ products }))
    expect(failures).toMatchObject([{ shopProductId: 'A-2', errorCode: 'INVALID_PRICE' }])
  })

  test('with several failures have the first code of the list, and a message that names every field', async () => {
    const { failures } = await register([
      product('A-1', { discountedProductPrice: 99999, productName: undefined, brandName: 5 }),
      product('A-2', { discountedProductPrice: 99999, brandName: 5 }),
      product('A\0', { discountedProductPrice: 99999 }),
      product('A-1', { mainImage: false }),
    ])
    expect(failures.map(failure => [failure.shopProductId, failure.errorCode])).toEqual([
      ['A-1', 'MISSING_FIELD'],
      ['A-2', 'INVALID_TYPE'],
      ['A\0', 'INVALID_VALUE'],
      ['A-1', 'INVALID_TYPE'],
    ])
    expect(failures[0]?.message).toMatch(/^productName: .* brandName: .* discountedProductPrice: /)
    expect(failures[3]?.message).toMatch(/^mainImage: .* shopProductId: .*“A-1” .*first used by product 1/)
  })

  test('without an id, or that are not objects, are reported with an empty id', async () => {
    const { failures } = await register([
      product('x', { shopProductId: undefined }),
      product('x', { shopProductId: null }),
      product('x', { shopProductId: 7 }),
      'x',
      null,
      [],
      7,
    ])
    expect(failures.map(failure => `${failure.shopProductId}${failure.errorCode}`)).toEqual([
      'MISSING_FIELD',
      'MISSING_FIELD',
      'INVALID_TYPE',
      'INVALID_TYPE',
      'MISSING_FIELD',
      'INVALID_TYPE',
      'INVALID_TYPE',
    ])
    for (const { message } of failures) expect(message).toMatch(/^(shopProductId|product): [A-Z].*\.$/)
  })

  test('with a repeated id in a request: the first one counts', async () => {
    const result = await register([product('A-1'), product('A-1', { productName: 'another' })])
    expect(result).toMatchObject({
      successCount: 1,
      failures: [{ shopProductId: 'A-1', errorCode: 'DUPLICATE_PRODUCT' }],
    })
    expect((await stored()).get('A-1')).toContain('Leather wallet')
  })

  test('that are already registered are replaced by the newest', async () => {
    await register([product('A-1')])
    expect(await register([product('A-1', { productName: 'Card case' })])).toMatchObject({ successCount: 1 })
    expect([...(await stored()).values()]).toEqual([expect.stringContaining('Card case')])
    const { secretKey } = await issueCredentials(database.kysely, harness.ring, 'Another shop')
    await register([product('A-1')], ['authorization', secretKey, 'content-type', 'application/json'])
    const rows = await database.kysely.selectFrom('service_product').select('client_id').execute()
    expect(new Set(rows.map(row => row.client_id)).size).toBe(2)
  })

  test('are limited to between one and a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, i) => product(`M-${i}`))
    expect((await register(many.slice(0, 100))).successCount).toBe(100)
    expect((await stored()).size).toBe(100)
    for (const [products, sentence] of [
      [[], /empty/],
      [many, /more than 100/],
      [[...many, ...many, ...many], /more than 100/],
    ] as const) {
      const response = await harness.send('registerProducts', { products }, { headers: key })
      expect(response).toMatchObject({ status: 400, body: { detail: expect.stringMatching(sentence) } })
    }
    const response = await harness.send('registerProducts', { data: [product('A-1')] }, { headers: key })
    expect(response).toMatchObject({ status: 400, body: { detail: expect.stringContaining('“products”') } })
    expect((await stored()).size).toBe(100)
  })

  test('have an id that databases store unchanged', async () => {
    const { failures } = await register([
      product('a\ud800b'),
      product('x'.repeat(501)),
      product('🚢'.repeat(500)),
      product(''),
    ])
    expect(failures.map(failure => [failure.shopProductId.length, failure.errorCode])).toEqual([
      [3, 'INVALID_VALUE'],
      [500, 'INVALID_VALUE'],
    ])
  })

  test('with very many entries are judged like others', async () => {
    const options = Array(2_000_000).fill(1)
    const { failures } = await register([
      product('A-1', { productOptionGroup: [{ productOption: options }] }),
      product('A-2', { productOptionGroup: [{ productOption: Array(9000).fill({}) }] }),
      product('A-3', { productOptionGroup: [{ productOption: Array(9000).fill(1) }] }),
    ])
    expect(failures.map(failure => [failure.shopProductId, failure.errorCode])).toEqual([
      ['A-1', 'INVALID_VALUE'],
      ['A-3', 'INVALID_TYPE'],
    ])
    expect(failures[1]?.message).toMatch(/^productOptionGroup\[0\]\.productOption\[0\]: .* 8,990 more/)
  })

  test('registered by many at the same time wait for each other', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `P-${i}`)
    const requests = Array.from({ length: 8 }, (_, i) =>
      register((i % 2 ? ids : ids.toReversed()).map(id => product(id, { brandName: `B-${i}` }))),
    )
    expect((await Promise.all(requests)).every(result => result.successCount === 20)).toBe(true)
    const brands = [...(await stored()).values()].map(body => JSON.parse(body).brandName)
    expect(new Set(brands).size).toBe(1)
  })
})
