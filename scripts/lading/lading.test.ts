import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_FILE_MEGABYTES } from './commands.mjs'

// The command line beside a desk whose responses each test sets. e2e/automation/automation.spec.ts runs it
// with the real one.

interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string | undefined
  readonly body: Buffer
}
type FakeResponse = readonly [status: number, body: unknown] | 'disconnect' | 'cut'

const none = {
  ...{ total: 3, ready: 0, failing: 0, unchecked: 0, underWay: 0, waiting: 0, registered: 0 },
  ...{ unconfirmed: 0, elsewhere: 0, rejectedBefore: 0, warnings: 0 },
}
const run = (over = {}) => ({
  ...{ id: 'run', kind: 'check', state: 'finished', total: 3, done: 3, problem: null },
  ...over,
})
const file = (over = {}) => ({
  ...{
    id: 'file',
    name: 'orders.csv',
    state: 'imported',
    reason: null,
    run: run(),
    waiting: 0,
    unconfirmed: 0,
    isKnown: false,
  },
  ...{ draft: { id: 'draft', url: 'https://desk.example/orders/japan/draft' }, counts: { orders: 3 } },
  ...over,
})
const draft = (orders = {}, over = {}) => ({
  ...{ id: 'draft', url: 'https://desk.example/orders/japan/draft', errors: [], run: run() },
  orders: { ...none, ...orders },
  ...over,
})

let folder: string
let path: string
let desk: Server
let calls: Call[]
/** Responses by method and path, in their order; the last one stays. */
let responses: Record<string, FakeResponse[]>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lading-cli-'))
  path = join(folder, 'orders.csv')
  writeFileSync(path, 'a,b\n1,2\n')
  calls = []
  responses = {}
  desk = createServer((request, response) => void respond(request, response))
  await new Promise<void>(resolve => desk.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  desk.closeAllConnections()
  desk.close()
  rmSync(folder, { recursive: true })
})

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '', 'http://desk')
  const path = url.pathname.replace('/desk-api/v1', '')
  const method = request.method ?? ''
  const key = request.headers['idempotency-key']?.toString()
  calls.push({ method, path, query: url.searchParams, key, body: Buffer.concat(chunks) })
  const listed = responses[`${method} ${path}`] ?? []
  const [next = [404, { detail: `${method} ${path} was not expected.` }]] =
    listed.length > 1 ? listed.splice(0, 1) : listed
  if (next === 'disconnect') return void response.destroy()
  if (next === 'cut') {
    response.writeHead(200, { 'content-length': 100 })
    return void response.write('{', () => response.destroy())
  }
  response.writeHead(next[0])
  response.end(typeof next[1] === 'string' ? next[1] : JSON.stringify(next[1]))
}

const script = join(import.meta.dirname, '..', 'lading.mjs')

/** Runs the command line. @param options of Node, before the script */
function lading(
  args: readonly string[],
  options: readonly string[] = [],
  over: Readonly<Record<string, string>> = {},
) {
  const { port } = desk.address() as AddressInfo
  const env = {
    ...process.env,
    LADING_URL: `http://127.0.0.1:${port}`,
    LADING_KEY: 'key',
    LC_ALL: 'C',
    ...over,
  }
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(process.execPath, [...options, script, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const count = (call: string) => calls.filter(({ method, path }) => `${method} ${path}` === call).length
const register = (...more: string[]) =>
  lading(['register', path, '--connection', 'Shipper', '--confirm', '3', ...more])

test.each([
  ['all orders passed', { ready: 3 }, 0],
  ['an order has an error', { ready: 2, failing: 1 }, 1],
  ['an order is unconfirmed', { ready: 2, unconfirmed: 1 }, 3],
  ['an order was not checked', { ready: 2, unchecked: 1 }, 3],
  ['another draft has the number of an order', { ready: 2, elsewhere: 1 }, 3],
])('check ends with the code of its result: %s', async (_, orders, code) => {
  responses = { 'POST /files': [[202, file()]], 'GET /drafts/draft': [[200, draft(orders)]] }
  expect((await lading(['check', path])).code).toBe(code)
  const json = await lading(['check', path, '--json'])
  expect(json.code).toBe(code)
  expect(JSON.parse(json.out)).toMatchObject({ exitCode: code, id: 'draft', orders })
})

test.each([
  [{ unchecked: 1 }, '1 not checked'],
  [{ elsewhere: 1 }, '1 left out: other drafts have their numbers.'],
  [{ rejectedBefore: 1 }, '1 rejected before without a reason.'],
  [{ unconfirmed: 1 }, '1 unconfirmed.'],
])('orders that need a person are named: %o', async (orders, sentence) => {
  responses = { 'POST /files': [[202, file()]], 'GET /drafts/draft': [[200, draft({ ready: 2, ...orders })]] }
  expect((await lading(['check', path])).err).toContain(sentence)
})

test('check waits until the file is imported, and prints each error with its row and column', async () => {
  const errors = [
    { row: 2, columnName: 'ZIP code', column: 'recipient.zipCode', message: 'Enter 7 digits.' },
    { row: null, columnName: null, column: null, message: 'The order has no items.' },
  ]
  responses = {
    'POST /files': [[202, file({ state: 'importing', run: null })]],
    'GET /files/file': [
      [200, file({ state: 'importing', run: null })],
      [200, file({ run: run({ state: 'running' }) })],
    ],
    'GET /drafts/draft/runs/run': [[200, run()]],
    'GET /drafts/draft': [[200, draft({ failing: 2 }, { errors })]],
  }
  const { code, out } = await lading(['check', path])
  expect(code).toBe(1)
  expect(out).toContain(`${path} row 2, ZIP code: Enter 7 digits.\n${path}, order: The order has no items.\n`)
})

test('progress is shown only on a terminal', async () => {
  responses = {
    'POST /files': [[202, file({ run: run({ state: 'running', done: 1 }) })]],
    'GET /drafts/draft/runs/run': [[200, run()]],
    'GET /drafts/draft': [[200, draft({ ready: 3 })]],
  }
  expect((await lading(['check', path])).err).toBe('')
  const terminal = ['--import', 'data:text/javascript,process.stderr.isTTY=true']
  expect((await lading(['check', path], terminal)).err).toContain('Checking 1 of 3')
})

test('a file that needs a person says what to do and where', async () => {
  const waiting = file({ state: 'needs_person', reason: { code: 'mapping', message: 'Match the columns.' } })
  responses = { 'POST /files': [[202, waiting]], 'GET /files': [[200, { files: [waiting] }]] }
  const { code, err } = await lading(['check', path])
  expect({ code, err }).toEqual({ code: 3, err: `${path}: Match the columns.\n${waiting.draft.url}\n` })
  expect(JSON.parse((await register('--json')).out)).toMatchObject({ exitCode: 3, file: { id: 'file' } })
  expect((await lading(['status'])).code).toBe(3)
})

test('a count of any size is sent: the refusal names the number of orders', async () => {
  responses = {
    'POST /files': [[202, file()]],
    'GET /drafts/draft': [[200, draft({ ready: 3 })]],
    'POST /drafts/draft/register': [[409, { detail: '3 orders are ready.', ready: 3, waiting: 0 }]],
  }
  const args = ['register', path, '--connection', 'Shipper', '--confirm', '1000001']
  expect(await lading(args)).toMatchObject({ code: 3, err: expect.stringContaining('3 orders are ready.') })
  expect(calls.map(({ body }) => body.toString()).at(-1)).toContain('"confirm":1000001')
})

test('register refuses another count than expected, also as JSON', async () => {
  const detail = '2 orders are ready to register, not 3. Nothing was registered.'
  responses = {
    'POST /files': [[202, file()]],
    'GET /drafts/draft': [[200, draft({ ready: 2 })]],
    'POST /drafts/draft/register': [[409, { detail, ready: 2 }]],
  }
  const text = await register()
  expect(text.code).toBe(3)
  expect(text.err).toContain(detail)
  const json = await register('--json')
  expect(json.code).toBe(3)
  expect(JSON.parse(json.out)).toMatchObject({ exitCode: 3, error: detail, orders: { ready: 2 } })
  expect(calls.findLast(call => call.path.endsWith('register'))?.body.toString()).toBe(
    '{"connection":"Shipper","confirm":3}',
  )
})

test('orders that wait behind a stopped run are counted, named and to be confirmed with the ready ones', async () => {
  const detail = '2 orders are ready and 1 waits. Nothing was registered.'
  const stopped = file({ waiting: 1, run: run({ kind: 'register', state: 'stopped' }) })
  responses = {
    'POST /files': [[202, file()]],
    'GET /files': [[200, { files: [stopped] }]],
    'GET /drafts/draft': [[200, draft({ ready: 2, underWay: 1, waiting: 1 })]],
    'POST /drafts/draft/register': [[409, { detail, ready: 2, waiting: 1 }]],
  }
  const { code, out, err } = await register()
  expect({ code, out }).toEqual({ code: 3, out: expect.stringContaining('ready: 2 · waiting: 1') })
  expect(err).toContain('1 waiting behind a paused or stopped run.')
  expect(err).toContain(detail)
  expect((await lading(['status'])).out).toContain('\torders: 3\twaiting: 1\tregistration: stopped\t')
})

test('orders that wait at another connection are named, and need a person', async () => {
  const waitingElsewhere = [{ connection: 'Partner', orders: 2 }]
  responses = {
    'POST /files': [[202, file()]],
    'GET /drafts/draft': [[200, draft({ ready: 1, underWay: 2 }, { waitingElsewhere })]],
    'POST /drafts/draft/register': [[202, run({ kind: 'register' })]],
  }
  const sentence = '2 waiting behind a paused or stopped run at Partner.'
  expect(await lading(['check', path])).toMatchObject({ code: 3, err: expect.stringContaining(sentence) })
  expect(await register()).toMatchObject({ code: 3, err: expect.stringContaining(sentence) })
  const detail = `1 order is ready to register, not 3. ${sentence}`
  responses['POST /drafts/draft/register'] = [[409, { detail, ready: 1, waiting: 0 }]]
  expect((await register()).err.split(sentence)).toHaveLength(2)
  responses['POST /drafts/draft/register'] = [[409, { detail: 'Another run is in progress.' }]]
  expect((await register()).err).toMatch(/2 waiting .* at Partner\..*\nAnother run/)
})

test.each([
  ['its latest run has stopped', { run: run({ kind: 'register', state: 'stopped' }) }, 3],
  ['its latest run is paused', { run: run({ kind: 'register', state: 'paused' }) }, 3],
  ['orders wait behind an earlier run', { waiting: 1 }, 3],
  ['orders of an earlier registration are unconfirmed', { unconfirmed: 2 }, 3],
  ['its registration is under way', { run: run({ kind: 'register', state: 'running' }) }, 0],
  ['it has no run', { run: null }, 0],
])('status of a file ends with the code of its state: %s', async (_, over, code) => {
  responses = { 'GET /files': [[200, { files: [file(), file(over)] }]] }
  expect((await lading(['status'])).code).toBe(code)
  const json = await lading(['status', '--json'])
  expect(json.code).toBe(code)
  expect(JSON.parse(json.out)).toMatchObject({ exitCode: code, files: [{ id: 'file' }, { id: 'file' }] })
})

test('a draft is found by its id, also where its file is not among the newest', async () => {
  const ids = [{ number: 'A-1', orderId: '100000001', state: 'registered' }]
  responses = {
    'GET /files': [[200, { files: [] }]],
    'GET /drafts/old-draft': [
      [200, draft({}, { file: file({ draft: { id: 'old-draft', url: 'its page' } }) })],
    ],
    'GET /drafts/old-draft/ids': [[200, { ids }]],
  }
  expect((await lading(['status', 'old-draft'])).out).toContain('its page')
  const listed = await lading(['ids', 'old-draft', '--json'])
  expect(JSON.parse(listed.out)).toEqual({ exitCode: 0, ids })
  expect(await lading(['ids', 'no-draft'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no-draft'),
  })
})

test('status names the unconfirmed orders of a file whose last run is a finished check', async () => {
  responses = { 'GET /files': [[200, { files: [file({ unconfirmed: 2 })] }]] }
  expect((await lading(['status'])).out).toContain('\torders: 3\tunconfirmed: 2\tcheck: finished\t')
})

test.each([
  ['en_US', 'registration: stopped', 'importing'],
  ['ko_KR', '등록: 중단됨', '가져오는 중'],
  ['ja_JP', '登録：停止', '取り込み中'],
])('status speaks one language: %s', async (locale, stopped, importing) => {
  const files = [
    file({ run: run({ kind: 'register', state: 'stopped' }) }),
    file({ state: 'importing', run: null }),
  ]
  responses = { 'GET /files': [[200, { files }]] }
  const { out } = await lading(['status'], [], { LC_ALL: `${locale}.UTF-8` })
  expect(out).toContain(`\t${stopped}\t`)
  expect(out).toContain(`\t${importing}\t`)
})

test('a server of the version before, which does not count waiting orders, is understood', async () => {
  const { waiting: _, ...orders } = none
  responses = {
    'POST /files': [[202, file({ waiting: undefined, unconfirmed: undefined })]],
    'GET /files': [[200, { files: [file({ waiting: undefined, unconfirmed: undefined })] }]],
    'GET /drafts/draft': [[200, { ...draft(), orders: { ...orders, ready: 3 } }]],
  }
  expect(await lading(['check', path])).toMatchObject({
    code: 0,
    out: expect.stringContaining('ready: 3 · waiting: 0 ·'),
    err: '',
  })
  expect((await lading(['status'])).out).toContain('\torders: 3\tcheck: finished\t')
})

test('register waits for a registration that another command has begun', async () => {
  const first = run({ id: 'first', kind: 'register', state: 'running' })
  const second = run({ id: 'second', kind: 'register', state: 'failed', problem: '0 orders are ready.' })
  responses = {
    'POST /files': [[200, file({ isKnown: true })]],
    'POST /drafts/draft/check': [[202, run()]],
    'POST /drafts/draft/register': [[202, second]],
    'GET /drafts/draft/runs/first': [
      [200, first],
      [200, { ...first, state: 'finished' }],
    ],
    'GET /drafts/draft': [
      [200, draft({ ready: 3 })],
      [200, draft({ underWay: 3 }, { run: first })],
      [200, draft({ registered: 3 }, { run: { ...first, state: 'finished' } })],
    ],
  }
  const { code, out, err } = await register()
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('registered: 3')
})

test('register says why nothing was registered, although the draft has an earlier registration', async () => {
  const earlier = run({ id: 'earlier', kind: 'register', total: 1, done: 1 })
  const problem = 'Nothing was registered.'
  responses = {
    'POST /files': [[202, file()]],
    'POST /drafts/draft/register': [[202, run({ id: 'failed', kind: 'register', state: 'failed', problem })]],
    'GET /drafts/draft/runs/earlier': [[200, earlier]],
    'GET /drafts/draft': [[200, draft({ ready: 2, registered: 1 }, { run: earlier })]],
  }
  expect(await register()).toMatchObject({ code: 3, err: expect.stringContaining(problem) })
})

test('register shows the run that it continued, although the draft has a newer one', async () => {
  const newer = run({ id: 'newer', kind: 'register', total: 1, done: 1 })
  const problem = 'The service refuses the credentials.'
  responses = {
    'POST /files': [[202, file()]],
    'POST /drafts/draft/register': [[202, run({ id: 'old', kind: 'register', state: 'paused', problem })]],
    'GET /drafts/draft/runs/newer': [[200, newer]],
    'GET /drafts/draft': [[200, draft({ underWay: 2, waiting: 2, registered: 1 }, { run: newer })]],
  }
  expect(await register()).toMatchObject({ code: 3, err: expect.stringContaining(problem) })
})

test('a lost response is asked for again with the same key, so that nothing is done twice', async () => {
  responses = {
    'POST /files': ['disconnect', [503, {}], [202, file()]],
    'POST /drafts/draft/register': ['cut', [202, run({ kind: 'register' })]],
    'GET /drafts/draft': [[200, draft({ registered: 3 })]],
  }
  expect((await register('--new')).code).toBe(0)
  for (const [path, times] of [
    ['/files', 3],
    ['/drafts/draft/register', 2],
  ] as const) {
    const keys = calls.filter(call => call.method === 'POST' && call.path === path).map(({ key }) => key)
    expect(keys).toEqual(Array(times).fill(expect.stringMatching(/^[\w-]{36}$/)))
    expect(new Set(keys).size).toBe(1)
  }
  expect(count('POST /drafts/draft/check')).toBe(0)
})

test.each([
  [400, 2],
  [401, 4],
  [403, 4],
  [409, 3],
  [413, 2],
  [422, 2],
  [507, 4],
])('a response with status %d ends with code %d and its sentence', async (status, code) => {
  responses = { 'POST /files': [[status, { detail: 'Because.' }]] }
  expect(await lading(['check', path])).toEqual({ code, out: '', err: 'Because.\n' })
  const { out } = await lading(['check', path, '--json'])
  expect(JSON.parse(out)).toEqual({ exitCode: code, error: 'Because.' })
})

test.each([
  [200, 'didn’t respond as Lading does. Check LADING_URL.'],
  [404, 'The server responded with status 404.'],
])('a page of another program with status %d ends with code 4', async (status, sentence) => {
  responses = { 'POST /files': [[status, '<html>Sign in</html>']] }
  const { code, out, err } = await lading(['check', path])
  expect([code, out, err]).toEqual([4, '', expect.stringContaining(sentence)])
})

test('a wrong call ends with code 2 and the usage, before anything is sent', async () => {
  const wrong = [
    [],
    ['send', path],
    ['check'],
    ['check', path, path],
    ['check', path, '--unknown'],
    ['register', path, '--confirm', '3'],
    ['register', path, '--connection', 'Shipper'],
    ['register', path, '--connection', 'Shipper', '--confirm', '0'],
    ['register', path, '--connection', 'Shipper', '--confirm', '3.5'],
    ['register', path, '--connection', 'Shipper', '--confirm', '9007199254740993'],
  ]
  const ended = await Promise.all(wrong.map(args => lading(args)))
  expect(ended.map(({ code }) => code)).toEqual(wrong.map(() => 2))
  for (const { err } of ended) expect(err).toContain('Usage:')
  expect((await lading(['status'], [], { LADING_KEY: '' })).err).toContain('Set LADING_KEY')
  for (const url of ['127.0.0.1:3000', 'localhost:3000', 'ftp://127.0.0.1']) {
    const { code, err } = await lading(['status'], [], { LADING_URL: url })
    expect([code, err]).toEqual([2, expect.stringContaining(`LADING_URL is “${url}”`)])
  }
  for (const copied of ['“ldg_dk_secret”', 'ldg_dk_secret\nldg_dk_other', 'ldg_dk_secret 주문']) {
    const { code, err } = await lading(['status'], [], { LADING_KEY: copied })
    expect([code, err]).toEqual([2, expect.stringContaining('LADING_KEY isn’t an automation key')])
    expect(err).not.toContain('secret')
  }
  expect(calls).toEqual([])
})

test.each([
  ['en_US', '“--frobnicate” can’t be used here'],
  ['ko_KR', '‘--frobnicate’는 여기서 사용할 수 없거나'],
  ['ja_JP', '「--frobnicate」はここでは使用できないか'],
])('an unknown option is named in the language of the terminal: %s', async (locale, sentence) => {
  const { err } = await lading(['check', path, '--frobnicate'], [], { LC_ALL: `${locale}.UTF-8` })
  expect(err).toMatch(new RegExp(`^${sentence}`))
})

test('--help prints how the commands are called, and is no mistake', async () => {
  for (const args of [['--help'], ['register', '-h']]) {
    const { code, out, err } = await lading(args)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Usage:\n {2}lading check FILE /)
  }
})

test('a path that is not a file, or one that is too large, is not sent', async () => {
  const large = join(folder, 'large.csv')
  writeFileSync(large, '')
  truncateSync(large, MAX_FILE_MEGABYTES * 1024 * 1024 + 1)
  for (const subject of [join(folder, 'missing.csv'), folder, large])
    expect(await lading(['check', subject])).toMatchObject({ code: 2, out: '' })
  const limits = readFileSync(new URL('../../lib/files/book/limits.ts', import.meta.url), 'utf8')
  expect(limits).toContain(`fileMegabytes: ${MAX_FILE_MEGABYTES},`)
  expect(calls).toEqual([])
})

test('a file with an odd or very long name is sent under a name that the desk takes', async () => {
  responses = { 'POST /files': [[202, file()]], 'GET /drafts/draft': [[200, draft({ ready: 3 })]] }
  const names = ['tab\there\\orders.csv', `${'n'.repeat(250)}.csv`]
  for (const name of names) {
    writeFileSync(join(folder, name), 'a,b\n')
    expect((await lading(['check', join(folder, name)])).code).toBe(0)
  }
  const sent = calls.flatMap(({ query }) => query.get('name') ?? [])
  expect(sent).toEqual(['tab_here_orders.csv', `${'n'.repeat(196)}.csv`])
})

test('a server that cannot be reached ends with code 4', async () => {
  const { code, err } = await lading(['status'], [], { LADING_URL: 'http://127.0.0.1:1' })
  expect(code).toBe(4)
  expect(err).toContain('http://127.0.0.1:1 can’t be reached')
})

test('status and ids find a file by its contents', async () => {
  const sha256 = createHash('sha256').update('a,b\n1,2\n').digest('hex')
  responses = {
    'GET /files': [[200, { files: [file()] }]],
    'GET /drafts/draft/ids': [[200, { ids: [{ number: 'A-1', orderId: '1', state: 'registered' }] }]],
  }
  const { out } = await lading(['status', path])
  expect(out).toBe('orders.csv\torders: 3\tcheck: finished\thttps://desk.example/orders/japan/draft\n')
  expect(JSON.parse((await lading(['ids', path, '--json'])).out).ids).toHaveLength(1)
  expect(new Set(calls.flatMap(({ query }) => query.get('sha256') ?? []))).toEqual(new Set([sha256]))
  responses = { 'GET /files': [[200, { files: [] }]] }
  expect(await lading(['ids', path])).toMatchObject({ code: 2, err: expect.stringContaining('check') })
})
