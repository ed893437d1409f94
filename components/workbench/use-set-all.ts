import { useCallback, useState } from 'react'
import type { CellAddress } from '@/lib/sheet/draft'
import { cellsOfGroup, refusalOf, setAll } from '@/lib/sheet/set-all'
import type { Workbook } from '@/lib/sheet/workbook'
import type { SheetWords } from './grid-source'
import type { AskedSetAll } from './set-all-dialog'
import type { Say } from './use-say'

/** Giving all cells of a group of failures one text: asked for, shown, and done. */
export function useSetAll(
  workbook: Workbook,
  words: SheetWords,
  goTo: (cell: CellAddress) => void,
  announce: (sentence: string) => void,
  t: Say,
) {
  const [asked, setAsked] = useState<AskedSetAll>()
  const ask = useCallback(
    (key: string, text: string) => {
      const group = workbook.failures.group(key)
      const plan = group && cellsOfGroup(workbook, group)
      const column = plan && workbook.column(plan.column)
      if (!plan || !column) return
      const refusal = refusalOf(workbook, plan, text)
      const name = words.column(column).name
      setAsked({ plan, name, text, refusal: refusal && words.sentence(refusal) })
    },
    [workbook, words],
  )
  const close = useCallback(() => setAsked(undefined), [])
  const act = () => {
    if (!asked) return
    const { plan, name, text } = asked
    const refused = setAll(workbook, plan, text)
    close()
    const [first] = plan.cells
    if (first) goTo({ line: first.line, column: plan.column })
    const done = t('said.setAll', { column: name, text, count: plan.cells.length - refused })
    announce(refused === 0 ? done : `${done} ${t('said.locked', { count: refused })}`)
  }
  return { asked, ask, act, close }
}
