import Link from 'next/link'
import { Notice } from '@/components/ui/feedback/notice'
import type { DraftWithUnknowns } from '@/lib/desk-api/drafts/drafts'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('drafts')

/** Drafts that are named; the rest are counted. */
const MAX_NAMED = 3

/** The number of unconfirmed registrations, and their drafts. */
export function UnconfirmedNotice({ drafts }: { drafts: readonly DraftWithUnknowns[] }) {
  if (drafts.length === 0) return null
  const count = drafts.reduce((sum, draft) => sum + draft.unknown, 0)
  const more = drafts.length - MAX_NAMED
  const record = drafts.every(({ sheet }) => sheet === 'products') ? 'product' : 'order'
  return (
    <div className="border-line border-b px-3.5 py-2.5">
      <Notice tone="warn">
        <p>{t('unconfirmed', { count, record })}</p>
        <p className="mt-0.5 flex flex-wrap gap-x-3">
          {drafts.slice(0, MAX_NAMED).map(draft => (
            <Link
              key={draft.id}
              href={`/${draft.sheet}/${draft.id}`}
              prefetch={false}
              className="flex min-w-0 max-w-72 gap-1 font-medium underline"
            >
              <span className="truncate">{draft.name}</span>{' '}
              <span>{t('unconfirmedCount', { count: draft.unknown })}</span>
            </Link>
          ))}
          {more > 0 && <span className="text-ink-2">{t('unconfirmedMore', { count: more })}</span>}
          <Link href="/unknown" className="font-medium underline">
            {getTranslations('unknown.notices')('link')}
          </Link>
        </p>
      </Notice>
    </div>
  )
}
