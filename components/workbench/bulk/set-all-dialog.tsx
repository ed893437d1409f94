import { useRef } from 'react'
import { useLocale } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import { orderPlaceOf } from '@/components/workbench/errors/failure-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { CellNow, SetAll, SetAllText } from '@/lib/sheet/acts/set-all'
import { orderText } from '@/lib/sheet/orders/edits'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { joinSentences } from '@/lib/words/sentences/join'

/** A change of all texts of a group of failures, before it is written. */
export interface SetAllRequest {
  readonly plan: SetAll
  /** The column's name. */
  readonly name: string
  readonly next: SetAllText
  /** Why the desk would refuse the new text, too; undefined: it would accept it. */
  readonly refusal: string | undefined
}

interface Props {
  request: SetAllRequest
  onAct: () => void
  onClose: () => void
}

/** Cells that are listed; the rest are counted. */
const MAX_SHOWN = 8

/** Shows what the change would write. */
export function SetAllDialog({ request, onAct, onClose }: Props) {
  const { workbook } = useWorkbench()
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const act = useRef<HTMLButtonElement>(null)
  const { plan, name, next, refusal } = request
  const count = plan.cells.length
  const usesFirst = next.kind === 'firstRow'
  const clears = next.kind === 'text' && next.text === ''
  const title = usesFirst ? 'firstTitle' : clears ? 'clearTitle' : 'title'
  const shown = (one: string) => shownInFull(one, workbook.column(plan.column), locale)
  const more = count - MAX_SHOWN
  const nextText = ({ line }: CellNow): string =>
    next.kind === 'text' ? next.text : orderText(workbook.edits, line, plan.column)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`failures.set.${title}`, { column: name, count })}
      description={joinSentences(locale, [
        usesFirst && t('failures.set.firstHint'),
        !usesFirst && !clears && plan.distinct > 1 && t('failures.set.distinct', { distinct: plan.distinct }),
        refusal !== undefined && t('failures.set.refused', { why: refusal }),
      ])}
      initialFocus={act}
      actions={
        <>
          <Button onClick={onClose}>{t('failures.set.cancel')}</Button>
          <Button ref={act} variant="primary" onClick={onAct} disabled={count === 0} focusableWhenDisabled>
            {usesFirst
              ? t('failures.set.firstAct')
              : t(clears ? 'failures.clear' : 'failures.setAll', { count })}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-0.5 text-xs">
        {plan.cells.slice(0, MAX_SHOWN).map(cell => {
          const { number, item } = orderPlaceOf(workbook, cell.line, plan.column)
          return (
            <li key={cell.line} className="flex gap-2">
              <span className="flex min-w-0 flex-1 text-ink-3">
                <MiddleCut text={number || '—'} />
                {item !== undefined && (
                  <span className="shrink-0 whitespace-pre">{` · ${t('failures.item', { at: item })}`}</span>
                )}
              </span>
              <del className="max-w-36 truncate text-fail">{shown(cell.text) || t('failures.set.blank')}</del>
              <span aria-hidden>→</span>
              <ins className="max-w-36 truncate no-underline">
                {shown(nextText(cell)) || t('failures.set.blank')}
              </ins>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="pt-1 text-ink-3 text-xs">{t('failures.more', { count: more })}</p>}
    </Dialog>
  )
}
