import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { clientAddress, networkOf, PEER_HEADER, recordPeerAddresses } from './client-address'

const request = (peer: string, forwarded?: string) =>
  new Headers({ [PEER_HEADER]: peer, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) })

const trusting = (proxies: string) => readEnv({ TRUSTED_PROXY: proxies }).trustedProxies
const noProxy = trusting('')

test('without a trusted proxy the address is that of the socket, whatever the headers claim', () => {
  expect(clientAddress(request('203.0.113.7', '198.51.100.1'), noProxy)).toBe('203.0.113.7')
  expect(clientAddress(request('127.0.0.1', '198.51.100.1'), noProxy)).toBe('127.0.0.1')
  expect(clientAddress(request('::ffff:203.0.113.7'), noProxy)).toBe('203.0.113.7')
})

test('behind a trusted proxy it is the last forwarded address', () => {
  const local = trusting('127.0.0.1, ::1')
  expect(clientAddress(request('127.0.0.1', '6.6.6.6, 198.51.100.1'), local)).toBe('198.51.100.1')
  expect(clientAddress(request('::ffff:127.0.0.1', '6.6.6.6, 198.51.100.1'), local)).toBe('198.51.100.1')
  expect(clientAddress(request('::1', '2001:db8::7'), local)).toBe('2001:db8::7')
  expect(clientAddress(request('127.0.0.1', '198.51.100.1:4711'), local)).toBe('198.51.100.1')
  expect(clientAddress(request('127.0.0.1', '[2001:db8::7]:4711'), local)).toBe('2001:db8::7')
})

test("behind several trusted proxies it is the last address that is not a proxy's", () => {
  const chain = trusting('127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48')
  expect(clientAddress(request('127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3'), chain)).toBe('198.51.100.1')
  expect(clientAddress(request('2001:db8:ffff::9', '198.51.100.1, 10.1.2.3'), chain)).toBe('198.51.100.1')
  // Nothing but proxies: the request began at the first of them.
  expect(clientAddress(request('127.0.0.1', '10.9.9.9, 10.1.2.3'), chain)).toBe('10.9.9.9')
})

test('an invalid forwarded address is ignored with everything before it', () => {
  const chain = trusting('10.0.0.0/8')
  expect(clientAddress(request('10.0.0.2', '198.51.100.1, nonsense'), chain)).toBe('10.0.0.2')
  expect(clientAddress(request('10.0.0.2', '198.51.100.1, unknown, 10.0.0.3'), chain)).toBe('10.0.0.3')
  expect(clientAddress(request('10.0.0.2'), chain)).toBe('10.0.0.2')
})

test('X-Forwarded-For from an untrusted peer is ignored, even from a private address', () => {
  const local = trusting('127.0.0.1')
  expect(clientAddress(request('8.8.8.8', '198.51.100.1'), local)).toBe('8.8.8.8')
  expect(clientAddress(request('192.168.0.9', '198.51.100.1'), local)).toBe('192.168.0.9')
})

test('an IPv6 address is counted by its /64, an IPv4 address by itself', () => {
  expect(networkOf('2001:db8:1:2:aaaa::7')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::7')).not.toBe('2001:db8:1:2::/64')
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64')
  expect(networkOf('')).toBe('')
})

test('every request carries the peer address, and a client cannot forge it', async () => {
  recordPeerAddresses()
  const server = createServer((incoming, response) => response.end(String(incoming.headers[PEER_HEADER])))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { [PEER_HEADER]: '6.6.6.6' } })
  expect(await response.text()).toBe('127.0.0.1')
  server.close()
})
