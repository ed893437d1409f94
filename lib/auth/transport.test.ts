import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { requireHttps } from './transport'

async function headerOfResponse(): Promise<string | null> {
  const server = createServer((_, response) =>
    response.writeHead(404, { 'content-type': 'text/plain' }).end('no'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`)
  server.close()
  return response.headers.get('strict-transport-security')
}

test('every response has Strict-Transport-Security for this host and its subdomains if browsers use HTTPS', async () => {
  requireHttps('http://127.0.0.1:3000')
  expect(await headerOfResponse()).toBeNull()
  requireHttps('https://desk.shop.example')
  expect(await headerOfResponse()).toBe('max-age=63072000; includeSubDomains')
})
