/**
 * A service that counts: it writes every registration into a file of its own and syncs it before it responds. It shares
 * no code with Lading, so that it can be a witness.
 * Arguments: the file; optionally the point at which it kills itself (`before_write`, `after_write`) and at which
 * registration; optionally `keys`: it honours idempotency keys. Prints its port on stdout. The file has a line for each
 * executed request: {"key": its idempotency key, "entries": [[mallOrderNumber, orderId], …]}.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, dieAt = '', dieOn = '1', keys = ''] = process.argv.slice(2)
const descriptor = openSync(file, 'a+')
const written = readFileSync(file, 'utf8')
// A line that was cut off by a kill had no response, and counts as never written.
ftruncateSync(descriptor, Buffer.byteLength(written.slice(0, written.lastIndexOf('\n') + 1)))
let nextId = 9007199254740993n + BigInt(written.split('"').length)
let registrations = 0

/** The entries of each executed request, by its key. */
const executed = new Map(
  written
    .slice(0, written.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
    .map(({ key, entries }) => [key, entries]),
)

const die = at => {
  if (at === dieAt && registrations === Number(dieOn)) process.kill(process.pid, 'SIGKILL')
}

function register(numbers, key) {
  const known = keys === 'keys' ? executed.get(key) : undefined
  if (known) return responseOf(known)
  registrations++
  die('before_write')
  const entries = numbers.map(number => [number, String(nextId++)])
  writeSync(descriptor, `${JSON.stringify({ key, entries })}\n`)
  fsyncSync(descriptor)
  executed.set(key, entries)
  die('after_write')
  return responseOf(entries)
}

function responseOf(entries) {
  const list = entries.map(([number, id]) => `{"orderId":${id},"mallOrderNumber":${JSON.stringify(number)}}`)
  return `{"isSuccess":true,"orderSuccesses":[${list.join()}]}`
}

function check(numbers) {
  const counts = {
    isSuccess: true,
    requestCount: numbers.length,
    successCount: numbers.length,
    failureCount: 0,
  }
  return JSON.stringify({ ...counts, failures: [] })
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const numbers = JSON.parse(Buffer.concat(chunks)).data.map(order => order.orderInfo.mallOrderNumber)
  const body = request.url.endsWith('/validators')
    ? check(numbers)
    : register(numbers, request.headers['idempotency-key'])
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
process.on('exit', () => closeSync(descriptor))
process.on('disconnect', () => process.exit())
