import 'server-only'
import type { CallFailureCode, Evidence, ResultMismatch } from '@/lib/contract/evidence'

/** Why a call brought no usable response. */
export interface CallFailure {
  readonly code: CallFailureCode
  readonly status?: number
  /** Machine text for the history and a detail view, never shown without a sentence. */
  readonly detail: string
  /** Whether a later try may succeed. */
  readonly isTransient: boolean
  /** How the response contradicts the request. */
  readonly mismatch?: ResultMismatch
}

const byStatus: ReadonlyMap<number, readonly [CallFailureCode, isTransient: boolean]> = new Map([
  [401, ['credential', false]],
  [403, ['permission', false]],
  [404, ['address', false]],
  [405, ['address', false]],
  [408, ['busy', true]],
  [413, ['too_large', false]],
  [429, ['busy', true]],
])

const byCode: ReadonlyMap<string, readonly [CallFailureCode, isTransient: boolean]> = new Map([
  ['ESSRF', ['blocked', false]],
  ['ECONNREFUSED', ['refused', true]],
  ['EOVERSIZE', ['answer_too_large', false]],
  ['TimeoutError', ['timed_out', true]],
  ['UND_ERR_CONNECT_TIMEOUT', ['timed_out', true]],
  ['UND_ERR_HEADERS_TIMEOUT', ['timed_out', true]],
  ['UND_ERR_BODY_TIMEOUT', ['timed_out', true]],
])

const EXCERPT_LENGTH = 300

/** Why a call brought no complete response with status 200; undefined when it brought one. */
export function callFailureOf(evidence: Evidence): CallFailure | undefined {
  const { status, error, connected } = evidence
  if (status !== undefined && status !== 200) {
    const [code, isTransient] = byStatus.get(status) ?? otherStatus(status)
    return { code, status, isTransient, detail: excerpt(evidence.body) }
  }
  if (!error) return undefined
  const known = byCode.get(error.code)
  if (known) return { code: known[0], isTransient: known[1], detail: error.message }
  if (!connected && isCertificate(error.code))
    return { code: 'certificate', isTransient: false, detail: error.message }
  return { code: connected ? 'interrupted' : 'unreachable', isTransient: true, detail: error.message }
}

function otherStatus(status: number): [CallFailureCode, boolean] {
  if (isRedirect(status)) return ['redirect', false]
  return status >= 500 ? ['service_failed', true] : ['unexpected_status', false]
}

/** Whether a response redirects. Redirects are never followed: credentials are only for the entered address. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** Whether the code of a failed connection says that the certificate was not trusted. */
export const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code)

/** The beginning of a response as text. */
export function excerpt(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 4)).slice(0, EXCERPT_LENGTH)
}

/** A text of a service as both databases can store it: with U+FFFD for NUL and for half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
