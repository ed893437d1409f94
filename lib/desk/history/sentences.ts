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
  if (reason.startsWith('late_')) return why('late')
  const state = /\((\w+)\)$/.exec(reason)?.[1] ?? reason
  const key = state as keyof Messages['history']['reasons']
  return why.has(key) ? why(key, { record }) : reason
}

/** Reasons that add nothing to the step itself. */
const SILENT = new Set([
  'claimed',
  'sent',
  'registered by the operator',
  'cancelled by the operator',
  'an administrator released its number',
])
