'use client'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ComponentProps, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { loadFonts } from '@/components/grid/paint/use-text-widths'
import { useHydrated } from '@/components/ui/use-hydrated'
import type { DraftPreview as Preview } from '@/lib/desk-api/drafts/draft-preview'
import { sheets } from '@/lib/sheet/schema/sheets'
import { useIsNarrow } from './cards/use-is-narrow'
import { DraftPreview } from './draft-preview'
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
  /** The first lines of a large draft. */
  preview: Preview | undefined
}

/**
 * Loads the lines of a draft and renders the workbench. They are read as JSON of their own: in the markup of the page
 * thousands of lines would be sent twice. Edits that a tab could not save before it ended are applied to them; of a new
 * draft that may be all. The outcomes of orders are read at the same time, so that the first status shown is true. Of a large draft
 * the first lines are shown meanwhile.
 */
export function DraftLoader({ draftId: id, preview, ...props }: Props) {
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
  const connection = props.connections.find(one => one.id === connectionId)
  const isHydrated = useHydrated()
  const isNarrow = useIsNarrow()
  // A link to a line opens the sheet elsewhere, and phones show cards.
  const isLinked = useSearchParams().has('line')
  // A new draft gets its address when it is saved first. If the browser goes back to that address, the router renders the
  // page of the new draft again, without what was saved since.
  const router = useRouter()
  const path = usePathname()
  const [isOutdated] = useState(path !== `/${sheetId}/${isNew ? 'new' : draftId}`)
  useEffect(() => {
    if (isOutdated) router.replace(path)
  }, [isOutdated, path, router])
  const isPreviewed = preview !== undefined && isHydrated && !isNarrow && !isLinked
  useEffect(() => loadFonts(t('loading.title')), [t])
  useEffect(() => {
    if (isOutdated) return
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
  }, [connectionId, draftId, isNew, isOutdated, operatorId, sheetId])
  if (failed) return <p className="p-4 text-fail">{t('loading.failed')}</p>
  return (
    <RecordTypeContext value={sheets[sheetId].recordType}>
      {loaded ? (
        <Workbench key={loaded.opened.draftId} {...props} opened={loaded.opened} first={loaded.first} />
      ) : (
        <DraftSkeleton name={props.name} message={t('loading.title')} connection={connection}>
          {isPreviewed && (
            <DraftPreview sheetId={sheetId} preview={preview} views={props.views} connection={connection} />
          )}
        </DraftSkeleton>
      )}
    </RecordTypeContext>
  )
}

async function fetchLines(draftId: string, signal: AbortSignal): Promise<StoredDraft> {
  const response = await fetch(`/drafts/${draftId}/lines`, { cache: 'no-store', signal })
  if (!response.ok) throw new Error(`The response to the lines of the draft was ${response.status}.`)
  return response.json()
}
