import 'server-only'
import type { RunProblem } from '@/lib/ledger/rules/problem'
import { requestLocale } from '@/lib/words/locale/request-locale'
import { isolated } from '@/lib/words/sentences/isolated'
import { joinSentences } from '@/lib/words/sentences/join'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('runs.problem')

/** Why a run waits or did not start, as a sentence for the operator. */
export function problemSentence(problem: RunProblem): string {
  const { code, status } = problem
  // An unknown outcome after a redirect also gets the sentence of a redirect, as in the test of a connection.
  const isUnclearRedirect =
    code === 'unknown_outcome' && status !== undefined && status >= 300 && status < 400
  return joinSentences(requestLocale().language, [
    sentenceOf(problem),
    isUnclearRedirect && sentenceOf({ code: 'redirect', status }),
  ])
}

const sentenceOf = ({
  code,
  status,
  count,
  credential,
  misfit: mismatch,
  cause,
  detail,
}: RunProblem): string =>
  t(code, {
    status: String(status),
    count: count ?? 0,
    credential: String(credential),
    mismatch: mismatch ?? 'other',
    cause: cause ?? 'other',
    name: code === 'contradictory' && detail ? isolated(detail) : 'none',
  })
