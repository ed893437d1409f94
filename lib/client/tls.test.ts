import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Row 36 of the fault matrix: a server that cannot prove its identity gets no request, whatever the environment sets.

const place = (name: string) => `testing/client/${name}`
const pem = (name: string) => readFileSync(place(`certificates/${name}.pem`))
const certificates = ['good', 'over', 'early', 'host', 'self'] as const

let received: string[] = []
let servers: Server[] = []
let origins: string[] = []
beforeAll(async () => {
  servers = certificates.map(name =>
    createServer({ cert: pem(name), key: pem('server-key') }, (request, response) => {
      received.push(`${name} ${request.headers.authorization}`)
      response.writeHead(401).end()
    }),
  )
  for (const server of servers) {
    await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  }
  origins = servers.map(server => `https://localhost:${(server.address() as AddressInfo).port}`)
})
afterAll(() => {
  for (const server of servers) server.close()
})

/** The results of a process that trusts the authority of these certificates. */
async function callAll(variables: Readonly<Record<string, string>> = {}) {
  received = []
  const args = ['--conditions=react-server', '--import', 'tsx', place('tls-child.ts'), ...origins]
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: place('certificates/ca.pem'), ...variables }
  return JSON.parse((await promisify(execFile)(process.execPath, args, { env })).stdout)
}

const refused = (code: string) => ({ connected: false, failure: 'certificate', probe: { code } })
const expected = [
  {
    connected: true,
    status: 401,
    failure: 'credential',
    probe: { code: 'credential', status: 401, certificateEnds: '2120-01-01T00:00:00.000Z' },
  },
  refused('certificate-over'),
  refused('certificate-early'),
  refused('certificate-host'),
  refused('certificate-untrusted'),
]

test.each<[string, Readonly<Record<string, string>>]>([
  ['as it is', {}],
  ['also where the environment asks to trust everybody', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
])(
  'a server with an expired, future, foreign or self-signed certificate gets no request: %s',
  async (_, variables) => {
    expect(await callAll(variables)).toMatchObject(expected)
    expect(received).toEqual(['good Bearer token canary', 'good Bearer token canary'])
  },
)
