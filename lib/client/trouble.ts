import 'server-only'
import type { Evidence, Misfit, TroubleCode } from '@/lib/contract/evidence'

/** Trouble as a value: what happened, in which words of the other side, and whether a later try may help. */
export interface Trouble {
  readonly code: TroubleCode
  readonly status?: number
  /** For the history and a detail view; text of a machine, never shown alone. */
  readonly detail: string
  readonly mayPass: boolean
  /** Of an answer that does not fit what was sent: in which way. */
  readonly misfit?: Misfit
}

const byStatus: ReadonlyMap<number, readonly [TroubleCode, mayPass: boolean]> = new Map([
  [401, ['credential', false]],
  [403, ['permission', false]],
  [404, ['address', false]],
  [405, ['address', false]],
  [408, ['busy', true]],
  [413, ['too_large', false]],
  [429, ['busy', true]],
])

const byCode: ReadonlyMap<string, readonly [TroubleCode, mayPass: boolean]> = new Map([
  ['ESSRF', ['blocked', false]],
  ['ECONNREFUSED', ['refused', true]],
  ['EOVERSIZE', ['answer_too_large', false]],
  ['TimeoutError', ['timed_out', true]],
  ['UND_ERR_CONNECT_TIMEOUT', ['timed_out', true]],
  ['UND_ERR_HEADERS_TIMEOUT', ['timed_out', true]],
  ['UND_ERR_BODY_TIMEOUT', ['timed_out', true]],
])

const DETAIL_LENGTH = 300

/** What kept a call from bringing a complete answer with status 200; undefined when nothing did. */
export function troubleOf(evidence: Evidence): Trouble | undefined {
  const { status, error, connected } = evidence
  if (status !== undefined && status !== 200) {
    const [code, mayPass] = byStatus.get(status) ?? otherStatus(status)
    return { code, status, mayPass, detail: excerpt(evidence.body) }
  }
  if (!error) return undefined
  const known = byCode.get(error.code)
  if (known) return { code: known[0], mayPass: known[1], detail: error.message }
  if (!connected && isCertificate(error.code))
    return { code: 'certificate', mayPass: false, detail: error.message }
  return { code: connected ? 'interrupted' : 'unreachable', mayPass: true, detail: error.message }
}

function otherStatus(status: number): [TroubleCode, boolean] {
  if (isRedirect(status)) return ['redirect', false]
  return status >= 500 ? ['service_failed', true] : ['unexpected_status', false]
}

/** Whether an answer sends elsewhere. It is never followed: credentials are for the address that was entered. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400

const isCertificate = (code: string) => /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_/.test(code)

/** The beginning of an answer as text. */
export function excerpt(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, DETAIL_LENGTH * 4)).slice(0, DETAIL_LENGTH)
}
