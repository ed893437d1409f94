'use client'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { openFonts } from '@/components/grid/use-text-widths'
import { sheets } from '@/lib/sheet/sheets'
import { DraftSkeleton } from './draft-skeleton'
import { findUnheardOf, type Opened, openedAs, openWith, type Stored } from './journal-open'
import { type FirstNews, fetchNews } from './news'
import { lastUsed } from './use-connection'
import { RecordNoun } from './use-say'
import { Workbench } from './workbench'

interface Props extends Omit<ComponentProps<typeof Workbench>, 'opened' | 'first'> {
  draftId: string
}

/**
 * Brings a draft's lines to the workbench. They come as JSON of their own: in the page's markup thousands of lines
 * would travel twice. A new draft waits for the browser as well: no tool is shown before it answers. What a tab could
 * not save before it ended is put onto them; of a new draft that may be all. What is known of the orders comes beside
 * the lines, so that the first thing to be seen of an order is true.
 */
export function DraftLoader({ draftId, ...props }: Props) {
  const t = useTranslations('workbench')
  const { isNew, operatorId, sheetId, connections, initialConnection } = props
  const [loaded, setLoaded] = useState<{ opened: Opened; first: FirstNews | undefined } | null>(null)
  const choices = useRef({ connections, initialConnection })
  choices.current = { connections, initialConnection }
  const [failed, setFailed] = useState(false)
  useEffect(() => openFonts(t('loading.title')), [t])
  useEffect(() => {
    const stop = new AbortController()
    const open = async () => {
      const connectionId = lastUsed(choices.current.connections, choices.current.initialConnection)
      const hearing = isNew ? undefined : fetchNews(draftId, connectionId, '', stop.signal)
      const place = isNew ? await findUnheardOf(operatorId, sheetId) : ([draftId, operatorId] as const)
      if (stop.signal.aborted) return
      const found = place
        ? await openWith(place, fetchLines(place[0], stop.signal))
        : openedAs(draftId, { revision: 0, lines: [] })
      const news = await hearing
      if (stop.signal.aborted) return
      // At once, effects and all: who sees the sheet may type, and no key is lost.
      flushSync(() => setLoaded({ opened: found, first: news && { connectionId, news } }))
    }
    open().catch(() => {
      if (!stop.signal.aborted) setFailed(true)
    })
    return () => stop.abort()
  }, [draftId, isNew, operatorId, sheetId])
  if (failed) return <p className="p-4 text-fail">{t('loading.failed')}</p>
  if (!loaded) return <DraftSkeleton name={props.name} said={t('loading.title')} />
  return (
    <RecordNoun value={sheets[sheetId].noun}>
      <Workbench key={loaded.opened.draftId} {...props} opened={loaded.opened} first={loaded.first} />
    </RecordNoun>
  )
}

async function fetchLines(draftId: string, signal: AbortSignal): Promise<Stored> {
  const response = await fetch(`/drafts/${draftId}/lines`, { cache: 'no-store', signal })
  if (!response.ok) throw new Error(`The lines of the draft were answered with ${response.status}.`)
  return response.json()
}
