import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { columnNames } from '@/components/workbench/source/words/sheet-words'
import { useWorkbench } from '@/components/workbench/workbench-context'
import {
  canUnmerge,
  type MergePlan,
  type MergeRefusal,
  mergeOrders,
  planMerge,
  splitOff,
  unmerge,
} from '@/lib/sheet/acts/merge-orders'
import { type SameParcel, sameParcels } from '@/lib/sheet/acts/same-parcel'
import type { CellAddress, LineId } from '@/lib/sheet/schema/line'
import { MergeDialog } from './merge-dialog'
import { SameParcelDialog } from './same-parcel-dialog'
import { selectedLines } from './selected-lines'

/** Merges orders into one parcel and splits them again: acts for menus, and their dialogs. */
export function useMerge(): { acts: () => readonly MenuAct[]; dialog: ReactNode } {
  const t = useTranslations('mergeOrders')
  const { workbook, grid, source, words, announce } = useWorkbench()
  const [question, setQuestion] = useState<{ plan: MergePlan; lines: readonly LineId[] }>()
  const [parcels, setParcels] = useState<readonly SameParcel[]>()
  const at = (): CellAddress | null => grid.current?.selection.active ?? null
  const close = () => {
    setQuestion(undefined)
    setParcels(undefined)
  }
  // A menu returns the focus to its button; the grid takes it after that.
  const goBack = () => requestAnimationFrame(() => grid.current?.focus())
  const refuse = (why: MergeRefusal) => announce(t(`refused.${why}`))
  const show = (firstLine: LineId | undefined) => {
    const line = firstLine === undefined ? undefined : workbook.index.orderOf(firstLine)?.firstLine
    const cell = line === undefined ? undefined : { line, column: workbook.sheet.key }
    if (cell) grid.current?.selection.moveTo(cell)
  }

  const ask = () => {
    grid.current?.commit()
    const lines = selectedLines(workbook, grid.current, source)
    const plan = planMerge(workbook, lines)
    if (typeof plan === 'string') refuse(plan)
    else setQuestion({ plan, lines })
  }
  const merge = (number: string) => {
    if (!question) return
    const refused = mergeOrders(workbook, [{ lines: question.lines, number }], at())
    close()
    if (refused) return refuse(refused)
    announce(t('merged', { count: question.plan.orders.length, number: number || 'none' }))
    show(question.plan.orders[0]?.firstLine)
  }
  const mergeAll = (chosen: readonly SameParcel[]) => {
    const merges = chosen.map(({ firstLines, numbers }) => ({
      lines: firstLines,
      number: numbers.find(number => number !== '') ?? '',
    }))
    const refused = mergeOrders(workbook, merges, at())
    close()
    if (refused) return refuse(refused)
    announce(
      t('mergedAll', {
        orders: chosen.reduce((sum, { firstLines }) => sum + firstLines.length, 0),
        parcels: chosen.length,
      }),
    )
    show(chosen[0]?.firstLines[0])
  }
  const unmergeOrder = () => {
    const line = at()?.line
    if (line === undefined) return
    grid.current?.commit()
    const refused = unmerge(workbook, line, at())
    if (refused) return refuse(refused)
    announce(t('unmerged'))
    goBack()
  }
  const split = () => {
    grid.current?.commit()
    const lines = selectedLines(workbook, grid.current, source)
    const done = splitOff(workbook, lines, at())
    if (typeof done === 'string') return refuse(done)
    announce(t('split', { number: done.number }))
    show(lines[0])
    goBack()
  }

  return {
    acts: () => {
      if (workbook.sheet.recordType !== 'order' || workbook.isReadOnly) return []
      const line = at()?.line
      return [
        { id: 'merge', label: t('open'), onSelect: ask },
        { id: 'same', label: t('openSame'), onSelect: () => setParcels(sameParcels(workbook)) },
        { id: 'split', label: t('openSplit'), onSelect: split },
        {
          id: 'unmerge',
          label: t('openUnmerge'),
          disabled: line === undefined || !canUnmerge(workbook, line),
          onSelect: unmergeOrder,
        },
      ]
    },
    dialog: (
      <>
        {question && <MergeDialog plan={question.plan} onMerge={merge} onClose={close} />}
        {parcels && (
          <SameParcelDialog
            parcels={parcels}
            nameOf={columnNames(workbook, words)}
            onMerge={mergeAll}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
