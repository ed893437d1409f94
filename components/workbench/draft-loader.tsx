'use client'
import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Line } from '@/lib/sheet/draft'
import { sheets } from '@/lib/sheet/sheets'
import { RecordNoun } from './use-say'
import { Workbench } from './workbench'

const none: readonly Line[] = []

/**
 * Brings a draft's lines to the workbench. They come as JSON of their own: in the page's markup thousands of lines
 * would travel twice.
 */
export function DraftLoader(props: Omit<ComponentProps<typeof Workbench>, 'lines'>) {
  const t = useTranslations('workbench')
  const [lines, setLines] = useState<readonly Line[] | null>(props.isNew ? none : null)
  const [failed, setFailed] = useState(false)
  const { draftId, isNew } = props
  useEffect(() => {
    if (isNew) return
    const stop = new AbortController()
    fetch(`/drafts/${draftId}/lines`, { cache: 'no-store', signal: stop.signal })
      .then(async response => (response.ok ? setLines((await response.json()).lines) : setFailed(true)))
      .catch(() => {
        if (!stop.signal.aborted) setFailed(true)
      })
    return () => stop.abort()
  }, [draftId, isNew])
  if (failed) return <p className="p-4 text-fail">{t('loading.failed')}</p>
  if (!lines) return <p className="p-4 text-ink-3">{t('loading.title')}</p>
  return (
    <RecordNoun value={sheets[props.sheetId].noun}>
      <Workbench {...props} lines={lines} />
    </RecordNoun>
  )
}
