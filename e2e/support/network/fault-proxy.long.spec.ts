import { once } from 'node:events'
import { createServer } from 'node:http'
import { test as base, expect } from 'playwright/test'
import { type Fault, FaultProxy } from './fault-proxy'

interface Line {
  readonly proxy: FaultProxy
  /** Number of requests that the service behind the proxy has executed. */
  readonly acted: () => number
}

const test = base.extend<{ line: Line }>({
  line: async ({ browserName: _ }, use) => {
    let acted = 0
    const service = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => {
        acted++
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"isSuccess":true}')
      })
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const address = service.address()
    const proxy = await FaultProxy.listen()
    if (address && typeof address === 'object') proxy.forwardTo(`http://127.0.0.1:${address.port}`)
    await use({ proxy, acted: () => acted })
    await proxy.close()
    service.close()
  },
})

const body = '{"data":[{"orderInfo":{"mallOrderNumber":"A-17"}},{"orderInfo":{"mallOrderNumber":"B\\"2"}}]}'

/** What a caller gets: status and body, or no complete response. */
const send = (proxy: FaultProxy, path = '/orders/japan') =>
  fetch(proxy.url + path, { method: 'POST', body })
    .then(async response => `${response.status} ${await response.text()}`)
    .catch(() => 'no response')

const cases: [Fault, string, number][] = [
  [{ kind: 'pass' }, '200 {"isSuccess":true}', 1],
  [{ kind: 'delay', ms: 1 }, '200 {"isSuccess":true}', 1],
  [{ kind: 'refuse' }, 'no response', 0],
  [{ kind: 'reset' }, 'no response', 0],
  [{ kind: 'drop' }, 'no response', 1],
  [{ kind: 'truncate' }, 'no response', 1],
  [{ kind: 'bad-gateway' }, '502 <h1>502 Bad Gateway</h1>', 1],
]

for (const [fault, seen, acted] of cases)
  test(`${fault.kind}: the caller gets ${seen}; the service executes ${acted} times`, async ({ line }) => {
    await line.proxy.set(fault)
    expect(await send(line.proxy)).toBe(seen)
    expect(line.acted()).toBe(acted)
  })

test('a request that gets a page in place of the response never reaches the service', async ({ line }) => {
  await line.proxy.set({ kind: 'html' })
  expect(await send(line.proxy)).toContain('200 <!doctype html>')
  expect(line.acted()).toBe(0)
})

test('a held response comes when it is released, after the service has executed the request', async ({
  line,
}) => {
  await line.proxy.set({ kind: 'hold' })
  const response = send(line.proxy)
  await expect.poll(line.acted).toBe(1)
  await expect.poll(() => line.proxy.holding).toBe(1)
  line.proxy.release()
  expect(await response).toContain('200')
})

test('a fault of one path does not affect others, and every request is counted', async ({ line }) => {
  await line.proxy.set({ kind: 'bad-gateway' }, '/orders/japan')
  expect(await send(line.proxy, '/orders/japan/validators')).toContain('200')
  expect(await send(line.proxy, '/orders/japan')).toContain('502')
  expect(line.proxy.posts()).toBe(2)
  expect(line.proxy.posts('/orders/japan')).toBe(1)
  expect(line.proxy.numbers('/orders/japan')).toEqual(
    new Map([
      ['A-17', 1],
      ['B"2', 1],
    ]),
  )
})

test('a response by the proxy contains the sent numbers, and the request never reaches the service', async ({
  line,
}) => {
  await line.proxy.set({ kind: 'response', response: numbers => ({ numbers }) }, '/orders/japan')
  line.proxy.add({ kind: 'bad-gateway' }, '/validators')
  expect(await send(line.proxy)).toBe('200 {"numbers":["A-17","B\\"2"]}')
  expect(line.acted()).toBe(0)
  expect(await send(line.proxy, '/orders/japan/validators')).toContain('502')
})

test('a response by the proxy can be held, too', async ({ line }) => {
  await line.proxy.set({ kind: 'response', response: () => 'late', hold: true })
  const response = send(line.proxy)
  await expect.poll(() => line.proxy.holding).toBe(1)
  line.proxy.release()
  expect(await response).toBe('200 "late"')
})

test('a refused caller gets through after a reset', async ({ line }) => {
  await line.proxy.set({ kind: 'refuse' })
  expect(await send(line.proxy)).toBe('no response')
  await line.proxy.reset()
  expect(await send(line.proxy)).toContain('200')
})
