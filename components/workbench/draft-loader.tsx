'use client'
import { type ComponentProps, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { loadFonts } from '@/components/grid/paint/use-text-widths'
import { sheets } from '@/lib/sheet/schema/sheets'
import { DraftSkeleton } from './draft-skeleton'
import { fetchOutcomes, type OpeningOutcomes } from './run/fetch-outcomes'
import {
  findUnsavedNewDraft,
  type OpenedDraft,
  openedAs,
  openWithUnsaved,
  type StoredDraft,
} from './saving/journal/open'
import { RecordTypeContext } from './use-workbench-translations'
import { Workbench } from './workbench'

interface Props extends Omit<ComponentProps<typeof Workbench>, 'opened' | 'first'> {
  draftId: string
}

/**
 * Loads the lines of a draft and renders the workbench. They are read as JSON of their own: in the markup of the page
 * thousands of lines would be sent twice. Edits that a tab could not save before it ended are applied to them; of a new
 * draft that may be all. The outcomes of orders are read at the same time, so that the first status shown is true.
 */
export function DraftLoader({ draftId: id, ...props }: Props) {
  const t = useTranslations('workbench')
  const { isNew, operatorId, sheetId, initialConnection } = props
  // A new draft keeps its id: the server gives it another one each time that it renders the page.
  const [draftId] = useState(id)
  const [loaded, setLoaded] = useState<{ opened: OpenedDraft; first: OpeningOutcomes | undefined } | null>(
    null,
  )
  // The page may be rendered again with another connection; the open sheet follows the live channel instead.
  const [connectionId] = useState(initialConnection)
  const [failed, setFailed] = useState(false)
  useEffect(() => loadFonts(t('loading.title')), [t])
  useEffect(() => {
    const stop = new AbortController()
    const open = async () => {
      const reading = isNew ? undefined : fetchOutcomes(draftId, connectionId, '', stop.signal)
      const place = isNew ? await findUnsavedNewDraft(operatorId, sheetId) : ([draftId, operatorId] as const)
      if (stop.signal.aborted) return
      const found = place
        ? await openWithUnsaved(place, fetchLines(place[0], stop.signal))
        : openedAs(draftId, { revision: 0, lines: [] })
      const outcomes = await reading
      if (stop.signal.aborted) return
      // Synchronously, with the effects: as soon as the sheet is visible it must take keys.
      flushSync(() => setLoaded({ opened: found, first: outcomes && { connectionId, outcomes } }))
    }
    open().catch(() => {
      if (!stop.signal.aborted) setFailed(true)
    })
    return () => stop.abort()
  }, [connectionId, draftId, isNew, operatorId, sheetId])
  if (failed) return <p className="p-4 text-fail">{t('loading.failed')}</p>
  if (!loaded) return <DraftSkeleton name={props.name} message={t('loading.title')} />
  return (
    <RecordTypeContext value={sheets[sheetId].recordType}>
      <Workbench key={loaded.opened.draftId} {...props} opened={loaded.opened} first={loaded.first} />
    </RecordTypeContext>
  )
}

async function fetchLines(draftId: string, signal: AbortSignal): Promise<StoredDraft> {
  const response = await fetch(`/drafts/${draftId}/lines`, { cache: 'no-store', signal })
  if (!response.ok) throw new Error(`The lines of the draft were answered with ${response.status}.`)
  return response.json()
}
