import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { freshOrders, numberOf } from '../support/blocks'
import { ours } from './callers'
import { actionOf, type Desk, expect, test } from './desk'
import { saveLines, startRunByRequest } from './runs-by-requests'

// No response to a viewer contains what viewers must not read, whatever their screens show (docs/decisions/0057).

const asDocument: Record<string, string> = {}
const asPieces: Record<string, string> = { rsc: '1' }

/** A text in a cell of the order, so that the request that registers the order contains it. */
const CANARY = 'canary-evidence-301'
const FILE_CELL = 'canary-file-cell'

/** A draft of one registered order. @param rehearsal how the sandbox misbehaves meanwhile */
async function register({ by }: Desk, connectionId: string, rehearsal: string | null = null) {
  const draftId = randomUUID()
  const [order = {}] = freshOrders(1)
  const number = numberOf(order)
  const texts = { ...order, 'recipient.addressDetail': CANARY }
  const draft = { draftId, sheetId: 'orders/japan', connectionId }
  const lines = [{ id: randomUUID(), rank: 1, texts, before: null }]
  await saveLines(by.editor, draft, { name: 'Monday', lines })
  const start = async (kind: 'check' | 'register') => {
    const runId = await startRunByRequest(by.registrar, kind, draft)
    const isOver = async () =>
      JSON.parse((await by.registrar.get(`/drafts/${draftId}/outcomes?connection=${connectionId}`)).body).run
    await expect.poll(async () => (await isOver())?.state).toMatch(/^(done|paused|stopped)$/)
    return runId
  }
  const rehearse = (mode: string | null) =>
    by.administrator.act(actionOf('rehearseConnection'), { id: connectionId, rehearsal: mode })
  await start('check')
  expect((await rehearse(rehearsal)).result).toMatchObject({ ok: true })
  const runId = await start('register')
  await rehearse(null)
  const run = (await by.editor.get(`/history/runs/${runId}`)).body
  const found = (await by.editor.get(`/history?q=${number}`)).body
  return {
    draftId,
    request: /\/history\/requests\/[\w-]+/.exec(run)?.[0] ?? '',
    order: /\/history\/orders\/[\w-]+/.exec(found)?.[0] ?? '',
  }
}

/** Stores an original file with a draft, as an importing browser does. @returns its address */
async function keepFile({ by }: Desk, draftId: string): Promise<string> {
  const bytes = Buffer.from(`Order,Name\n1,${FILE_CELL}\n`)
  const id = randomUUID()
  const at = `/drafts/${draftId}/sources`
  const table = { reading: '', position: 0, encoding: 'utf-8', delimiter: ',', name: '', header: 0 }
  const announced = await by.editor.send(at, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      name: 'export.csv',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      kind: 'csv',
      parts: 1,
      table: { ...table, headings: ['Order', 'Name'], recipe: {}, fed: {} },
    }),
  })
  expect(announced.status).toBe(200)
  const put = (path: string, body: Buffer) => by.editor.send(path, { method: 'PUT', headers: ours, body })
  const rows = gzipSync(JSON.stringify([[2, ['1', FILE_CELL]]]))
  const kept = await put(`${at}/${id}/rows?table=0&first=2&last=2`, rows)
  const part = await put(`${at}/${id}/parts/0`, gzipSync(bytes))
  expect([kept.status, part.status]).toEqual([204, 204])
  return `${at}/${id}`
}

const sandboxOf = async ({ by }: Desk): Promise<string> => {
  const { body } = await by.administrator.get('/connections', { rsc: '1' })
  return /"id":"([^"]+)","name":"[^"]+","kind":"embedded"/.exec(body)?.[1] ?? ''
}

test('a viewer reads the result of an order, but not its request, the response or the original file', async ({
  desk,
}) => {
  const { viewer, editor } = desk.by
  const { draftId, request, order } = await register(desk, await sandboxOf(desk))
  const file = await keepFile(desk, draftId)

  const files = [`/drafts/${draftId}/sources`, file, `${file}/rows?table=0&numbers=2`]
  for (const path of [...files, `${request}/body`, `${request}/response`]) {
    expect([path, (await editor.get(path)).status]).toEqual([path, 200])
    expect([path, (await viewer.get(path)).status]).toEqual([path, 403])
  }
  expect((await editor.get(files[2] ?? '')).body).toContain(FILE_CELL)

  for (const [path, evidence] of [
    [order, CANARY],
    [request, 'orderSuccesses'],
  ] as const) {
    expect((await editor.get(path)).body).toContain(evidence)
    for (const headers of [asDocument, asPieces]) {
      const reply = await viewer.get(path, headers)
      expect([path, reply.status]).toEqual([path, 200])
      expect(reply.body).not.toContain(evidence)
      expect(reply.body).toContain('Only editors and above can view')
    }
  }
  // Viewers may read the draft itself.
  expect((await viewer.get(`/drafts/${draftId}/lines`)).body).toContain(CANARY)
})

test('a viewer reads what to do about an unconfirmed order, but not the response', async ({ desk }) => {
  const { request } = await register(desk, await sandboxOf(desk), 'bad-gateway')
  const response = (await desk.by.editor.get(`${request}/response`)).body
  // The beginning of the gateway's page; pages of the desk have it in capitals.
  const words = '!doctype html'
  expect(response).toContain(words)
  expect((await desk.by.editor.get('/unknown')).body).toContain(words)
  for (const headers of [asDocument, asPieces]) {
    const reply = await desk.by.viewer.get('/unknown', headers)
    expect(reply.status).toBe(200)
    expect(reply.body).not.toContain(words)
  }
})
