import 'server-only'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Evidence } from '@/lib/contract/evidence'
import { checkJapanOrders, checkOrders, type Operation, registerProducts } from '@/lib/contract/operations'
import { readCheckAnswer } from './answers'
import { call, type Target } from './call'
import { type Finding, findingOf, isJsonLike } from './probe-findings'

// Tries the credentials of a connection without a trace at the service (docs/decisions/0035): an order that cannot
// pass is checked, which stores nothing; what goes to the registration of products is no JSON at all, so there is
// nothing in it that could be registered.

/** What trying a credential came to, and what was seen of the service on the way. */
export interface Probe extends Finding {
  /** Milliseconds from the first request to the end of its answer; absent when none came. */
  readonly latency?: number
  /** How far the service's clock is ahead of ours, in seconds; absent while it is less than a minute off. */
  readonly skew?: number
  /** When its certificate ends (ISO 8601); absent where there is none. */
  readonly certificateEnds?: string
  /** For the access token: what general orders came to, where that is another thing than orders to Japan. */
  readonly general?: Finding
}

const DEADLINE_MS = 15_000
const NUMBER = 'LADING-CONNECTION-TEST'

/** Of the right kinds in every place, for services that read strictly, and wrong in what it says. */
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
    mallOrderNumber: NUMBER,
    incoterms: 'DAP',
    isExportDeclaration: false,
    exportPurpose: 'SAMPLE',
  },
  packageInfo: { actualWeight: 0, quantity: 0 },
  items: [],
}
const TRIAL = JSON.stringify({ data: [trialOrder] })
const NO_JSON = 'A test of this connection by Lading. This is no JSON and registers nothing.'

/** Tries the access token on both checks of orders. */
export async function probeAccessToken(target: Target): Promise<Probe> {
  const { accessToken } = target
  if (accessToken === undefined) return { code: 'none' }
  const bearer = { ...target, secretKey: undefined }
  const japan = await askToCheck(checkJapanOrders, bearer)
  if (!japan.evidence.connected || japan.finding.code === 'credential') return report(japan)
  const general = await askToCheck(checkOrders, bearer)
  // What a general order must have is not shown (api.md), so one that passes is as good an answer.
  const isSame = [japan.finding.code, 'lenient'].includes(general.finding.code)
  return { ...report(japan), ...(!isSame && { general: general.finding }) }
}

/**
 * Tries the secret key. The registration of products has no safe answer to give, so what it can prove is that the key is
 * refused; that a key is known, the check of orders to Japan tells, which takes one instead of a token.
 */
export async function probeSecretKey(target: Target): Promise<Probe> {
  if (target.secretKey === undefined) return { code: 'none' }
  const keyed = { ...target, accessToken: undefined }
  const refused = await ask(registerProducts, NO_JSON, keyed)
  const finding = findingOf(refused.evidence) ?? {
    code: isJsonLike(refused.evidence) ? 'turned-down' : 'not-api',
  }
  if (finding.code !== 'turned-down') return report({ ...refused, finding })
  const checked = await askToCheck(checkJapanOrders, keyed)
  const isKnown = checked.finding.code === 'works'
  return report({ ...refused, finding: { ...finding, code: isKnown ? 'key-known' : 'key-unproven' } })
}

interface Asked {
  readonly evidence: Evidence
  readonly certificateEnds: string | undefined
}

async function ask(operation: Operation, body: string, target: Target): Promise<Asked> {
  let certificateEnds: string | undefined
  const onSocket = (socket: Socket) => {
    const ends = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN
    if (!Number.isNaN(ends)) certificateEnds = new Date(ends).toISOString()
  }
  const evidence = await call(operation, body, target, { deadlineMs: DEADLINE_MS, onSocket })
  return { evidence, certificateEnds }
}

async function askToCheck(operation: Operation, target: Target): Promise<Asked & { finding: Finding }> {
  const asked = await ask(operation, TRIAL, target)
  return { ...asked, finding: findingOf(asked.evidence) ?? checked(asked.evidence) }
}

/** What an answer with status 200 says about the order that cannot pass. */
function checked(evidence: Evidence): Finding {
  const answer = readCheckAnswer(evidence, [NUMBER])
  if (answer.ok) return { code: answer.verdicts[0]?.passed ? 'lenient' : 'works' }
  return { code: answer.trouble.code === 'does_not_fit' ? 'odd' : 'not-api' }
}

function report({ evidence, certificateEnds, finding }: Asked & { finding: Finding }): Probe {
  const { status, startedAt, finishedAt, headers } = evidence
  const skew = Math.round((Date.parse(headers.date ?? '') - finishedAt) / 1000)
  return {
    ...finding,
    ...(status !== undefined && { latency: finishedAt - startedAt }),
    ...(Math.abs(skew) >= 60 && { skew }),
    ...(certificateEnds !== undefined && { certificateEnds }),
  }
}
