import Link from 'next/link'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'

/** Told to the window when another number of orders of a draft is in doubt: the navigation counts them. */
export const UNKNOWN_NEWS = 'lading:unknown'

interface Props {
  count: number
  /** Whether another notice beside the sheet leads there already. */
  isTold: boolean
}

/** The way from a sheet to the inbox, while something of it is in doubt. */
export function UnknownNews({ count, isTold }: Props) {
  const say = useTranslations('unknown.news')
  useEffect(() => {
    window.dispatchEvent(new CustomEvent(UNKNOWN_NEWS, { detail: count }))
  }, [count])
  if (count === 0 || isTold) return null
  return (
    <div className="px-3.5 py-2.5">
      <Notice tone="warn">
        {say('home', { count })}{' '}
        <Link href="/unknown" prefetch={false} className="font-medium underline">
          {say('link')}
        </Link>
      </Notice>
    </div>
  )
}
