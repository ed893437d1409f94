import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isTooDeep } from '@/lib/contract/json-depth'
import { type Caller, runAs } from '@/lib/log/caller'
import { words } from '@/lib/words/server'
import { AddressLimit, type AddressLimits } from './address-limit'
import { type Collected, IncomingBody } from './incoming-body'
import { answerRefusal, type Refusal } from './refusal'
import { declaredLength, hasBody, kindOf, METHODS, type RequestKind } from './request-kind'

/** How much is taken in from whom. Bytes and milliseconds. */
export interface AdmissionLimits {
  /** The largest body of a request without a live session; below 16,384, where a stream stops taking more in. */
  readonly anonymousBytes: number
  /** The largest body of a server action. */
  readonly actionBytes: number
  /** How long a body may take that is waited for as a whole, without and with a live session. */
  readonly anonymousPatience: number
  readonly actionPatience: number
  /** How long the answer to a request without a live session may keep its turn. */
  readonly turn: number
  readonly byAddress: AddressLimits
}

/**
 * The limits of this product. A page costs about 10 ms of a core and a small action 4 ms, so an address without a
 * session gets a tenth of a core at most, and holds up others by no more than two pages at a time.
 */
export const OUR_LIMITS: AdmissionLimits = {
  anonymousBytes: 16_000,
  actionBytes: 1024 * 1024,
  anonymousPatience: 10_000,
  actionPatience: 60_000,
  turn: 2_000,
  byAddress: { burst: 100, perSecond: 10, concurrent: 2, waiting: 50 },
}

/** What admission asks others. */
export interface AdmissionDeps {
  /** Whether a Cookie header names a live session. */
  isSignedIn(cookie: string | undefined): Promise<boolean>
  /** The address by which a request is counted. */
  addressOf(request: IncomingMessage): string
}

const say = words('auth.admission')

/**
 * Decides about a request before Next sees it, because Next decodes the body of a server action before any code of ours
 * runs (docs/decisions/0051). It limits; who may do what is still checked where it is done.
 */
export class Admission {
  private readonly strangers: AddressLimit

  constructor(
    private readonly deps: AdmissionDeps,
    private readonly limits: AdmissionLimits = OUR_LIMITS,
  ) {
    this.strangers = new AddressLimit(limits.byAddress)
  }

  /** Refuses a request, or hands it on to `handle`, at once or when its body is there and its turn has come. */
  async admit(request: IncomingMessage, response: ServerResponse, handle: () => void): Promise<void> {
    const { method = '', url = '/', headers } = request
    const kind = kindOf({ method, url, headers })
    const caller: Caller = { isKnown: false, isAnswered: false }
    response.once('close', () => {
      caller.isAnswered = true
    })
    if (kind === 'open' || kind === 'service') return runAs(caller, handle)
    const isAction = kind === 'action'
    const body = hasBody(headers)
      ? new IncomingBody(request, isAction ? this.limits.actionBytes : 0)
      : undefined
    const refuse = (refusal: Refusal) => {
      body?.refuse()
      answerRefusal(request, response, refusal, isAction)
    }
    if (kind === 'unsupported') return refuse(unsupported())
    if (kind === 'form') return refuse({ status: 415, code: 'form', detail: say('form') })

    caller.isKnown = await this.deps.isSignedIn(headers.cookie)
    const address = caller.isKnown ? undefined : this.deps.addressOf(request)
    const wait = address === undefined ? 0 : this.strangers.spend(address)
    if (wait > 0) return refuse(tooMany(wait))
    const refusal = body && (await this.judgeBody(request, body, kind, caller.isKnown))
    if (refusal === 'gone') return
    if (refusal) return refuse(refusal)
    body?.release()
    if (address !== undefined && !(await this.takeTurn(address, response))) return refuse(tooMany(1000))
    if (!response.destroyed) runAs(caller, handle)
  }

  /** Why a body is not taken; undefined when it is, `gone` when nobody waits for the answer any more. */
  private async judgeBody(
    request: IncomingMessage,
    body: IncomingBody,
    kind: RequestKind,
    isKnown: boolean,
  ): Promise<Refusal | 'gone' | undefined> {
    // Route handlers check who is asking before they read, and take what comes as it comes.
    if (isKnown && kind !== 'action') return undefined
    const { anonymousBytes, actionBytes, anonymousPatience, actionPatience } = this.limits
    const most = isKnown ? actionBytes : anonymousBytes
    const tooLarge: Refusal = isKnown
      ? { status: 413, code: 'too-large', detail: say('tooLarge', { kilobytes: Math.floor(most / 1024) }) }
      : { status: 401, code: 'signed-out', detail: words('auth.guard')('signedOut') }
    if (declaredLength(request.headers) > most) return tooLarge
    const collected: Collected = await body.collect(most, isKnown ? actionPatience : anonymousPatience)
    if (collected === 'gone') return 'gone'
    if (collected === 'too large') return tooLarge
    if (collected === 'too slow') return { status: 408, code: 'too-slow', detail: say('tooSlow') }
    if (!isTooDeep(body.bytes)) return undefined
    return { status: 400, code: 'too-deep', detail: say('tooDeep') }
  }

  /** Waits until a request of this address may run, and keeps its turn until it is answered. */
  private async takeTurn(address: string, response: ServerResponse): Promise<boolean> {
    const release = await this.strangers.enter(address)
    if (!release) return false
    // A caller who reads slowly must not keep the turn from others at the same address.
    const timer = setTimeout(release, this.limits.turn)
    response.once('close', () => {
      clearTimeout(timer)
      release()
    })
    if (response.destroyed) release()
    return true
  }
}

const unsupported = (): Refusal => ({
  status: 405,
  code: 'method',
  detail: say('method'),
  headers: { allow: METHODS.join(', ') },
})

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return {
    status: 429,
    code: 'too-many',
    detail: say('tooMany', { seconds }),
    headers: { 'retry-after': String(seconds) },
  }
}
