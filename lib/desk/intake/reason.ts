import 'server-only'
import type { ReasonKind } from '@/lib/desk-api/automation'
import { NEEDED_FROM_PERSON } from '@/lib/store/intake/files'
import { getTranslations } from '@/lib/words/server'
import type { OpenedFile, UnreadableFile } from './thread/thread-protocol'

/** Why a file needs a person, without texts of the file; stored as JSON. */
export type IntakeReason =
  | { readonly code: 'question'; readonly question: Extract<OpenedFile, { kind: 'question' }>['question'] }
  | { readonly code: 'unreadable'; readonly failure: UnreadableFile }
  /** The account of the server has no permission to read it. */
  | { readonly code: 'closed' }
  /** Reading it took too much time or memory, or ended the server. */
  | { readonly code: 'gone' }

const t = getTranslations('automation')
const tFailure = getTranslations('intake.failure')
const tDesk = getTranslations('intake.desk')

/** Reads a stored reason; null counts as `gone`. */
export function readReason(stored: string | null): IntakeReason {
  return stored === null ? { code: 'gone' } : (JSON.parse(stored) as IntakeReason)
}

/** The kind of a reason, by which programs and Home know what a person must do. */
export function reasonKind(reason: IntakeReason): ReasonKind {
  if (reason.code === 'question') return reason.question
  if (reason.code === 'gone') return 'gone'
  if (reason.code === 'closed') return 'unreadable'
  const needed: Partial<Record<UnreadableFile['code'], ReasonKind>> = NEEDED_FROM_PERSON
  return needed[reason.failure.code] ?? 'unreadable'
}

/** The reason as a sentence that says what to do. */
export function reasonSentence(reason: IntakeReason): string {
  const kind = reasonKind(reason)
  if (kind !== 'unreadable') return t(`reasons.${kind}`)
  if (reason.code !== 'unreadable') return t('reasons.closed')
  const { failure } = reason
  const sentence = unreadableSentence(failure)
  return failure.within === undefined ? sentence : tFailure('within', { file: failure.within, sentence })
}

function unreadableSentence({ code, at = 0, most = 0, found = '' }: UnreadableFile): string {
  switch (code) {
    case 'no_rows':
      return tDesk(code)
    case 'unclosed_quote':
    case 'lost_letters':
    case 'broken_letter':
      return tFailure(code, { at })
    case 'unsupported':
    case 'packed':
    case 'locked':
      return tFailure(code, { found })
    default:
      return tFailure(code, { most })
  }
}
