import 'server-only'
import type { Evidence } from '@/lib/contract/evidence'
import { readStrictJson } from '@/lib/contract/strict-json'
import { isRedirect } from './trouble'

/** What trying a credential may come to; `connections.probe.<code>` of lib/words says each. */
export const findingCodes = [
  'none',
  // There is one, and it does not open: the keys, or the address in the database, are others than when it was entered.
  'sealed',
  // The credential was read.
  'works',
  'lenient',
  'odd',
  'key-known',
  'key-unproven',
  'credential',
  'permission',
  'turned-down',
  // Somebody answered, and it is no shipping API, or none that can be asked now.
  'not-api',
  'redirect',
  'busy',
  'failing',
  'unexpected',
  'cut-off',
  'slow',
  'too-large',
  // Nobody answered.
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
export type FindingCode = (typeof findingCodes)[number]

/** What trying a credential came to. */
export interface Finding {
  readonly code: FindingCode
  /** HTTP status, where one is worth telling. */
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

/** What an answer came to that is not a complete one with status 200; undefined for that. */
export function findingOf({ status, error, connected }: Evidence): Finding | undefined {
  if (status !== undefined && status !== 200)
    return { code: byStatus.get(status) ?? ofStatus(status), status }
  if (!error) return undefined
  const { code } = error
  const known = byCode.get(code)
  if (known) return { code: known }
  if (code === 'TimeoutError' || code.endsWith('_TIMEOUT')) return { code: connected ? 'slow' : 'no-answer' }
  if (connected) return { code: 'cut-off' }
  if (/CERT/.test(code)) return { code: 'certificate' }
  return { code: /SSL|TLS|EPROTO/.test(code) ? 'tls' : 'unreachable' }
}

function ofStatus(status: number): FindingCode {
  if (status >= 500) return 'failing'
  return isRedirect(status) ? 'redirect' : 'unexpected'
}

/** Whether an answer is JSON, as every answer of a shipping API is; a page of a gateway is not. */
export const isJsonLike = ({ body }: Evidence): boolean => readStrictJson(body).ok
