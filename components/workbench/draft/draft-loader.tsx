'use client'
import { useSearchParams } from 'next/navigation'
import { type ComponentProps, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { loadFonts } from '@/components/grid/paint/use-text-widths'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useIsNarrow } from '@/components/workbench/cards/use-is-narrow'
import { fetchInTime } from '@/components/workbench/requests/fetch-in-time'
import { fetchOutcomes, type OpeningOutcomes } from '@/components/workbench/run/fetch-outcomes'
import {
  findUnsavedNewDraft,
  type OpenedDraft,
  openedAs,
  openWithUnsaved,
  type StoredDraft,
} from '@/components/workbench/saving/journal/open'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import { Workbench } from '@/components/workbench/workbench'
import type { DraftPreview as Preview } from '@/lib/desk-api/drafts/draft-preview'
import { sheets } from '@/lib/sheet/schema/sheets'
import { DraftPreview } from './draft-preview'
import { DraftSkeleton } from './draft-skeleton'
import { useDraftAddress } from './use-draft-address'

interface Props extends Omit<ComponentProps<typeof Workbench>, 'opened' | 'first' | 'onStored'> {
  draftId: string
  /** The first lines of a large draft. */
  preview: Preview | undefined
}

/** The working screen of the draft that the address names. */
export function DraftLoader(props: Props) {
  const t = useTranslations('workbench')
  const { id, isOpen, onStored } = useDraftAddress(props)
  const connection = props.connections.find(one => one.id === props.initialConnection)
  return isOpen ? (
    <OpeningDraft key={id} {...props} draftId={id} onStored={onStored} />
  ) : (
    <DraftSkeleton name={props.name} message={t('loading.title')} connection={connection} />
  )
}

/**
 * Loads the lines of a draft and renders the workbench. They are read as JSON of their own: in the markup of the page
 * thousands of lines would be sent twice. Edits that a tab could not save before it ended are applied to them; of a new
 * draft that may be all. The outcomes of orders are read at the same time, so that the first status shown is true. Of a
 * large draft the first lines are shown meanwhile.
 */
function OpeningDraft({
  draftId,
  preview,
  ...props
}: Props & Pick<ComponentProps<typeof Workbench>, 'onStored'>) {
  const t = useTranslations('workbench')
  const { isNew, operatorId, sheetId, initialConnection } = props
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
  const isPreviewed = preview !== undefined && isHydrated && !isNarrow && !isLinked
  useEffect(() => loadFonts(t('loading.title')), [t])
  useEffect(() => {
    const stop = new AbortController()
    const open = async () => {
      const reading = isNew ? undefined : fetchOutcomes(draftId, connectionId, '', stop.signal)
      const place = isNew ? await findUnsavedNewDraft(operatorId, sheetId) : ([draftId, operatorId] as const)
      if (stop.signal.aborted) return
      const found = place
        ? await openWithUnsaved(place, () => fetchLines(place[0], stop.signal))
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

function fetchLines(draftId: string, signal: AbortSignal): Promise<StoredDraft> {
  return fetchInTime(
    `/drafts/${draftId}/lines`,
    { cache: 'no-store', signal },
    (response): Promise<StoredDraft> => {
      if (!response.ok) throw new Error(`The response to the lines of the draft was ${response.status}.`)
      return response.json()
    },
  )
}
