import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { exitCodes, Failure } from './arguments.mjs'
import { language, t } from './words.mjs'

/** A request that failed on the way, or at a busy server, is repeated after these delays. */
const RETRY_DELAYS_MS = [500, 2000, 5000]

/** A response that refuses the request. */
export class Refusal extends Failure {
  /** @param {object | undefined} problem the content; undefined where another program responds, such as a proxy */
  constructor(status, problem) {
    super(problem?.detail ?? t('status', { status }), problem ? exitCodeOf(status) : exitCodes.server)
    this.status = status
    /** Whether the number to confirm differs: the sentence then names every order that waits. */
    this.isOfCount = problem?.ready !== undefined
  }
}

/** A wrong name, sheet or file is the caller's fault; what is not in the state that it should be in needs a person. */
function exitCodeOf(status) {
  if (status === 400 || status === 413 || status === 422) return exitCodes.usage
  return status === 404 || status === 409 ? exitCodes.person : exitCodes.server
}

/**
 * Calls of the desk's API. Every call may be repeated: files and runs are known by their keys. A result is the content
 * of the response.
 */
export class Server {
  /** @param {{ server: string, key: string }} where */
  constructor({ server, key }) {
    this.origin = server
    this.key = key
  }

  async get(path) {
    return this.parse(await this.getText(path))
  }

  getText(path) {
    return this.send('GET', path)
  }

  async post(path, input, requestKey) {
    const text = await this.send('POST', path, JSON.stringify(input), {
      'content-type': 'application/json',
      'idempotency-key': requestKey,
    })
    return this.parse(text)
  }

  async deliver(query, bytes) {
    const text = await this.send('POST', `/desk-api/v1/files?${query}`, bytes, {
      'content-type': 'application/octet-stream',
      // With `new` the contents do not identify the file.
      'idempotency-key': randomUUID(),
    })
    return this.parse(text)
  }

  /** @throws Failure where another program responds, such as the sign-in page of a network */
  parse(text) {
    const value = parseJson(text)
    if (value === undefined) throw new Failure(t('notLading', { server: this.origin }))
    return value
  }

  async send(method, path, body, headers) {
    for (let attempt = 0; ; attempt++) {
      const delay = RETRY_DELAYS_MS[attempt]
      const response = await this.fetch(method, path, body, headers).catch(error => {
        if (delay === undefined)
          throw new Failure(t('unreachable', { server: this.origin, reason: reasonOf(error) }))
      })
      if (response?.ok) return response.text
      if (response && (delay === undefined || !isBusy(response.status)))
        throw new Refusal(response.status, parseJson(response.text))
      // A proxy may send a date, which is not a number.
      const retryAfterMs = (Number(response?.retryAfter) || 0) * 1000
      await setTimeout(Math.max(delay, Math.min(retryAfterMs, 60_000)))
    }
  }

  /** Also reads the response: a connection may end in the middle of it. */
  async fetch(method, path, body, headers = {}) {
    const response = await fetch(this.origin + path, {
      method,
      body,
      redirect: 'error',
      headers: { authorization: `Bearer ${this.key}`, 'accept-language': language, ...headers },
    })
    const { ok, status } = response
    return { ok, status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isBusy = status => status === 429 || status === 502 || status === 503 || status === 504

const reasonOf = error => error?.cause?.code ?? error?.cause?.message ?? error?.message ?? String(error)
