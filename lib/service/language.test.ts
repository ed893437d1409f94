import { describe, expect, test } from 'vitest'
import { registerProducts } from '@/lib/contract/operations'
import { problem, productResult, validationResult } from '@/lib/contract/results'
import { LANGUAGE_COOKIE } from '@/lib/words/locale/locale-cookies'
import { sampleElement, sampleOrder } from '@/testing/service/samples'
import { suiteHarness } from '@/testing/service/suite-harness'

const order = (number: string, more: object = {}) => ({
  ...sampleOrder({ mallOrderNumber: number }),
  ...more,
})

const product = (id: string) => sampleElement(registerProducts, id) as object

describe('the language of a response', () => {
  const suite = suiteHarness()

  const headers = (language: string, ...more: string[]) => [
    ...['authorization', `Bearer ${suite.harness.credentials.accessToken}`],
    ...['content-type', 'application/json', 'accept-language', language, ...more],
  ]

  test.each([
    ['ko-KR,ko;q=0.9', 'ko', /^[가-힣 ]+\. JSON 객체/],
    ['ja', 'ja', /^リクエスト.*空/],
    ['de', 'en', /^The body is empty\./],
  ])(
    'is that of Accept-Language %s in a problem, and nothing else of it changes',
    async (wanted, language, detail) => {
      const response = await suite.harness.send('registerJapanOrders', '', { headers: headers(wanted) })
      expect([response.status, response.headers['content-language']]).toEqual([400, language])
      expect(response.headers.vary).toBe('Accept-Language')
      expect(problem.parse(response.body)).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: expect.stringMatching(detail),
      })
    },
  )

  test.each([
    ['ko', /^필수/],
    ['ja', /^必須/],
  ])('is %s in the errors of single orders', async (language, missing) => {
    const response = await suite.harness.send(
      'checkJapanOrders',
      { data: [order('L-1'), order('L-2', { sender: undefined })] },
      { headers: headers(language) },
    )
    expect([response.status, response.headers['content-language']]).toEqual([200, language])
    expect(validationResult.parse(response.body).failures).toEqual([
      {
        mallOrderNumber: 'L-2',
        rowIndex: 1,
        failures: [{ errorField: 'sender', errorMessage: expect.stringMatching(missing) }],
      },
    ])
  })

  test('is Japanese in the errors of products, whose codes stay', async () => {
    const dear = { ...product('P-1'), productPrice: 100, discountedProductPrice: 200, productName: 5 }
    const key = ['authorization', suite.harness.credentials.secretKey, 'content-type', 'application/json']
    const response = await suite.harness.send(
      'registerProducts',
      { products: [dear] },
      { headers: [...key, 'accept-language', 'ja'] },
    )
    expect(productResult.parse(response.body).failures).toEqual([
      {
        shopProductId: 'P-1',
        errorCode: 'INVALID_TYPE',
        message: expect.stringMatching(/^productName: .*文字列.*。discountedProductPrice: 割引価格/),
      },
    ])
  })

  test('of a repeated registration is that of the first response', async () => {
    const send = (language: string) =>
      suite.harness.send(
        'registerProducts',
        { products: [{ ...product('P-2'), productName: undefined }] },
        {
          headers: [
            ...['authorization', suite.harness.credentials.secretKey, 'content-type', 'application/json'],
            ...['accept-language', language, 'idempotency-key', 'same'],
          ],
        },
      )
    const first = await send('ko')
    const second = await send('ja')
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers['content-language']).toBeUndefined()
  })

  test('is not that of the operator who uses the desk in the same browser', async () => {
    const cookie = ['cookie', `${LANGUAGE_COOKIE}=ko`]
    const response = await suite.harness.send('checkJapanOrders', '{', { headers: headers('ja', ...cookie) })
    expect(response.headers['content-language']).toBe('ja')
  })

  test('is asked for in refusals before the body is read, too', async () => {
    const responses = await Promise.all([
      suite.harness.send('checkJapanOrders', '', { headers: ['accept-language', 'ko'] }),
      suite.harness.send('checkJapanOrders', '', { headers: ['accept-language', 'ko'], method: 'GET' }),
    ])
    expect(responses.map(({ status, body }) => [status, problem.parse(body).detail])).toEqual([
      [401, expect.stringMatching(/^인증 정보/)],
      [405, expect.stringMatching(/^POST만/)],
    ])
  })
})
