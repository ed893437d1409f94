import { expect, test } from 'vitest'
import { checkJapanOrders, registerJapanOrders, registerProducts } from '@/lib/contract/operations'
import type { CallResult } from '../call'
import { type ResponseRewrite, rewriteResponse } from './simulator-responses'

async function* partsOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

async function textOf(response: CallResult): Promise<string> {
  if (!response.ok) return `${response.problem.status} ${response.problem.detail}`
  let text = ''
  for await (const part of response.parts) text += part
  return text
}

test('a response that is too long to be rewritten is refused, and the rest is not read', async () => {
  let made = 0
  let isLeft = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) {
        made++
        yield ' '.repeat(1024 * 1024)
      }
    } finally {
      isLeft = true
    }
  }
  const text = await textOf(await rewriteResponse({ ok: true, parts: endless() }, checkJapanOrders, {}))
  expect(text).toBe('413 The response is too large for the simulator (over 16 MB). Send fewer entries.')
  expect([isLeft, made]).toEqual([true, 17])
})

test('an order id beyond 2^53 keeps its digits', async () => {
  const body = '{"isSuccess":true,"orderSuccesses":[{"orderId":9223372036854775807,"mallOrderNumber":"A"}]}'
  const how: ResponseRewrite = { registration: result => ({ ...result, isSuccess: false }) }
  const response: CallResult = { ok: true, parts: partsOf(body.slice(0, 40), body.slice(40)) }
  expect(await textOf(await rewriteResponse(response, registerJapanOrders, how))).toBe(
    body.replace('true', 'false'),
  )
})

test('responses that a mode does not rewrite stay unchanged, and so do problems', async () => {
  const body =
    '{"successCount":0,"failureCount":1,"failures":[{"shopProductId":"P","errorCode":"X","message":""}]}'
  const how: ResponseRewrite = { check: result => ({ ...result, requestCount: 0 }) }
  expect(await textOf(await rewriteResponse({ ok: true, parts: partsOf(body) }, registerProducts, how))).toBe(
    body,
  )
  const problem: CallResult = { ok: false, problem: { status: 400, detail: 'No.' } }
  expect(await rewriteResponse(problem, registerProducts, how)).toBe(problem)
})
