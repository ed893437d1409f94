import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '@/lib/store/db/database'
import { saveLines } from '@/lib/store/drafts/drafts'
import { benchAccount, serveBuilt } from '../lib/bench/built-server'
import { processorSeconds } from '../lib/process/processor-time'

// 300 drafts are open in browsers whose operators do nothing: the share of one core that the built server uses for
// their live streams, and how soon a stream is notified that another operator has opened its draft.

const STREAMS = 300
/** How long the processor time is measured, in milliseconds. */
const MEASURED_MS = 60_000
/** The share of a core that the streams may use. */
const ALLOWED_SHARE = 0.05
/** Milliseconds within which a stream must be notified of a change. */
const ALLOWED_DELAY_MS = 1000
const TRIES = 20

const dataDir = await mkdtemp(join(tmpdir(), 'lading-bench-'))
const { url, child } = await serveBuilt(dataDir)
const drafts = await addDrafts()
const cookie = await signIn()
const requests: ClientRequest[] = []

await setTimeout(5_000)
const idle = await shareOfCore(15_000)
const streams = await Promise.all(drafts.map(openStream))
await setTimeout(5_000)
const open = await shareOfCore(MEASURED_MS)
row(`processor of the server, ${STREAMS} idle drafts open (beside ${percent(idle)} % without)`, {
  ours: percent(open),
  limit: percent(ALLOWED_SHARE),
  unit: '% of a core',
  target: 1,
})
const delays: number[] = []
for (let i = 0; i < TRIES; i++) delays.push(await hearOfVisitor(i))
row(`a stream reports that an operator opened its draft, longest of ${TRIES}`, {
  ours: Math.round(Math.max(...delays)),
  limit: ALLOWED_DELAY_MS,
  unit: 'ms',
  target: 1,
})

for (const request of requests) request.destroy()
const end = once(child, 'exit')
const began = performance.now()
child.kill('SIGTERM')
await end
console.log(`  The server stopped ${Math.round(performance.now() - began)} ms after SIGTERM.`)
await rm(dataDir, { recursive: true, force: true })

async function addDrafts(): Promise<string[]> {
  const database = await openDatabase({ dataDir })
  const ids = Array.from({ length: STREAMS }, () => randomUUID())
  const upserts = Array.from({ length: 50 }, (_, i) => ({
    id: `line ${i}`,
    rank: i,
    texts: { a: String(i) },
  }))
  for (const id of ids) {
    const draft = { id, sheet: 'orders/japan', name: `Draft ${id}`, operatorId: 'bench' }
    await database.write(trx => saveLines(trx, draft, { upserts, removes: [] }, new Date()))
  }
  await database.close()
  return ids
}

/** Signs in as a browser does. @returns its cookies */
async function signIn(): Promise<string> {
  const jar = new Map<string, string>()
  const keep = (response: Response) => {
    for (const one of response.headers.getSetCookie()) {
      const [pair = ''] = one.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair)
    }
  }
  const csrf = await fetch(`${url}/api/auth/csrf`)
  keep(csrf)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const response = await fetch(`${url}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: [...jar.values()].join('; '),
      origin: url,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ csrfToken, ...benchAccount, json: 'true' }),
  })
  keep(response)
  if (!response.ok) throw new Error(`The response to the sign-in was ${response.status}.`)
  return [...jar.values()].join('; ')
}

/** Opens the stream of a draft. @returns the stream, whose `listener` receives its events */
async function openStream(draftId: string): Promise<{ draftId: string; listener: (event: string) => void }> {
  const stream = { draftId, listener: (_event: string) => {} }
  const query = new URLSearchParams({ editingSession: randomUUID() })
  await new Promise<void>((resolve, reject) => {
    const request = get(
      `${url}/drafts/${draftId}/live?${query}`,
      { headers: { cookie }, agent: false },
      response => {
        if (response.statusCode !== 200)
          return reject(new Error(`The response to a stream was ${response.statusCode}.`))
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          if (chunk.includes('event: ready')) resolve()
          for (const [, event = ''] of chunk.matchAll(/event: (\w+)/g)) stream.listener(event)
        })
        response.on('error', () => {})
      },
    )
    request.on('error', reject)
    requests.push(request)
  })
  return stream
}

/** Another operator opens a draft. @returns milliseconds until the stream reports it */
async function hearOfVisitor(at: number): Promise<number> {
  const stream = streams[at]
  if (!stream) throw new Error('There is no such stream.')
  const began = performance.now()
  const notified = new Promise<void>(resolve => {
    stream.listener = event => event === 'change' && resolve()
  })
  const query = new URLSearchParams({ editingSession: randomUUID(), since: '1' })
  const response = await fetch(`${url}/drafts/${stream.draftId}/changes?${query}`, { headers: { cookie } })
  if (!response.ok) throw new Error(`The response to the changes was ${response.status}.`)
  await notified
  return performance.now() - began
}

/** The share of one core that the server used in this many milliseconds. */
async function shareOfCore(milliseconds: number): Promise<number> {
  const before = processorMs()
  const began = performance.now()
  await setTimeout(milliseconds)
  return (processorMs() - before) / (performance.now() - began)
}

/** CPU time of the server so far in milliseconds. */
function processorMs(): number {
  return 1000 * processorSeconds(child.pid ?? 0)
}

function percent(share: number): number {
  return Math.round(share * 1000) / 10
}

function row(name: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ name, ...figures }))
}
