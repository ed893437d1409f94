import { problemSentence } from '@/app/drafts/problem-sentence'
import en from '@/lib/words/en.json'
import { words } from '@/lib/words/server'

const say = words('history.classes')
const why = words('history.reasons')

/** What a request came to, in a sentence. @param classified as the ledger keeps it; null while nobody knows */
export function outcomeSentence(classified: string | null): string {
  if (classified === null) return say('open')
  if (classified.startsWith('late_')) {
    return say('late', { outcome: outcomeSentence(classified.slice('late_'.length)) })
  }
  if (isKey(en.history.classes, classified) && classified !== 'late') return say(classified)
  return isKey(en.runs.problem, classified) ? problemSentence({ code: classified }) : classified
}

/** Why an order was moved, in words; a reason that has none stands as it was written. */
export function reasonSentence(reason: string): string | undefined {
  const reasons = en.history.reasons
  if (SILENT.has(reason)) return undefined
  if (reason.startsWith('late_')) return why('late')
  const state = /\((\w+)\)$/.exec(reason)?.[1] ?? reason
  return isKey(reasons, state) ? why(state) : reason
}

/** Reasons that say no more than the step itself. */
const SILENT = new Set(['claimed', 'sent', 'registered by the operator', 'cancelled by the operator'])

const isKey = <T extends object>(of: T, key: string): key is string & keyof T => Object.hasOwn(of, key)
