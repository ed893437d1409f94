import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { CellNow, SetAll } from '@/lib/sheet/set-all'
import type { Workbook } from '@/lib/sheet/workbook'
import { useSay } from './use-say'

/** What an operator asks for: one text for all cells of a group of failures. */
export interface AskedSetAll {
  readonly plan: SetAll
  /** The column's name. */
  readonly name: string
  readonly text: string
  /** Why the desk would refuse the new text too; undefined: it would not. */
  readonly refusal: string | undefined
}

interface Props {
  workbook: Workbook
  asked: AskedSetAll
  onAct: () => void
  onClose: () => void
}

/** Cells that are shown of those that would change. */
const SHOWN = 8

/** What setting all cells of a group to one text would change, before it does. */
export function SetAllDialog({ workbook, asked, onAct, onClose }: Props) {
  const t = useSay()
  const act = useRef<HTMLButtonElement>(null)
  const { plan, name, text, refusal } = asked
  const count = plan.cells.length
  const more = count - SHOWN
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('failures.set.title', { column: name, count })}
      description={[
        plan.distinct > 1 && t('failures.set.distinct', { distinct: plan.distinct }),
        refusal !== undefined && t('failures.set.refused', { why: refusal }),
      ]
        .filter(Boolean)
        .join(' ')}
      initialFocus={act}
      actions={
        <>
          <Button onClick={onClose}>{t('failures.set.cancel')}</Button>
          <Button ref={act} variant="primary" onClick={onAct} disabled={count === 0} focusableWhenDisabled>
            {t('failures.setAll', { count })}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-0.5 text-xs">
        {plan.cells.slice(0, SHOWN).map(cell => (
          <li key={cell.line} className="flex gap-2">
            <span className="min-w-0 flex-1 truncate text-ink-3">{numberOf(workbook, cell)}</span>
            <del className="max-w-36 truncate text-fail">{cell.text || t('failures.set.blank')}</del>
            <span aria-hidden>→</span>
            <ins className="max-w-36 truncate no-underline">{text}</ins>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pt-1 text-ink-3 text-xs">{t('failures.more', { count: more })}</p>}
    </Dialog>
  )
}

function numberOf(workbook: Workbook, { line }: CellNow): string {
  const lead = workbook.index.orderOf(line)?.lead ?? line
  return workbook.text({ line: lead, column: workbook.sheet.key }) || '—'
}
