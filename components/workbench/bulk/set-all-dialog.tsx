import { useRef } from 'react'
import { useLocale } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { orderPlaceOf } from '@/components/workbench/errors/failure-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellNow, SetAll } from '@/lib/sheet/acts/set-all'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { joinSentences } from '@/lib/words/join'

/** One text for all cells of a group of failures, before it is written. */
export interface SetAllRequest {
  readonly plan: SetAll
  /** The column's name. */
  readonly name: string
  readonly text: string
  /** Why the desk would refuse the new text, too; undefined: it would not. */
  readonly refusal: string | undefined
}

interface Props {
  asked: SetAllRequest
  onAct: () => void
  onClose: () => void
}

/** Cells that are listed; the rest are counted. */
const MAX_SHOWN = 8

/** Shows what one text for all cells of a group would change. */
export function SetAllDialog({ asked, onAct, onClose }: Props) {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const act = useRef<HTMLButtonElement>(null)
  const { plan, name, text, refusal } = asked
  const count = plan.cells.length
  const shown = (one: string) => shownInFull(one, workbook.column(plan.column), locale)
  const more = count - MAX_SHOWN
  const placeOf = ({ line }: CellNow): string => {
    const { number, item } = orderPlaceOf(workbook, line, plan.column)
    return (number || '—') + (item === undefined ? '' : ` · ${t('failures.item', { at: item })}`)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('failures.set.title', { column: name, count })}
      description={joinSentences(locale, [
        plan.distinct > 1 && t('failures.set.distinct', { distinct: plan.distinct }),
        refusal !== undefined && t('failures.set.refused', { why: refusal }),
      ])}
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
        {plan.cells.slice(0, MAX_SHOWN).map(cell => (
          <li key={cell.line} className="flex gap-2">
            <span className="min-w-0 flex-1 truncate text-ink-3">{placeOf(cell)}</span>
            <del className="max-w-36 truncate text-fail">{shown(cell.text) || t('failures.set.blank')}</del>
            <span aria-hidden>→</span>
            <ins className="max-w-36 truncate no-underline">{shown(text)}</ins>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="pt-1 text-ink-3 text-xs">{t('failures.more', { count: more })}</p>}
    </Dialog>
  )
}
