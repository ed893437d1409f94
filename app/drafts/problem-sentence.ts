import 'server-only'
import type { Problem } from '@/lib/ledger/problem'
import { isolated } from '@/lib/words/isolated'
import { words } from '@/lib/words/server'

const say = words('runs.problem')

/** Why a run waits or did not start, as a sentence for the operator. */
export function problemSentence(problem: Problem): string {
  const { code, status } = problem
  // A redirect has the words that the test of a connection has, whatever it leaves open.
  const isUnclearRedirect =
    code === 'unknown_outcome' && status !== undefined && status >= 300 && status < 400
  return isUnclearRedirect ? `${said(problem)} ${said({ code: 'redirect', status })}` : said(problem)
}

const said = ({ code, status, count, credential, misfit, cause, detail }: Problem): string =>
  say(code, {
    status: String(status),
    count: count ?? 0,
    credential: String(credential),
    misfit: misfit ?? 'other',
    cause: cause ?? 'other',
    name: code === 'contradictory' && detail ? isolated(detail) : 'none',
  })
