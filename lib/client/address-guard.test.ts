import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerJapanOrders } from '@/lib/contract/operations'
import { guardedConnector, isPrivateLiteral, isPublicAddress, publicLookup } from './address-guard'
import { parseBaseUrl } from './base-url'
import { call } from './call'
import { callFailureOf } from './call-failure'

let reached = 0
let bytes = 0
let port = 0
const canary = createServer(socket => {
  reached++
  socket.on('data', data => {
    bytes += data.length
  })
  socket.destroy()
})
beforeAll(async () => {
  await new Promise<void>(resolve => canary.listen(0, '0.0.0.0', resolve))
  port = (canary.address() as AddressInfo).port
})
afterAll(() => canary.close())

const send = (baseUrl: string, allowed: readonly string[] = []) =>
  call(registerJapanOrders, '{}', { baseUrl, accessToken: 't', allowed }, { deadlineMs: 60_000 })

/** Spellings of this machine and its network that an operator might type. */
const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
]

test.each(hosts)('a connection to https://%s is refused', async host => {
  const before = reached
  const evidence = await send(`https://${host}:${port}`)
  expect(evidence.connected).toBe(false)
  expect(reached).toBe(before)
  // Not every machine resolves these names.
  if (!/localhost\.|a\.localhost/.test(host))
    expect(callFailureOf(evidence)).toMatchObject({ code: 'blocked', isTransient: false })
})

test('plain HTTP is accepted only for allowed origins', async () => {
  expect(await send(`http://127.0.0.1:${port}`)).toMatchObject({ error: { code: 'ESSRF' } })
  expect(await send('http://example.com')).toMatchObject({ connected: false, error: { code: 'ESSRF' } })
})

test('an allowed origin permits no other port, scheme, host or spelling', async () => {
  const allowed = [`http://127.0.0.1:${port}`]
  const before = reached
  expect(await send(`http://127.0.0.1:${port}`, allowed)).toMatchObject({ connected: true })
  expect(reached).toBe(before + 1)
  for (const other of [
    `http://127.0.0.1:${port + 1}`,
    `https://127.0.0.1:${port}`,
    `http://127.0.0.2:${port}`,
    `http://localhost:${port}`,
  ]) {
    expect(await send(other, allowed)).toMatchObject({ connected: false, error: { code: 'ESSRF' } })
  }
  expect(reached).toBe(before + 1)
})

test('public addresses are accepted, special ones are refused', () => {
  expect(['8.8.8.8', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
  expect(['', 'example.com', '::ffff:8.8.8.8', '10.1.2.3'].some(isPublicAddress)).toBe(false)
  expect(isPrivateLiteral('example.com')).toBe(false)
  expect(isPrivateLiteral('[::1]')).toBe(true)
})

test('a name is refused when any of its addresses is not public', () => {
  const lookUp = (addresses: string[], all: boolean) => {
    const given: unknown[] = []
    const lookup = publicLookup((_, __, callback) =>
      callback(
        null,
        addresses.map(address => ({ address, family: 4 })),
      ),
    )
    lookup('shop.example', { all }, (error, address) => given.push(error ? 'refused' : address))
    return given[0]
  }
  expect(lookUp(['8.8.8.8', '127.0.0.1'], true)).toBe('refused')
  expect(lookUp(['10.0.0.1'], false)).toBe('refused')
  expect(lookUp([], true)).toBe('refused')
  expect(lookUp(['8.8.8.8'], false)).toBe('8.8.8.8')
  expect(lookUp(['8.8.8.8'], true)).toEqual([{ address: '8.8.8.8', family: 4 }])
})

describe('a name that resolves to another address by now', () => {
  /** Connects by name through the guard. @returns the code of the error, or 'reached' */
  const connect = (lookup?: ReturnType<typeof publicLookup>) =>
    new Promise<string>(resolve => {
      const guarded = guardedConnector(false, 300, () => {}, lookup)
      const to = { hostname: 'rebind.example', host: 'rebind.example', protocol: 'http:', port: String(port) }
      guarded(to, (error, socket) => {
        socket?.destroy()
        resolve(error ? String((error as NodeJS.ErrnoException).code) : 'reached')
      })
    })

  test('is judged by the lookup of the connection itself, not by an earlier one', async () => {
    const before = reached
    // A reserved address of the public range that no machine has, then this machine, then both.
    const lookups = [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '8.8.8.8'], ['::ffff:127.0.0.1']]
    let attempts = 0
    const lookup = publicLookup((_, __, callback) => {
      const addresses = lookups[attempts++] ?? []
      callback(
        null,
        addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    })
    for (const _ of lookups) expect(await connect(lookup)).toBe('ESSRF')
    expect(attempts).toBe(lookups.length)
    expect(reached).toBe(before)
  })

  test('is dropped before a byte is sent if the address of the socket differs from the resolved one', async () => {
    // Simulates another route of the system: the address is judged again once the connection is established.
    const lying: ReturnType<typeof publicLookup> = (_, options, callback) =>
      options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
    const received = bytes
    expect(await connect(lying)).toBe('ESSRF')
    expect(bytes).toBe(received)
  })

  test('that did not resolve when it was saved is judged once it resolves', async () => {
    const reading = parseBaseUrl('https://not-yet.invalid', [])
    expect(reading.ok).toBe(true)
    const before = reached
    expect(await send('https://not-yet.invalid')).toMatchObject({ connected: false })
    expect(
      await connect(publicLookup((_, __, callback) => callback(null, [{ address: '10.0.0.7', family: 4 }]))),
    ).toBe('ESSRF')
    expect(reached).toBe(before)
  })
})

test('none of these addresses is accepted as a base URL, with any port', () => {
  for (const host of hosts) {
    for (const url of [`https://${host}`, `https://${host}:${port}`, `http://${host}:${port}`]) {
      expect(parseBaseUrl(url, []), url).toMatchObject({ ok: false })
    }
  }
})

test('a redirect of a service is not followed, neither to a private address nor with the token', async () => {
  const before = reached
  const gate = createHttpServer((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/`, 'set-cookie': 'a=b' }).end(),
  )
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`
  expect(await send(origin, [origin])).toMatchObject({ connected: true, status: 307 })
  expect(reached).toBe(before)
  gate.close()
})
