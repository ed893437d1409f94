'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { LinkLabel } from '@/app/(desk)/link-label'
import type { DraftReference } from '@/lib/desk-api/runs/history'

interface Props {
  of: DraftReference
  /** The line that it leads to; absent: only to the draft. */
  line?: string | undefined
}

/** A link to a draft; for a deleted draft, only its name. */
export function DraftLink({ of: { draftId, draftName, sheet, isDraftGone }, line }: Props) {
  const t = useTranslations('history')
  const query = line === undefined ? '' : `?${new URLSearchParams({ line })}`
  if (isDraftGone || sheet === null) return <span className="text-ink-3">{draftName ?? t('gone')}</span>
  return (
    <Link
      href={`/${sheet}/${draftId}${query}`}
      prefetch={false}
      title={draftName ?? ''}
      className="text-accent hover:underline"
    >
      <LinkLabel>{draftName}</LinkLabel>
    </Link>
  )
}
