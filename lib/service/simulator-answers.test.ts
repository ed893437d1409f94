import { expect, test } from 'vitest'
import {
  checkJapanOrders,
  type Operation,
  registerJapanOrders,
  registerProducts,
} from '@/lib/contract/operations'
import { problem } from '@/lib/contract/results'
import { breakOff, retell } from './simulator-answers'
import { misbehaviours } from './simulator-modes'

const modes = misbehaviours({ now: () => 0, sleep: async () => {} })
const carried = async (mode: keyof typeof modes, body: string, operation: Operation) =>
  (await modes[mode].carry?.(new Response(body), operation))?.text()

test('an answer that is too long to be changed is refused, and the rest of it is not asked for', async () => {
  for (const change of [breakOff, (answer: Response) => retell(answer, checkJapanOrders, {})]) {
    let made = 0
    let isLeft = false
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024))
        made++
      },
      cancel() {
        isLeft = true
      },
    })
    const answer = await change(new Response(endless))
    expect(problem.parse(await answer.json()).detail).toContain('Send fewer at once')
    expect([answer.status, isLeft, made < 20]).toEqual([413, true, true])
  }
})

test('an order id beyond 2^53 keeps its digits', async () => {
  const entry = (id: string, number: string) => `{"orderId":${id},"mallOrderNumber":"${number}"}`
  const [first, second] = [entry('9223372036854775807', 'A'), entry('5', 'B')]
  const body = `{"isSuccess":true,"orderSuccesses":[${first},${second}]}`
  const told = await carried('half', body, registerJapanOrders)
  expect(told).toBe(`{"isSuccess":true,"orderSuccesses":[${first}]}`)
})

const products = (failed: readonly string[], successCount: number, errorCode: string) =>
  JSON.stringify({
    successCount,
    failureCount: failed.length,
    failures: failed.map(shopProductId => ({ shopProductId, errorCode, message: 'm' })),
  })

test('half: half of the products are told, the taken ones and the failed ones', async () => {
  const told = await carried('half', products(['P-1', 'P-2'], 5, 'INVALID_PRICE'), registerProducts)
  expect(told).toBe(products(['P-1'], 2, 'INVALID_PRICE'))
})

test('unknown-names: the code of a failed product is one that nobody knows', async () => {
  const told = await carried('unknown-names', products(['P-1'], 0, 'INVALID_PRICE'), registerProducts)
  expect(told).toBe(products(['P-1'], 0, 'E_0042'))
})

test('bare-names: what becomes of products names no field, so it stays as it is', async () => {
  const body = products(['P-1'], 0, 'INVALID_PRICE')
  expect(await carried('bare-names', body, registerProducts)).toBe(body)
})
