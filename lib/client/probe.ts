import 'server-only'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Evidence } from '@/lib/contract/evidence'
import { readStrictJson } from '@/lib/contract/json/strict-json'
import { checkJapanOrders, checkOrders, type Operation, registerProducts } from '@/lib/contract/operations'
import { call, type Target } from './call'
import { isRedirect } from './call-failure'
import { readCheckResult } from './check-result'
import { clockSkew } from './clock-skew'

// Tests the credentials of a connection without leaving a trace at the service (docs/decisions/0035): it checks an
// order that cannot pass, which stores nothing, and sends the registration of products a body that is not JSON, so
// nothing can be registered.

/** The result of testing a credential, and what the test measured. */
export interface Probe extends Finding {
  /** Milliseconds from the first request to the end of its response; absent when none came. */
  readonly latency?: number
  /** How far the service's clock is ahead of this machine's, in milliseconds; absent without a Date header. */
  readonly skew?: number
  /** When its certificate expires (ISO 8601); absent without TLS. */
  readonly certificateEnds?: string
  /** Access token only: the finding for general orders, where it differs from that for orders to Japan. */
  readonly general?: Finding
}

const DEADLINE_MS = 15_000
/** The number of the order that a connection test checks. */
export const TRIAL_NUMBER = 'LADING-CONNECTION-TEST'

/** An order with valid types, for services that parse strictly, and invalid values. */
const trialOrder = {
  warehouseId: 0,
  sender: { name: '', contact: '' },
  recipient: {
    country: 'US',
    name: '',
    contact: '',
    address: '',
    addressDetail: '',
    city: '',
    state: '',
    zipCode: '',
  },
  orderInfo: {
    mallOrderNumber: TRIAL_NUMBER,
    incoterms: 'DAP',
    isExportDeclaration: false,
    exportPurpose: 'SAMPLE',
  },
  packageInfo: { actualWeight: 0, quantity: 0 },
  items: [],
}

/** A request with the order that cannot pass. */
export const trialBody = (mallOrderNumber: string) =>
  JSON.stringify({ data: [{ ...trialOrder, orderInfo: { ...trialOrder.orderInfo, mallOrderNumber } }] })

const TRIAL_BODY = trialBody(TRIAL_NUMBER)
const INVALID_BODY = 'A test of this connection by Lading. This is no JSON and registers nothing.'

/** Tests the access token with both checks of orders. */
export async function probeAccessToken(target: Target): Promise<Probe> {
  const { accessToken } = target
  if (accessToken === undefined) return { code: 'none' }
  const bearer = { ...target, secretKey: undefined }
  const japan = await callCheck(checkJapanOrders, bearer)
  if (!japan.evidence.connected || japan.finding.code === 'credential') return report(japan)
  const general = await callCheck(checkOrders, bearer)
  // The API document does not define what a general order must have, so a passing check proves as much.
  const isAsGood = [japan.finding.code, 'lenient'].includes(general.finding.code)
  return { ...report(japan), ...(!isAsGood && { general: general.finding }) }
}

/**
 * Tests the secret key. The registration of products can only prove that the key is rejected. Whether the key is known,
 * the check of orders to Japan decides, which accepts a key in place of a token.
 */
export async function probeSecretKey(target: Target): Promise<Probe> {
  if (target.secretKey === undefined) return { code: 'none' }
  const keyed = { ...target, accessToken: undefined }
  const refused = await callOnce(registerProducts, INVALID_BODY, keyed)
  const finding = findingOf(refused.evidence) ?? {
    code: isJsonLike(refused.evidence) ? 'turned-down' : 'not-api',
  }
  if (finding.code !== 'turned-down') return report({ ...refused, finding })
  const japanCheck = await callCheck(checkJapanOrders, keyed)
  const isKnown = japanCheck.finding.code === 'works'
  return report({ ...refused, finding: { ...finding, code: isKnown ? 'key-known' : 'key-unproven' } })
}

interface ProbeResponse {
  readonly evidence: Evidence
  readonly certificateEnds: string | undefined
}

async function callOnce(operation: Operation, body: string, target: Target): Promise<ProbeResponse> {
  let certificateEnds: string | undefined
  const onSocket = (socket: Socket) => {
    const ends = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN
    if (!Number.isNaN(ends)) certificateEnds = new Date(ends).toISOString()
  }
  const evidence = await call(operation, body, target, { deadlineMs: DEADLINE_MS, onSocket })
  return { evidence, certificateEnds }
}

async function callCheck(
  operation: Operation,
  target: Target,
): Promise<ProbeResponse & { finding: Finding }> {
  const response = await callOnce(operation, TRIAL_BODY, target)
  return { ...response, finding: findingOf(response.evidence) ?? checked(response.evidence) }
}

/** The finding of a response with status 200 to the order that cannot pass. */
function checked(evidence: Evidence): Finding {
  const result = readCheckResult(evidence, [TRIAL_NUMBER])
  if (result.ok) return { code: result.verdicts[0]?.passed ? 'lenient' : 'works' }
  return { code: result.failure.code === 'does_not_fit' ? 'odd' : 'not-api' }
}

function report({ evidence, certificateEnds, finding }: ProbeResponse & { finding: Finding }): Probe {
  const { status, startedAt, finishedAt } = evidence
  const skew = clockSkew(evidence)
  return {
    ...finding,
    ...(status !== undefined && { latency: finishedAt - startedAt }),
    ...(skew !== undefined && { skew }),
    ...(certificateEnds !== undefined && { certificateEnds }),
  }
}

/** Results of testing a credential; `connections.probe.<code>` in lib/words has the sentence of each. */
const findingCodes = [
  'none',
  // The stored credential cannot be decrypted: the keys, or the address in the database, have changed since.
  'sealed',
  // The service checked the credential.
  'works',
  'lenient',
  'odd',
  'key-known',
  'key-unproven',
  'credential',
  'permission',
  'turned-down',
  // Something responded that is not a shipping API, or cannot be used now.
  'not-api',
  'redirect',
  'busy',
  'failing',
  'unexpected',
  'cut-off',
  'slow',
  'too-large',
  // Nothing responded.
  'blocked',
  'dns',
  'dns-busy',
  'refused',
  'no-answer',
  'unreachable',
  'certificate-over',
  'certificate-early',
  'certificate-host',
  'certificate-untrusted',
  'certificate',
  'tls',
] as const
type FindingCode = (typeof findingCodes)[number]

/** The result of testing a credential. */
export interface Finding {
  readonly code: FindingCode
  /** HTTP status, where it says something. */
  readonly status?: number
}

const byStatus: ReadonlyMap<number, FindingCode> = new Map([
  [401, 'credential'],
  [403, 'permission'],
  [404, 'not-api'],
  [405, 'not-api'],
  [408, 'busy'],
  [429, 'busy'],
  [400, 'turned-down'],
  [415, 'turned-down'],
  [422, 'turned-down'],
])

const byCode: ReadonlyMap<string, FindingCode> = new Map([
  ['ESSRF', 'blocked'],
  ['EOVERSIZE', 'too-large'],
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns-busy'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no-answer'],
  ['ETIMEDOUT', 'no-answer'],
  ['CERT_HAS_EXPIRED', 'certificate-over'],
  ['CERT_NOT_YET_VALID', 'certificate-early'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-host'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate-untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate-untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate-untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate-untrusted'],
])

/** The finding of a response that is not complete or not status 200; undefined for a complete one with 200. */
function findingOf({ status, error, connected }: Evidence): Finding | undefined {
  if (status !== undefined && status !== 200)
    return { code: byStatus.get(status) ?? otherStatus(status), status }
  if (!error) return undefined
  const { code } = error
  const known = byCode.get(code)
  if (known) return { code: known }
  if (code === 'TimeoutError' || code.endsWith('_TIMEOUT')) return { code: connected ? 'slow' : 'no-answer' }
  if (connected) return { code: 'cut-off' }
  if (/CERT/.test(code)) return { code: 'certificate' }
  return { code: /SSL|TLS|EPROTO/.test(code) ? 'tls' : 'unreachable' }
}

function otherStatus(status: number): FindingCode {
  if (status >= 500) return 'failing'
  return isRedirect(status) ? 'redirect' : 'unexpected'
}

/** Whether a response is JSON, like every response of a shipping API; a gateway's error page is not. */
const isJsonLike = ({ body }: Evidence): boolean => readStrictJson(body).ok
