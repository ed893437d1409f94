import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { MenuAct } from '@/components/ui/menu'
import type { CellAddress, LineId } from '@/lib/sheet/draft'
import {
  canTakeApart,
  type MergePlan,
  type MergeRefusal,
  mergeOrders,
  planMerge,
  splitOff,
  takeApart,
} from '@/lib/sheet/merge-orders'
import { type SameParcel, sameParcels } from '@/lib/sheet/same-parcel'
import type { Workbook } from '@/lib/sheet/workbook'
import { chosenLines } from './chosen-lines'
import type { SheetWords } from './grid-source'
import { MergeDialog } from './merge-dialog'
import { SameParcelDialog } from './same-parcel-dialog'

/** Orders into one parcel and back: acts for the menus, and the dialogs they open. */
export function useMerge(
  workbook: Workbook,
  grid: RefObject<GridHandle | null>,
  source: GridSource,
  words: SheetWords,
  announce: (sentence: string) => void,
): { acts: () => readonly MenuAct[]; dialog: ReactNode } {
  const t = useTranslations('mergeOrders')
  const [asked, setAsked] = useState<{ plan: MergePlan; lines: readonly LineId[] }>()
  const [parcels, setParcels] = useState<readonly SameParcel[]>()
  const isOpen = asked !== undefined || parcels !== undefined
  const wasOpen = useRef(false)
  useEffect(() => {
    // Once the dialog is gone: before that it keeps the focus to itself.
    if (wasOpen.current && !isOpen) grid.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen, grid])
  const at = (): CellAddress | null => grid.current?.selection.active ?? null
  const close = () => {
    setAsked(undefined)
    setParcels(undefined)
  }
  // A menu gives the focus back to its button; the sheet takes it after that.
  const goBack = () => requestAnimationFrame(() => grid.current?.focus())
  const refuse = (why: MergeRefusal) => announce(t(`refused.${why}`))
  const show = (lead: LineId | undefined) => {
    const line = lead === undefined ? undefined : workbook.index.orderOf(lead)?.lead
    const cell = line === undefined ? undefined : { line, column: workbook.sheet.key }
    if (cell) grid.current?.selection.moveTo(cell)
  }

  const ask = () => {
    grid.current?.commit()
    const lines = chosenLines(workbook, grid.current, source)
    const plan = planMerge(workbook, lines)
    if (typeof plan === 'string') refuse(plan)
    else setAsked({ plan, lines })
  }
  const merge = (number: string) => {
    if (!asked) return
    const refused = mergeOrders(workbook, [{ lines: asked.lines, number }], at())
    close()
    if (refused) return refuse(refused)
    announce(t('merged', { count: asked.plan.orders.length, number }))
    show(asked.plan.orders[0]?.lead)
  }
  const mergeAll = (chosen: readonly SameParcel[]) => {
    const merges = chosen.map(({ leads, numbers }) => ({
      lines: leads,
      number: numbers.find(number => number !== '') ?? '',
    }))
    const refused = mergeOrders(workbook, merges, at())
    close()
    if (refused) return refuse(refused)
    announce(
      t('mergedAll', {
        orders: chosen.reduce((sum, { leads }) => sum + leads.length, 0),
        parcels: chosen.length,
      }),
    )
    show(chosen[0]?.leads[0])
  }
  const apart = () => {
    const line = at()?.line
    if (line === undefined) return
    grid.current?.commit()
    const refused = takeApart(workbook, line, at())
    if (refused) return refuse(refused)
    announce(t('apart'))
    goBack()
  }
  const split = () => {
    grid.current?.commit()
    const lines = chosenLines(workbook, grid.current, source)
    const done = splitOff(workbook, lines, at())
    if (typeof done === 'string') return refuse(done)
    announce(t('split', { number: done.number }))
    show(lines[0])
    goBack()
  }

  return {
    acts: () => {
      if (workbook.sheet.noun !== 'order' || workbook.isReadOnly) return []
      const line = at()?.line
      return [
        { id: 'merge', label: t('open'), onSelect: ask },
        { id: 'same', label: t('openSame'), onSelect: () => setParcels(sameParcels(workbook)) },
        { id: 'split', label: t('openSplit'), onSelect: split },
        {
          id: 'apart',
          label: t('openApart'),
          disabled: line === undefined || !canTakeApart(workbook, line),
          onSelect: apart,
        },
      ]
    },
    dialog: (
      <>
        {asked && (
          <MergeDialog workbook={workbook} words={words} plan={asked.plan} onMerge={merge} onClose={close} />
        )}
        {parcels && (
          <SameParcelDialog
            parcels={parcels}
            nameOf={id => {
              const column = workbook.column(id)
              return column ? words.column(column).name : id
            }}
            onMerge={mergeAll}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
