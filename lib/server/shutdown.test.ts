import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = 'testing/server/signals-child.ts'

test('a server that is stopped, even twice, finishes its current request before it exits', async () => {
  const args = ['--conditions=react-server', '--import', 'tsx', script, '300']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  const ready = new Promise<void>(resolve => {
    child.stdout.on('data', chunk => {
      printed += chunk
      if (printed.includes('ready')) resolve()
    })
  })
  await ready
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(143)
  expect(printed).toBe('ready\nwork ended\nserver closed\n')
})

test('a server whose work or responses do not end exits after the longest wait', async () => {
  const ends = ['new Promise(() => {})', 'Promise.resolve()'].map(close =>
    promisify(execFile)(
      process.execPath,
      [
        ...['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e'],
        `import { closeBeforeEnd } from './lib/server/shutdown.ts'
          // Next's listener waits for responses, here for ever.
          process.on('SIGTERM', () => console.log('closing'))
          closeBeforeEnd(() => ${close}, 100)
          setInterval(() => {}, 1000)
          process.kill(process.pid, 'SIGTERM')`,
      ],
      { timeout: 60_000, killSignal: 'SIGKILL' },
    ),
  )
  const [work, responses] = await Promise.allSettled(ends)
  expect(work).toMatchObject({ reason: { code: 143, stdout: '' } })
  expect(responses).toMatchObject({ reason: { code: 143, stdout: 'closing\n' } })
  expect(work).toMatchObject({ reason: { stderr: expect.stringContaining('did not close in time') } })
})

test('a server does not wait for connections that have sent no request, as browsers open them in advance', async () => {
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e'],
      `import { createServer } from 'node:http'
        import { closeBeforeEnd } from './lib/server/shutdown.ts'
        const server = createServer((_, response) => response.end())
        // As Next's listener, which waits for all connections.
        process.on('SIGTERM', () => server.close(() => process.exit(143)))
        closeBeforeEnd(async () => {}, 600_000)
        server.on('connection', () => process.send('connected'))
        server.listen(0, '127.0.0.1', () => process.send(server.address().port))`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const [port] = await once(child, 'message')
  const [silent, halfway] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of [silent, halfway]) socket.on('error', () => {})
  halfway.write('GET / HTTP/1.1\r\nHost: desk')
  await once(child, 'message')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(143)
})

/** More than the buffers of a connection hold. */
const LARGE = 20_000_000

test('a server does not wait for an upload that has stalled, and receives the others completely', async () => {
  const child = spawn(
    process.execPath,
    [
      ...['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e'],
      `import { createServer } from 'node:http'
        import { closeBeforeEnd } from './lib/server/shutdown.ts'
        const server = createServer(async (request, response) => {
          request.on('error', () => {})
          if (request.method === 'PUT') {
            process.send('began')
            await new Promise(resolve => process.once('message', resolve))
          } else request.once('data', () => process.send('began'))
          const chunks = []
          request.on('data', chunk => chunks.push(chunk)).on('end', () => response.end(Buffer.concat(chunks)))
        })
        process.on('SIGTERM', () => server.close(() => process.exit(143)))
        closeBeforeEnd(async () => {}, 600_000, 2000)
        server.listen(0, '127.0.0.1', () => process.send(server.address().port))`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  const [port] = await once(child, 'message')
  const upload = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST / HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
    )
    return socket
  }
  const stalled = upload()
  await once(child, 'message')
  const slow = upload()
  await once(child, 'message')
  let response = ''
  slow.on('data', text => {
    response += text
  })
  // This one has arrived, apart from what is not read yet.
  const unread = connect(port, '127.0.0.1')
  unread.on('error', () => {})
  let size = 0
  unread.on('data', bytes => {
    size += bytes.length
  })
  unread.write(`PUT / HTTP/1.1\r\nHost: desk\r\nConnection: close\r\nContent-Length: ${LARGE}\r\n\r\n`)
  unread.write(Buffer.alloc(LARGE))
  await once(child, 'message')
  child.kill('SIGTERM')
  // It goes on as long as the other one is open, and ends once that was ended.
  const drops = setInterval(() => slow.write('1\r\nb\r\n'), 50)
  stalled.resume()
  await once(stalled, 'close')
  clearInterval(drops)
  slow.write('0\r\n\r\n')
  child.send('read')
  expect((await once(child, 'exit'))[0]).toBe(143)
  expect(response).toContain('ab')
  expect(size).toBeGreaterThan(LARGE)
})

/** A process with Next's listener, which logs and continues, and with Lading's; it runs `then`. */
const end = (then: string) =>
  promisify(execFile)(process.execPath, [
    '--conditions=react-server',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    `import { endOnException } from './lib/server/shutdown.ts'
      process.on('uncaughtException', async () => {})
      setInterval(() => {}, 1000)
      ${then}`,
  ])

const logged = '"level":"error","event":"uncaught exception: the server ends","error":{"kind":'

test('an uncaught exception is logged, and ends the server with exit code 1 after its current work', async () => {
  const ends = [
    end(`endOnException(async () => console.log('closed'))
      setImmediate(() => { throw new RangeError('Bearer abcdefghijklmnop') })`),
    end(`endOnException(() => new Promise(() => {}))
      setImmediate(() => { throw new RangeError('once') })
      setImmediate(() => { throw new TypeError('twice') })`),
  ]
  const [first, second] = await Promise.allSettled(ends)
  expect(first).toMatchObject({ reason: { code: 1, stdout: 'closed\n' } })
  expect(first).toMatchObject({ reason: { stderr: expect.stringContaining(`${logged}"RangeError"`) } })
  expect(first).not.toMatchObject({ reason: { stderr: expect.stringContaining('abcdefghijklmnop') } })
  expect(second).toMatchObject({
    reason: { code: 1, stderr: expect.stringContaining(`${logged}"TypeError"`) },
  })
})
