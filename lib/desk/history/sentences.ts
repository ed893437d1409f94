import 'server-only'
import { problemSentence } from '@/lib/desk/runs/problem-sentence'
import type { Sheet } from '@/lib/sheet/schema/sheets'
import type { Messages } from '@/lib/words/messages'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('history.classes')
const why = getTranslations('history.reasons')
const problems = getTranslations('runs.problem')

/** The outcome of a request as a sentence. @param classified as the ledger stores it; null while it is open */
export function outcomeSentence(classified: string | null): string {
  if (classified === null) return t('open')
  if (classified.startsWith('late_')) {
    return t('late', { outcome: outcomeSentence(classified.slice('late_'.length)) })
  }
  const outcome = classified as Exclude<keyof Messages['history']['classes'], 'late'>
  if (t.has(outcome) && classified !== 'late') return t(outcome)
  const code = classified as keyof Messages['runs']['problem']
  return problems.has(code) ? problemSentence({ code }) : classified
}

/** The text of a state change's reason; a reason without a text is returned verbatim. */
export function eventReasonSentence(reason: string, record: Sheet['recordType']): string | undefined {
  if (SILENT.has(reason)) return undefined
  const known = STORED.find(([beginning]) => reason.startsWith(beginning))?.[1]
  const key = known ?? (reason as Key)
  const status = /HTTP (\d+)/.exec(reason)?.[1] ?? ''
  return why.has(key) ? why(key, { record, status }) : reason
}

type Key = keyof Messages['history']['reasons']

/** Reasons that the ledger stores as sentences of its own, by their beginning, and the texts for them. */
const STORED: readonly (readonly [beginning: string, key: Key])[] = [
  ['late_', 'late'],
  ['an answer came late', 'late'],
  ['a response proved it registered before', 'registeredBefore'],
  ['the process that had it is gone (PREPARED)', 'PREPARED'],
  ['the process that had it is gone (SENDING)', 'SENDING'],
  ['the database was restored from a backup', 'afterRestore'],
  ['the database lost its last commits', 'afterLostCommits'],
  ['an operator found it at the service', 'found'],
  ['the operator confirmed that HTTP', 'confirmed'],
  ['its run was cancelled', 'runCanceled'],
  ['the press was not taken in', 'notStarted'],
  ['refused together', 'halved'],
  ['sent again in halves', 'halves'],
]

/** Reasons that add nothing to the step itself. */
const SILENT = new Set([
  'claimed',
  'sent',
  'registered by the operator',
  'cancelled by the operator',
  'given back by the runner',
  'an operator looked, and it is not at the service',
  'an operator gave it up',
  'an administrator released its number',
])
