'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'

/** What a draft is known by after it may have been deleted. */
export interface DraftOf {
  readonly draftId: string
  readonly draftName: string | null
  readonly sheet: string | null
  readonly isDraftGone: boolean
}

/** The way to a draft; of a deleted one its name alone is left. */
export function DraftLink({ of: { draftId, draftName, sheet, isDraftGone } }: { of: DraftOf }) {
  const say = useTranslations('history')
  if (isDraftGone || sheet === null) return <span className="text-ink-3">{draftName ?? say('gone')}</span>
  return (
    <Link href={`/${sheet}/${draftId}`} prefetch={false} title={draftName ?? ''} className="hover:underline">
      {draftName}
    </Link>
  )
}
