import { useRef, useState } from 'react'
import type { Returned } from '@/lib/intake/return-read'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Intake } from './intake'
import { type Applied, applyReturn, type ReturnChoice } from './return-apply'
import { ReturnDialog } from './return-dialog'
import { ReturnElsewhere } from './return-elsewhere'
import { ReturnProgress } from './return-progress'
import { useReturnPlan } from './use-return-plan'

/** Milliseconds after which progress is shown. */
const SHOWN_AFTER = 100

interface Props {
  intake: Intake
  workbook: Workbook
  draftId: string
  nameOf: (column: string) => string
  sheetTitle: (sheet: SheetId) => string
  newId: () => LineId
  /** Where the operator stands. */
  at: () => CellAddress | null
  onApplied: (applied: Applied, name: string) => void
  /** Opens the draft that a file belongs to, with the file. */
  onOpen: (sheet: SheetId, draftId: string, file: File) => void
  /** Gives the keyboard back to the sheet. */
  onReturn: () => void
}

/** Asks what is to be done with a file that came back, while there is one. */
export function ReturnScreen(props: Props) {
  const { stage } = props.intake
  return stage?.at === 'returned' ? <CameBack {...props} file={stage.file} returned={stage.returned} /> : null
}

function CameBack({ file, returned, ...props }: Props & { file: File; returned: Returned }) {
  const { intake, workbook, draftId, nameOf, sheetTitle, newId, at, onApplied, onOpen, onReturn } = props
  const isOurs = isOf(returned, workbook, draftId)
  const plan = useReturnPlan(returned, workbook, isOurs)
  const [applied, setApplied] = useState<number>()
  const isOff = useRef(false)
  const isApplying = useRef(false)
  const close = () => {
    isOff.current = true
    intake.cancel()
    // A dialog gives the focus back to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  if (!isOurs) {
    const { sheet, draftId: other } = returned
    return (
      <ReturnElsewhere
        name={file.name}
        returned={returned}
        sheetTitle={sheetTitle}
        onOpen={
          other === undefined
            ? undefined
            : () => {
                intake.cancel()
                onOpen(sheet, other, file)
              }
        }
        onClose={close}
      />
    )
  }
  if (!plan || applied !== undefined)
    return <ReturnProgress name={file.name} done={applied} onCancel={close} />
  const apply = async (choice: ReturnChoice) => {
    const tell = (done: number) => {
      // What is quickly done needs no progress.
      if (performance.now() - since > SHOWN_AFTER) setApplied(Math.floor(done * 50) / 50)
    }
    const since = performance.now()
    // Whoever presses twice means it once.
    if (isApplying.current) return
    isApplying.current = true
    const made = await applyReturn(workbook, plan, choice, newId, at(), tell, () => isOff.current)
    if (!made) return
    close()
    onApplied(made, file.name)
  }
  return (
    <ReturnDialog
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

/** Whether a file went out from this draft; one that does not say it does where it has one of its lines. */
const isOf = ({ draftId: from, sheet, lines }: Returned, workbook: Workbook, draftId: string): boolean =>
  sheet === workbook.sheet.id &&
  (from === undefined
    ? lines.some(({ key }) => key !== undefined && workbook.draft.lines.has(key))
    : from === draftId)
