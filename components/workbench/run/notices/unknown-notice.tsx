import Link from 'next/link'
import { useContext, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import { UNKNOWN_COUNT_EVENT } from './unknown-count-event'

interface Props {
  count: number
  /** Whether the notice of the run links to the unconfirmed orders already. */
  isLinkedByRun: boolean
}

/** A link to Unconfirmed, shown while orders of the sheet are unconfirmed. */
export function UnknownNotice({ count, isLinkedByRun }: Props) {
  const t = useTranslations('unknown.notices')
  const record = useContext(RecordTypeContext)
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(UNKNOWN_COUNT_EVENT, { detail: count }))
  }, [count])
  if (count === 0 || isLinkedByRun) return null
  return (
    <div className="px-3.5 py-2.5">
      <Notice tone="warn">
        {t('home', { count, record })}{' '}
        <Link href="/unknown" prefetch={false} className="font-medium underline">
          {t('link')}
        </Link>
      </Notice>
    </div>
  )
}
