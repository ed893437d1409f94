import { useMemo } from 'react'
import { planReturn } from '@/lib/intake/return-plan'
import type { Returned } from '@/lib/intake/return-read'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Intake } from './intake'
import { type Applied, applyReturn, returnDraft } from './return-apply'
import { ReturnDialog } from './return-dialog'
import { ReturnElsewhere } from './return-elsewhere'

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
  const plan = useMemo(
    () => (isOurs ? planReturn(returned, returnDraft(workbook)) : undefined),
    [returned, workbook, isOurs],
  )
  const close = () => {
    intake.cancel()
    // A dialog gives the focus back to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  if (!plan) {
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
  return (
    <ReturnDialog
      name={file.name}
      plan={plan}
      returned={returned}
      workbook={workbook}
      nameOf={nameOf}
      onApply={choice => {
        const applied = applyReturn(workbook, plan, choice, newId, at())
        close()
        onApplied(applied, file.name)
      }}
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
