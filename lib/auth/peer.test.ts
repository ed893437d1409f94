import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressOf, notePeers, PEER_HEADER } from './peer'

const request = (peer: string, forwarded?: string) =>
  new Headers({ [PEER_HEADER]: peer, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) })

test('without a proxy the address is that of the socket, whatever is said to be forwarded', () => {
  expect(addressOf(request('203.0.113.7', '198.51.100.1'), false)).toBe('203.0.113.7')
  expect(addressOf(request('127.0.0.1', '198.51.100.1'), false)).toBe('127.0.0.1')
  expect(addressOf(request('::ffff:203.0.113.7'), false)).toBe('203.0.113.7')
})

test('behind a proxy it is the one that the proxy wrote last', () => {
  expect(addressOf(request('127.0.0.1', '6.6.6.6, 198.51.100.1'), true)).toBe('198.51.100.1')
  expect(addressOf(request('10.0.0.2', 'nonsense'), true)).toBe('10.0.0.2')
})

test('who comes past the proxy, from outside, is not believed', () => {
  expect(addressOf(request('8.8.8.8', '198.51.100.1'), true)).toBe('8.8.8.8')
})

test('every request says who is at the other end, and a client cannot say otherwise', async () => {
  notePeers()
  const server = createServer((incoming, answer) => answer.end(String(incoming.headers[PEER_HEADER])))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { [PEER_HEADER]: '6.6.6.6' } })
  expect(await answer.text()).toBe('127.0.0.1')
  server.close()
})
