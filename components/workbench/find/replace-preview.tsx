import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { Replacement, ReplacePlan } from '@/lib/sheet/acts/find/find'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Changes that are listed; the rest are counted. */
const MAX_SHOWN = 50

interface Props {
  plan: ReplacePlan
  /** Called with all changes except those that the operator excluded. */
  onReplace: (changes: readonly Replacement[]) => void
  onClose: () => void
}

/** Shows what replacing everything would change, before it does. */
export function ReplacePreview({ plan, onReplace, onClose }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useTranslations('find.preview')
  const tWorkbench = useWorkbenchTranslations()
  const act = useRef<HTMLButtonElement>(null)
  const { changes, locked } = plan
  const firstLines = new Set(changes.map(({ line }) => workbook.index.firstLineOf(line)))
  const more = changes.length - MAX_SHOWN
  const [out, setOut] = useState<ReadonlySet<Replacement>>(new Set())
  const left = changes.length - out.size
  const toggle = (change: Replacement) => {
    const next = new Set(out)
    if (!next.delete(change)) next.add(change)
    setOut(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      initialFocus={act}
      title={t('title', { count: left, orders: tWorkbench('records', { count: firstLines.size }) })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            ref={act}
            variant="primary"
            disabled={left === 0}
            focusableWhenDisabled
            onClick={() => onReplace(changes.filter(change => !out.has(change)))}
          >
            {t('act')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {locked > 0 && <Notice tone="warn">{tWorkbench('announced.locked', { count: locked })}</Notice>}
        {changes.length > 0 && (
          <ul aria-label={t('changes')} className="divide-y divide-line-soft">
            {changes.slice(0, MAX_SHOWN).map(change => (
              <Change
                key={`${change.line} ${change.column}`}
                change={change}
                isOut={out.has(change)}
                onTurn={() => toggle(change)}
                number={numberOf(workbook, change)}
                column={columnName(workbook, words, change)}
              />
            ))}
          </ul>
        )}
        {more > 0 && <p className="text-ink-3">{t('more', { count: more })}</p>}
      </div>
    </Dialog>
  )
}

interface ChangeProps {
  change: Replacement
  number: string
  column: string
  /** Whether the operator excluded it: the cell stays as it is. */
  isOut: boolean
  onTurn: () => void
}

function Change({ change, number, column, isOut, onTurn }: ChangeProps) {
  const t = useTranslations('find.preview')
  const locale = useLocale()
  const { workbook } = useWorkbench()
  const shown = (text: string) => shownInFull(text, workbook.column(change.column), locale)
  return (
    <li>
      <label className="flex items-start gap-2.5 py-1.5">
        <input type="checkbox" checked={!isOut} onChange={onTurn} className="mt-0.5 accent-accent" />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-ink-3 text-xs">
            {number || '—'} · {column}
          </span>
          <span className="block break-words">
            <del className="whitespace-pre-wrap text-ink-2">{shown(change.before)}</del>
            <span aria-hidden="true" className="px-1.5 text-ink-3">
              →
            </span>
            <ins className="whitespace-pre-wrap font-medium no-underline">
              {shown(change.after) || t('blank')}
            </ins>
          </span>
        </span>
      </label>
    </li>
  )
}

function numberOf(workbook: Workbook, { line }: Replacement): string {
  return workbook.text({ line: workbook.index.firstLineOf(line) ?? line, column: workbook.sheet.key })
}

function columnName(workbook: Workbook, words: SheetWords, { column }: Replacement): string {
  const known = workbook.column(column)
  return known ? words.column(known).name : column
}
