'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Count } from '@/components/ui/text/count'
import { UNKNOWN_COUNT_EVENT } from '@/components/workbench/run/notices/unknown-count-event'

interface Props {
  /** The count when the server rendered this page, and the time of that. */
  rendered: { readonly count: number; readonly at: number }
}

/** How much is unknown, beside its page in the navigation. Nothing where all is known. */
export function UnknownCount({ rendered }: Props) {
  const t = useTranslations('desk')
  const here = usePathname()
  const [fetched, setFetched] = useState({ ...rendered, page: here })
  useEffect(() => {
    const stop = new AbortController()
    const readCount = async () => {
      const count = await fetchCount(stop.signal)
      if (count !== undefined) setFetched({ count, at: Date.now(), page: here })
    }
    const back = () => {
      if (document.visibilityState === 'visible') readCount()
    }
    readCount()
    document.addEventListener('visibilitychange', back)
    window.addEventListener(UNKNOWN_COUNT_EVENT, readCount)
    return () => {
      stop.abort()
      document.removeEventListener('visibilitychange', back)
      window.removeEventListener(UNKNOWN_COUNT_EVENT, readCount)
    }
  }, [here])
  const count = rendered.at > fetched.at ? rendered.count : fetched.count
  if (count === 0) return null
  return (
    <span className="ml-auto font-semibold text-warn">
      <span aria-hidden>
        <Count of={count} />
      </span>
      <span className="sr-only">{t('unknownCount', { count })}</span>
    </span>
  )
}

async function fetchCount(signal: AbortSignal): Promise<number | undefined> {
  try {
    const response = await fetch('/unknown/count', { cache: 'no-store', signal })
    return response.ok ? ((await response.json()) as { count: number }).count : undefined
  } catch {
    return undefined
  }
}
