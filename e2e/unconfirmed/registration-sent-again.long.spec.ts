import { setTimeout as wait } from 'node:timers/promises'
import { exampleBody } from '@/lib/contract/examples'
import { registerOrders } from '@/lib/contract/operations'
import { registrationResult } from '@/lib/contract/results'
import { expect, test } from '../support/fixtures'
import type { Server } from '../support/server'

const ORDERS = 4000

/** General orders with numbers of their own. */
function bodyOf(prefix: string): { numbers: string[]; body: string } {
  const numbers = Array.from({ length: ORDERS }, (_, i) => `${prefix}-${i}`)
  const example = JSON.stringify(exampleBody(registerOrders).data?.[0])
  const orders = numbers.map(number =>
    example.replace(/"mallOrderNumber":"[^"]*"/, `"mallOrderNumber":"${number}"`),
  )
  return { numbers, body: `{"data":[${orders.join(',')}]}` }
}

test('a registration whose server was killed is sent again with its key, and is executed once', async ({
  startServer,
}) => {
  const server = await startServer()
  const { accessToken } = await server.issueCredentials('A shop that retries')
  const send = (to: Server, key: string, body: string) =>
    fetch(`${to.url}/open-api/v1/orders`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })

  const replays: boolean[] = []
  // The server is killed while the body is read, while orders are written, about when it commits, and after the
  // response.
  for (const delay of [10, 150, 600, undefined]) {
    const { numbers, body } = bodyOf(`K${delay}`)
    const first = send(server, `key-${delay}`, body).catch(() => undefined)
    await (delay === undefined ? first : wait(delay))
    await server.restart('SIGKILL')
    await first
    const again = await send(server, `key-${delay}`, body)
    replays.push(again.headers.get('idempotency-replayed') === 'true')
    const { isSuccess, orderSuccesses } = registrationResult.parse(await again.json())
    expect([delay, isSuccess]).toEqual([delay, true])
    expect(orderSuccesses.map(order => order.mallOrderNumber)).toEqual(numbers)
    const stored = await server.registered(numbers)
    expect(stored.map(order => order.orderId).toSorted()).toEqual(
      orderSuccesses.map(order => String(order.orderId)).toSorted(),
    )
  }
  expect(replays[0]).toBe(false)
  expect(replays.at(-1)).toBe(true)
})
