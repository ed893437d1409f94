import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startBuilt } from '../lib/bench/built-server'
import type { Flood, FloodReport } from '../lib/bench/flood-process'
import { bodyChunks, orderTexts } from '../lib/bench/service-bench'

const { inRoot } = await import('../lib/root.mjs')

// How long /healthz and a check of one order wait while strangers flood the server from one address, and how long a
// client of the service waits while another client holds its whole share of slots. The limit is what a person notices.

/** A delay that a person notices, in milliseconds. */
const PROMPT = 250
/** How long each flood is measured, and how long it runs before that, in milliseconds. */
const MEASURED = 10_000
const WARM_UP = 2_000

const server = await startBuilt()
const one = [...bodyChunks(orderTexts(1, 'one'))]
const check = () => server.caller.sendAndDiscard('checkJapanOrders', one)
for (let time = 0; time < 20; time++) {
  await server.caller.ping()
  await check()
}

const action = {
  'next-action': actionId('setUp'),
  'content-type': 'text/plain;charset=UTF-8',
  origin: server.url,
}
const post = { path: '/setup', method: 'POST', headers: action } as const
const read = { method: 'GET', headers: {}, body: '' } as const
/** Many small objects: the slowest input for the decoder of actions. */
const objects = (bytes: number) => `[${'{},'.repeat(Math.floor(bytes / 3) - 1)}0]`

const floods: Readonly<Record<string, Omit<Flood, 'url'>>> = {
  'four connections send actions of 1 MB, 1 MB/s each': {
    ...post,
    body: objects(1_000_000),
    connections: 4,
    bytesPerSecond: 1_000_000,
  },
  'four connections send actions of 1 MB as fast as they are taken': {
    ...post,
    body: objects(1_000_000),
    connections: 4,
  },
  'sixteen connections send actions of 15 KB': { ...post, body: objects(15_000), connections: 16 },
  'sixteen connections ask for the sign-in page': { ...read, path: '/sign-in', connections: 16 },
  'sixteen connections ask for the description of the API': { ...read, path: '/open-api', connections: 16 },
}

row('/healthz responds without other requests', await waits(() => server.caller.ping()))
for (const [name, flood] of Object.entries(floods)) {
  const end = await startFlood({ ...flood, url: server.url })
  row(`/healthz responds while ${name}`, await waits(() => server.caller.ping()))
  console.log(`  responses: ${JSON.stringify(await end())}`)
}

// Another client: bodies that are slow enough to hold their slots, and fast enough not to be cut off.
const flooder = await server.addClient('flooder')
for (const [name, length] of [
  ['16 long bodies', 200_000_000],
  ['250 short bodies', 900_000],
] as const) {
  const connections = length > 1_000_000 ? 16 : 250
  const end = await startFlood({
    url: server.url,
    path: '/open-api/v1/orders/japan/validators',
    method: 'POST',
    headers: { authorization: `Bearer ${flooder}`, 'content-type': 'application/json' },
    body: `{"data":[${' '.repeat(length)}`,
    connections,
    bytesPerSecond: 65_536,
    pauseAfter429: 1_000,
  })
  row(`one order is checked while another client sends ${name} slowly`, await waits(check))
  console.log(`  responses: ${JSON.stringify(await end())}`)
}
await server.stop()

function row(name: string, { median, longest }: { median: number; longest: number }): void {
  const common = { limit: PROMPT, unit: 'ms' }
  console.log(JSON.stringify({ ...common, name: `${name}, median`, ours: median }))
  console.log(JSON.stringify({ ...common, name: `${name}, at the longest`, ours: longest, target: 1 }))
}

/** How long `act` takes when it runs every 20 ms, in milliseconds. */
async function waits(act: () => Promise<void>): Promise<{ median: number; longest: number }> {
  const taken: number[] = []
  for (const end = performance.now() + MEASURED; performance.now() < end; await setTimeout(20)) {
    const start = performance.now()
    await act()
    taken.push(performance.now() - start)
  }
  taken.sort((a, b) => a - b)
  return { median: taken[taken.length >> 1] ?? 0, longest: taken.at(-1) ?? 0 }
}

/** Starts a flood. @returns a function that ends it and returns its responses */
async function startFlood(flood: Flood): Promise<() => Promise<FloodReport>> {
  const child = fork(fileURLToPath(new URL('../lib/bench/flood-process.ts', import.meta.url)))
  child.send(flood)
  await setTimeout(WARM_UP)
  return async () => {
    child.send('stop')
    const [report] = (await once(child, 'message')) as [FloodReport]
    child.disconnect()
    await once(child, 'exit')
    return report
  }
}

/** The id by which pages of the build call an action. */
function actionId(name: string): string {
  const { node } = JSON.parse(readFileSync(inRoot('.next/server/server-reference-manifest.json'), 'utf8'))
  const found = Object.entries<{ exportedName: string }>(node).find(
    ([, known]) => known.exportedName === name,
  )
  if (!found) throw new Error(`The build knows no action called ${name}.`)
  return found[0]
}
