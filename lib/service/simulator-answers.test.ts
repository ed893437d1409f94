import { expect, test } from 'vitest'
import { checkJapanOrders, registerJapanOrders, registerProducts } from '@/lib/contract/operations'
import type { Answer } from './call'
import { type Retelling, retell } from './simulator-answers'

async function* partsOf(...texts: string[]): AsyncGenerator<string> {
  yield* texts
}

async function textOf(answer: Answer): Promise<string> {
  if (!answer.ok) return `${answer.trouble.status} ${answer.trouble.detail}`
  let text = ''
  for await (const part of answer.parts) text += part
  return text
}

test('an answer that is too long to be changed is refused, and the rest of it is not asked for', async () => {
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
  const told = await textOf(await retell({ ok: true, parts: endless() }, checkJapanOrders, {}))
  expect(told).toBe('413 The answer is longer than the simulator can hold (16 MB). Send fewer at once.')
  expect([isLeft, made]).toEqual([true, 17])
})

test('an order id beyond 2^53 keeps its digits', async () => {
  const body = '{"isSuccess":true,"orderSuccesses":[{"orderId":9223372036854775807,"mallOrderNumber":"A"}]}'
  const how: Retelling = { registration: result => ({ ...result, isSuccess: false }) }
  const answer: Answer = { ok: true, parts: partsOf(body.slice(0, 40), body.slice(40)) }
  expect(await textOf(await retell(answer, registerJapanOrders, how))).toBe(body.replace('true', 'false'))
})

test('a kind of answer that a mode says nothing of stays as it is, and so does trouble', async () => {
  const body =
    '{"successCount":0,"failureCount":1,"failures":[{"shopProductId":"P","errorCode":"X","message":""}]}'
  const how: Retelling = { check: result => ({ ...result, requestCount: 0 }) }
  expect(await textOf(await retell({ ok: true, parts: partsOf(body) }, registerProducts, how))).toBe(body)
  const trouble: Answer = { ok: false, trouble: { status: 400, detail: 'No.' } }
  expect(await retell(trouble, registerProducts, how)).toBe(trouble)
})
