import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConflictNotice } from '@/lib/desk-api/drafts/changes'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { joinClauses, joinSentences, listOf } from '@/lib/words/sentences/join'
import { type OverwrittenCell, overwrittenCells, restoreCells } from './overwritten-cells'
import { useParticipantName } from './use-participant-names'

interface Props {
  notices: readonly ConflictNotice[]
  /** The operator has read the notices. */
  onDone: () => void
}

/** Cells that are named; the others are counted. */
const MAX_NAMED = 2

/**
 * Lists texts of the operator that others overwrote, and offers to restore them. It is below the sheet, where
 * it moves nothing.
 */
export function OverwrittenNotice({ notices, onDone }: Props) {
  const { workbook, words, goTo, announce } = useWorkbench()
  const t = useTranslations('together.conflicts')
  const nameOf = useParticipantName()
  const locale = useLocale()
  if (notices.length === 0) return null
  const names = (some: readonly ConflictNotice[]) =>
    listOf(locale, [...new Set(some.map(({ by }) => nameOf(by)))], 'conjunction')
  const of = (kind: ConflictNotice['kind']) => notices.filter(one => one.kind === kind)
  const cells = overwrittenCells(workbook, notices)
  const place = ({ line, column, text }: OverwrittenCell) => {
    const known = workbook.column(column)
    return t('place', {
      text: text === '' ? t('blank') : t('quoted', { text: shownInFull(text, known, locale).slice(0, 40) }),
      column: known ? words.column(known).name : column,
      line: (workbook.index.positionOf(line) ?? 0) + 1,
    })
  }
  const places = joinClauses(locale, [
    ...cells.slice(0, MAX_NAMED).map(place),
    ...(cells.length > MAX_NAMED ? [t('more', { count: cells.length - MAX_NAMED })] : []),
  ])
  const message = joinSentences(locale, [
    cells.length > 0 && t('replaced', { count: cells.length, names: names(of('replaced')), places }),
    of('revived').length > 0 && t('revived', { count: of('revived').length, names: names(of('revived')) }),
    of('kept').length > 0 && t('kept', { count: of('kept').length, names: names(of('kept')) }),
  ])
  if (message === '') return null
  const [first] = [...cells, ...notices.map(({ line }) => ({ line, column: workbook.sheet.key }))]
  return (
    <div role="alert" className="shrink-0 border-line border-t px-3.5 py-2">
      <Notice tone="warn">
        <div className="-my-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 flex-1 basis-80">{message}</p>
          {first && (
            <Button size="small" onClick={() => goTo({ line: first.line, column: first.column })}>
              {t('show')}
            </Button>
          )}
          {cells.length > 0 && (
            <Button
              size="small"
              onClick={() => {
                announce(t('putBackDone', { count: restoreCells(workbook, cells) }))
                onDone()
              }}
            >
              {t('putBack')}
            </Button>
          )}
          <Button size="small" onClick={onDone}>
            {t('leave')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
