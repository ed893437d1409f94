import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import { runSteps } from '@/components/import/yield-to-paint'
import { Button } from '@/components/ui/buttons/button'
import { ProgressBar } from '@/components/ui/feedback/progress-bar'
import { Dialog } from '@/components/ui/overlay/dialog'
import { planReimportSteps, type ReimportPlan } from '@/lib/import/roundtrip/plan'
import type { ReimportedFile } from '@/lib/import/roundtrip/read'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { type Applied, applyRoundTrip, type RoundTripChoice, roundTripDraft } from './apply'
import { RoundTripDialog } from './dialog'

/** An import that takes less than this, in milliseconds, shows no progress. */
const PROGRESS_DELAY_MS = 100

interface Props {
  importer: ImportController
  workbook: Workbook
  draftId: string
  nameOf: (column: string) => string
  sheetTitle: (sheet: SheetId) => string
  newId: () => LineId
  /** The active cell. */
  at: () => CellAddress | null
  onApplied: (applied: Applied, name: string) => void
  /** Opens the draft that a file belongs to, with the file. */
  onOpen: (sheet: SheetId, draftId: string, file: File) => void
  /** Returns the focus to the sheet. */
  onReturn: () => void
}

/** Asks what to do with a file that was downloaded from a draft and comes back. */
export function RoundTripScreen(props: Props) {
  const { stage } = props.importer
  if (stage.at !== 'returned') return null
  return <RoundTrip {...props} file={stage.active.file} returned={stage.returned} />
}

function RoundTrip({ file, returned, ...props }: Props & { file: File; returned: ReimportedFile }) {
  const { importer, workbook, draftId, nameOf, sheetTitle, newId, at, onApplied, onOpen, onReturn } = props
  const isOurs = belongsTo(returned, workbook, draftId)
  const plan = useRoundTripPlan(returned, workbook, isOurs)
  const [applied, setApplied] = useState<number>()
  const applying = useRef<AbortController>(undefined)
  const close = () => {
    applying.current?.abort()
    importer.cancel()
    // A closing dialog returns the focus to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  if (!isOurs) {
    const { sheet, draftId: other } = returned
    const open = (draft: string) => {
      importer.cancel()
      onOpen(sheet, draft, file)
    }
    return (
      <OtherDraftDialog
        name={file.name}
        returned={returned}
        sheetTitle={sheetTitle}
        onOpen={other === undefined ? undefined : () => open(other)}
        onClose={close}
      />
    )
  }
  if (!plan || applied !== undefined)
    return <ProgressDialog name={file.name} done={applied} onCancel={close} />
  const apply = async (choice: RoundTripChoice) => {
    // A second click has no effect.
    if (applying.current) return
    applying.current = new AbortController()
    const since = performance.now()
    const onProgress = (done: number) => {
      if (performance.now() - since > PROGRESS_DELAY_MS) setApplied(Math.floor(done * 50) / 50)
    }
    const { signal } = applying.current
    const result = await applyRoundTrip(workbook, plan, choice, { newId, at: at(), onProgress, signal })
    if (!result) return
    close()
    onApplied(result, file.name)
  }
  return (
    <RoundTripDialog
      name={file.name}
      plan={plan}
      returned={returned}
      workbook={workbook}
      nameOf={nameOf}
      onApply={apply}
      onClose={close}
    />
  )
}

/**
 * Whether a file was downloaded from this draft. A file that does not name its draft belongs to it by any of its lines.
 */
const belongsTo = (
  { draftId: from, sheet, lines }: ReimportedFile,
  workbook: Workbook,
  draftId: string,
): boolean =>
  sheet === workbook.sheet.id &&
  (from === undefined
    ? lines.some(({ key }) => key !== undefined && workbook.draft.lines.has(key))
    : from === draftId)

/**
 * Compares a returned file with the draft. A short file is compared before the first paint, a long one in chunks.
 * @returns undefined while it is compared
 */
function useRoundTripPlan(
  returned: ReimportedFile,
  workbook: Workbook,
  isOurs: boolean,
): ReimportPlan | undefined {
  const [plan, setPlan] = useState<ReimportPlan>()
  useLayoutEffect(() => {
    const cancelled = new AbortController()
    setPlan(undefined)
    if (isOurs) runSteps(planReimportSteps(returned, roundTripDraft(workbook)), cancelled.signal, setPlan)
    return () => cancelled.abort()
  }, [returned, workbook, isOurs])
  return plan
}

interface OtherDraftProps {
  name: string
  returned: ReimportedFile
  sheetTitle: (sheet: SheetId) => string
  /** Undefined where the draft is unknown. */
  onOpen: (() => void) | undefined
  onClose: () => void
}

/** Names the draft that a file belongs to, and offers to open it. The file is not compared with the open draft. */
function OtherDraftDialog({ name, returned, sheetTitle, onOpen, onClose }: OtherDraftProps) {
  const t = useTranslations('intake.roundTrip')
  const { draftName = '', sheet } = returned
  const names = { name, draft: draftName, sheet: sheetTitle(sheet) }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('elsewhere.title')}
      description={
        onOpen
          ? t(draftName === '' ? 'elsewhere.nameless' : 'elsewhere.body', names)
          : t('elsewhere.unknown', names)
      }
      actions={
        <>
          <Button onClick={onClose}>{t(onOpen ? 'cancel' : 'close')}</Button>
          {onOpen && (
            <Button variant="primary" onClick={onOpen}>
              {t('elsewhere.open')}
            </Button>
          )}
        </>
      }
    />
  )
}

interface ProgressProps {
  name: string
  /** From 0 to 1; undefined while the file is compared. */
  done: number | undefined
  onCancel: () => void
}

/** The progress of comparing or applying a large file, which can be cancelled. */
function ProgressDialog({ name, done, onCancel }: ProgressProps) {
  const t = useTranslations('intake.roundTrip')
  const text = t(done === undefined ? 'comparing' : 'applying')
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('title', { name })}
      description={text}
      actions={<Button onClick={onCancel}>{t('cancel')}</Button>}
    >
      <ProgressBar label={text} done={done} />
    </Dialog>
  )
}
