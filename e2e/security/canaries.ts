import { randomUUID } from 'node:crypto'
import { sampleOrders } from '@/lib/sheet/schema/samples/japan-orders'
import { ours } from './callers'
import { actionOf, test as base, type Desk, expect } from './desk'
import { pages } from './inventory'
import { saveLines, startRunByRequest } from './runs-by-requests'

/** Canaries: parts of operators' texts and of connections' secrets, recognisable in any response. */
export const TEXT = 'canary-Óengus'
/** Markup that would run if it was rendered as markup. */
const HOSTILE = `${TEXT}<img src=x onerror=hostile()>`
export const SECRET = 'canary-0123456789-'

/** The paths that show the stored texts and secrets. */
interface CanaryPaths {
  /** Every page of the desk, with parameters of the stored records. */
  readonly desk: readonly string[]
  readonly routes: readonly string[]
}

/** The test with a desk that contains such texts and secrets. */
export const test = base.extend<object, { canaries: CanaryPaths }>({
  canaries: [async ({ desk }, use) => use(await storeCanaries(desk)), { scope: 'worker', timeout: 240_000 }],
})

/** Stores a draft of one order, checked at a service that sends back the whole request, credentials included. */
async function storeCanaries({ echo, by }: Desk): Promise<CanaryPaths> {
  const connection = {
    name: HOSTILE,
    environment: 'test',
    baseUrl: echo,
    accessToken: `${SECRET}token`,
    secretKey: `${SECRET}key`,
    warehouses: '1',
    checkSize: '10',
    registerSize: '10',
    checkParallel: '1',
  }
  const saved = await by.administrator.act(actionOf('saveConnection'), connection)
  expect(saved.result).toMatchObject({ ok: true })
  const preset = { sheet: 'orders/japan', name: HOSTILE, isDefault: 'no', fields: { sender_name: HOSTILE } }
  expect((await by.editor.act(actionOf('savePreset'), preset)).result).toMatchObject({ ok: true })
  const blank = { imageUrl: '', itemUrl: '', actualWeight: '', originCountry: '', hscode: '', material: '' }
  const goods = { kind: '', group: '', supplyDays: '', unitPrice: '' }
  const product = { code: HOSTILE, name: HOSTILE, ...blank, ...goods }
  expect((await by.editor.act(actionOf('saveProduct'), product)).result).toMatchObject({ ok: true })
  const listed = await by.registrar.get('/connections', { rsc: '1' })
  const connectionId = new RegExp(`"id":"([^"]+)","name":"${TEXT}`).exec(listed.body)?.[1] ?? ''
  const draft = { draftId: randomUUID(), sheetId: 'orders/japan', connectionId }
  const [order] = sampleOrders(1, 555_001)
  const line = { id: randomUUID(), rank: 1, texts: { ...order, 'recipient.name': HOSTILE }, before: null }
  await saveLines(by.editor, draft, { name: HOSTILE, lines: [line] })
  const runId = await startRunByRequest(by.editor, 'check', draft)
  const tried = await by.registrar.send(`/connections/${connectionId}/test`, {
    method: 'POST',
    headers: ours,
  })
  expect(tried.status).toBe(200)
  let requestId: string | undefined
  await expect
    .poll(async () => {
      const run = await by.viewer.get(`/history/runs/${runId}`)
      requestId = /\/history\/requests\/([\w-]+)/.exec(run.body)?.[1]
      return requestId
    })
    .toBeDefined()
  const request = `/history/requests/${requestId}`
  await expect.poll(async () => (await by.editor.get(`${request}/response`)).status).toBe(200)
  const patterns = pages().filter(page => page.isDesk)
  const lines = `/drafts/${draft.draftId}`
  return {
    desk: [
      ...patterns.map(page => page.path).filter(path => !/\/(runs|requests)\/unknown$/.test(path)),
      '/orders/japan',
      `/orders/japan/${draft.draftId}`,
      `/history?q=${encodeURIComponent(TEXT)}`,
      `/history/runs/${runId}`,
      request,
    ],
    routes: [
      `${lines}/lines`,
      `${lines}/changes`,
      `${lines}/outcomes?connection=${connectionId}`,
      '/fill/presets?sheet=orders/japan',
      '/fill/products',
      `${request}/body`,
      `${request}/response`,
      `/history/drafts/${draft.draftId}/ids?format=csv&columns=all`,
    ],
  }
}
