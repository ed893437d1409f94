import { useCallback, useState } from 'react'
import { useLocale } from 'use-intl'
import { noteJoinedOrders } from '@/components/workbench/source/acts/joined-orders'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { cellsOfGroup, failureAfter, type SetAllText, setAll } from '@/lib/sheet/acts/set-all'
import { joinSentences } from '@/lib/words/sentences/join'
import type { SetAllRequest } from './set-all-dialog'

/** Replaces the text of all cells of a group of failures or warnings, after the operator has seen what that changes. */
export function useSetAll() {
  const { workbook, words, goTo, announce } = useWorkbench()
  const t = useWorkbenchTranslations()
  const locale = useLocale()
  const [request, setRequest] = useState<SetAllRequest>()
  const ask = useCallback(
    (key: string, next: SetAllText) => {
      const group = workbook.listedGroup(key)
      const plan = group && cellsOfGroup(workbook, group)
      const column = plan && workbook.column(plan.column)
      if (!plan || !column) return
      const refusal = failureAfter(workbook, plan, next)
      const name = words.column(column).name
      setRequest({ plan, name, next, refusal: refusal && words.sentence(refusal) })
    },
    [workbook, words],
  )
  const close = useCallback(() => setRequest(undefined), [])
  const act = () => {
    if (!request) return
    const { plan, name, next } = request
    close()
    const first = plan.cells.find(({ line }) => workbook.draft.lines.has(line))
    // Before the sentence about the change, which is what the operator has to read.
    if (first) goTo({ line: first.line, column: plan.column })
    workbook.finishActs()
    const joinedMessage = noteJoinedOrders(workbook, words)
    const isLater = setAll(workbook, plan, next, ({ locked, changed }) => {
      const count = plan.cells.length - locked - changed
      const done =
        next.kind === 'firstRow'
          ? t('announced.usedFirst', { column: name, count })
          : next.text === ''
            ? t('announced.clearedAll', { column: name, count })
            : t('announced.setAll', { column: name, text: next.text, count })
      announce(
        joinSentences(locale, [
          count > 0 && done,
          locked > 0 && t('announced.locked', { count: locked }),
          changed > 0 && t('announced.cellsChanged', { count: changed }),
          joinedMessage(),
        ]),
      )
    })
    if (isLater) announce(t('announced.filling'))
  }
  return { request, ask, act, close }
}
