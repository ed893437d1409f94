import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTooComplex } from '@/lib/contract/json/json-depth'
import { type Caller, runAs } from '@/lib/log/caller'
import { REQUEST_ID_HEADER } from '@/lib/server/watch-requests'
import { publish } from '@/lib/telemetry/events'
import { getTranslations } from '@/lib/words/server'
import { AddressLimit, type AddressLimits } from './address-limit'
import { type Collected, IncomingBody } from './incoming-body'
import { type Refusal, respondRefused } from './refusal'
import {
  declaredLength,
  hasBody,
  isReadablePath,
  isRouterState,
  kindOf,
  methodsAt,
  type RequestKind,
  targetOf,
} from './request-kind'
import { reportUnavailable } from './unavailable'
import { hashKey, ValidKeys } from './valid-keys'

/** Limits of requests, in bytes and milliseconds. */
export interface AdmissionLimits {
  /** The largest body of a request without a live session; below 16,384, where a stream stops buffering. */
  readonly anonymousBytes: number
  /** The largest body of a server action. */
  readonly actionBytes: number
  /**
   * Values of the JSON of a body that is collected as a whole: Next decodes all of them before any of our code runs.
   */
  readonly values: number
  /** How long a body may take that is collected as a whole, without and with a live session. */
  readonly anonymousTimeoutMs: number
  readonly actionTimeoutMs: number
  /** How long the rest of the body of a refused request may take; then its connection closes. */
  readonly refusedTimeoutMs: number
  /** How long the response to a request without a live session may keep its slot. */
  readonly slotMs: number
  readonly byAddress: AddressLimits
}

/**
 * The limits of a server. A page costs about 10 ms of a core and a small action 4 ms, so an address without a session
 * gets at most a tenth of a core, and delays others by at most two pages at a time.
 */
export const DEFAULT_LIMITS: AdmissionLimits = {
  anonymousBytes: 16_000,
  actionBytes: 1024 * 1024,
  values: 100_000,
  anonymousTimeoutMs: 10_000,
  actionTimeoutMs: 60_000,
  refusedTimeoutMs: 10_000,
  slotMs: 1_000,
  byAddress: { burst: 100, perSecond: 10, concurrent: 2, waiting: 50 },
}

/** What admission needs from other modules. */
interface AdmissionDeps {
  /** Whether a Cookie header names a live session. */
  isSignedIn(cookie: string | undefined): Promise<boolean>
  /** The client address by which requests are limited. */
  addressOf(request: IncomingMessage): string
}

const t = getTranslations('auth.admission')

/**
 * Limits requests before Next sees them, because Next decodes the body of a server action before any of our code runs
 * (docs/decisions/0051). It does not authorize: each action and route does.
 */
export class Admission {
  private readonly anonymousLimit: AddressLimit
  private readonly keyLimit: AddressLimit
  private readonly validKeys = new ValidKeys()

  constructor(
    private readonly deps: AdmissionDeps,
    private readonly limits: AdmissionLimits = DEFAULT_LIMITS,
  ) {
    this.anonymousLimit = new AddressLimit(limits.byAddress)
    this.keyLimit = new AddressLimit(limits.byAddress)
  }

  /** Refuses a request, or passes it to `handle`: at once, or when its body has arrived and a slot is free. */
  async admit(request: IncomingMessage, response: ServerResponse, handle: () => void): Promise<void> {
    const { method = '', headers } = request
    const url = targetOf(request.url ?? '/')
    request.url = url
    const kind = kindOf({ method, url, headers })
    // Next's router sends it, and Next redirects requests with it before their route judges them.
    if (kind === 'service' || kind === 'program') Reflect.deleteProperty(headers, 'rsc')
    const requestId = response.getHeader(REQUEST_ID_HEADER)?.toString()
    const caller: Caller = { isKnown: false, hasResponse: false, requestId }
    response.once('close', () => {
      caller.hasResponse = true
    })
    const isReadable = isReadablePath(url)
    const keyWait = kind === 'service' ? this.waitOfKey(request, response, caller) : 0
    if (isReadable && (kind === 'open' || kind === 'service') && keyWait === 0) return runAs(caller, handle)
    const isAction = kind === 'action'
    const body = hasBody(headers)
      ? new IncomingBody(request, isAction ? this.limits.actionBytes : 0)
      : undefined
    const refuse = (refusal: Refusal) => {
      body?.refuse(this.limits.refusedTimeoutMs)
      respondRefused(request, response, refusal, isAction)
      publish('refusal', { code: refusal.code })
    }
    if (kind === 'unsupported') return refuse(unsupported(url))
    // No database stores a NUL or finds one: an id with it would be a fault of each route.
    if (!isReadable || url.includes('%00'))
      return refuse({ status: 400, code: 'address', detail: t('address') })
    const routerState = headers['next-router-state-tree']
    if (routerState !== undefined && !isRouterState(String(routerState)))
      return refuse({ status: 400, code: 'router-state', detail: t('routerState') })
    if (keyWait > 0) return refuse(tooManyRequests(keyWait))
    if (kind === 'program') {
      // A key cannot be judged here without its request; guesses and floods are limited by their address.
      const wait = this.anonymousLimit.takeToken(this.deps.addressOf(request))
      if (wait > 0) return refuse(tooManyRequests(wait))
      body?.release()
      return runAs(caller, handle)
    }
    if (kind === 'form') return refuse({ status: 415, code: 'form', detail: t('form') })

    caller.isKnown = await this.deps.isSignedIn(headers.cookie)
    const address = caller.isKnown ? undefined : this.deps.addressOf(request)
    const wait = address === undefined ? 0 : this.anonymousLimit.takeToken(address)
    if (wait > 0) return refuse(tooManyRequests(wait))
    const refusal = body && (await this.judgeBody(request, body, kind, caller.isKnown))
    if (refusal === 'gone') return
    if (refusal) return refuse(refusal)
    body?.release()
    if (address !== undefined && !(await this.acquireSlot(address, response)))
      return refuse(tooManyRequests(1000))
    if (response.destroyed) return
    reportUnavailable(response, caller)
    runAs(caller, handle)
  }

  /**
   * How long credentials of the service wait before they are judged, in milliseconds: each judgement is a query. Those
   * that were valid lately do not wait, whatever else their address sends.
   */
  private waitOfKey(request: IncomingMessage, response: ServerResponse, caller: Caller): number {
    const { authorization } = request.headers
    if (authorization === undefined) return 0
    const key = hashKey(authorization)
    if (!this.validKeys.has(key)) {
      const wait = this.keyLimit.takeToken(this.deps.addressOf(request))
      if (wait > 0) return wait
    }
    response.once('close', () => {
      // An outage, or a client that left, says nothing about a key.
      if (caller.isKnown || response.statusCode === 401) this.validKeys.note(key, caller.isKnown)
    })
    return 0
  }

  /** Why a body is refused; undefined when it is accepted, `gone` when the client disconnected. */
  private async judgeBody(
    request: IncomingMessage,
    body: IncomingBody,
    kind: RequestKind,
    isKnown: boolean,
  ): Promise<Refusal | 'gone' | undefined> {
    // Route handlers authenticate before they read, and stream the body themselves.
    if (isKnown && kind !== 'action') return undefined
    const { anonymousBytes, actionBytes, anonymousTimeoutMs, actionTimeoutMs } = this.limits
    const maxBytes = isKnown ? actionBytes : anonymousBytes
    const tooLarge: Refusal = isKnown
      ? { status: 413, code: 'too-large', detail: t('tooLarge', { kilobytes: Math.floor(maxBytes / 1024) }) }
      : { status: 401, code: 'signed-out', detail: getTranslations('auth.guard')('signedOut') }
    if (declaredLength(request.headers) > maxBytes) return tooLarge
    const collected: Collected = await body.collect(maxBytes, isKnown ? actionTimeoutMs : anonymousTimeoutMs)
    if (collected === 'gone') return 'gone'
    if (collected === 'too large') return tooLarge
    if (collected === 'too slow') return { status: 408, code: 'too-slow', detail: t('tooSlow') }
    if (!isTooComplex(body.bytes, this.limits.values)) return undefined
    return { status: 400, code: 'too-complex', detail: t('tooComplex') }
  }

  /** Waits for a slot of this address and keeps it until the request is answered. */
  private async acquireSlot(address: string, response: ServerResponse): Promise<boolean> {
    const release = await this.anonymousLimit.acquire(address)
    if (!release) return false
    // A client that reads slowly must not block others at the same address.
    const timer = setTimeout(release, this.limits.slotMs)
    response.once('close', () => {
      clearTimeout(timer)
      release()
    })
    if (response.destroyed) release()
    return true
  }
}

const unsupported = (url: string): Refusal => ({
  status: 405,
  code: 'method',
  detail: t('method'),
  headers: { allow: methodsAt(url).join(', ') },
})

function tooManyRequests(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return {
    status: 429,
    code: 'too-many',
    detail: t('tooMany', { seconds }),
    headers: { 'retry-after': String(seconds) },
  }
}
