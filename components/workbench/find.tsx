import { type Ref, useImperativeHandle, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/grid'
import type { GridSource } from '@/components/grid/source'
import type { CellAddress } from '@/lib/sheet/draft'
import { type Replacement, type ReplacePlan, replaceCells } from '@/lib/sheet/find'
import type { Workbook } from '@/lib/sheet/workbook'
import { FindPanel } from './find-panel'
import { FindPreview } from './find-preview'
import { FindSession } from './find-session'
import { spaceOf } from './find-space'
import type { SheetWords } from './grid-source'
import { useSay } from './use-say'
import { isCommand, useWindowKeys } from './use-window-keys'

/** What other tools may ask of it. */
export interface FindHandle {
  open(): void
}

interface Props {
  ref?: Ref<FindHandle>
  workbook: Workbook
  source: GridSource
  words: SheetWords
  grid: GridHandle | null
  /** Where the operator stands. */
  at: CellAddress | null
  /** Goes to a cell, also when a filter or a hidden column keeps it from view. */
  goTo: (cell: CellAddress) => void
  announce: (sentence: string) => void
}

/**
 * Find and replace, beside the sheet: it covers no cell and moves none. Ctrl+F and Ctrl+H open it, F3 goes on
 * wherever the focus is, Escape returns to the sheet where one stands.
 */
export function Find({ ref, workbook, source, words, grid, at, goTo, announce }: Props) {
  const t = useTranslations('find')
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const [withReplace, setWithReplace] = useState(false)
  const [plan, setPlan] = useState<ReplacePlan>()
  const field = useRef<HTMLInputElement>(null)
  const session = useMemo(
    () => new FindSession(workbook, () => columnsInOrder(workbook, source)),
    [workbook, source],
  )
  const state = useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.state,
  )

  // What was selected when the operator last came is meant no more than what is asked since.
  const seen = useRef(-1)
  const arrive = () => {
    const moved = grid !== null && grid.selection.version !== seen.current
    seen.current = grid?.selection.version ?? -1
    const columns = source.columns().map(column => column.id)
    session.arrive({
      column: at?.column,
      selection: moved ? spaceOf(grid.selection.ranges(), source.rows(), columns) : undefined,
    })
  }
  const open = (replacing: boolean) => {
    grid?.commit()
    if (!isOpen) arrive()
    // At once: the next key that is struck belongs to the field.
    flushSync(() => {
      setOpen(true)
      if (replacing) setWithReplace(true)
    })
    field.current?.select()
  }
  const close = () => {
    setOpen(false)
    seen.current = -1
    session.leave()
    grid?.focus()
  }
  const step = async (way: 1 | -1) => {
    if (state.sought.text === '') return open(false)
    grid?.commit()
    const from = document.activeElement
    const there = await session.step(way, grid?.selection.active ?? at)
    if (!there) return announce(t('none'))
    goTo(there.cell)
    // Whoever types what to find goes on typing; whoever is in the sheet stays there.
    if (from instanceof HTMLElement && from.closest('search')) from.focus()
    announce(t('went', { at: there.at, count: there.count, text: workbook.text(there.cell) }))
  }
  const replaceOne = async () => {
    const here = grid?.selection.active
    if (here && (await session.replaceAt(here))) announce(t('replacedOne'))
    await step(1)
  }
  const askAll = async () => {
    const found = await session.plan()
    if (found && found.changes.length + found.locked > 0) setPlan(found)
    else announce(t('none'))
  }
  const replaceAll = (changes: readonly Replacement[], locked: number) => {
    setPlan(undefined)
    const { done } = replaceCells(workbook, changes, changes[0] ?? null)
    announce(
      [t('replaced', { count: done }), locked > 0 && say('said.locked', { count: locked })]
        .filter(Boolean)
        .join(' '),
    )
    session.search()
  }

  useImperativeHandle(ref, () => ({ open: () => open(false) }))
  useWindowKeys(event => {
    const key = event.key.toLowerCase()
    if (key === 'f3' && !event.ctrlKey && !event.altKey) step(event.shiftKey ? -1 : 1)
    else if (isCommand(event) && key === 'f') open(false)
    else if (isCommand(event) && key === 'h') open(true)
    else return false
    return true
  })

  if (!isOpen) return null
  const column = workbook.column(at?.column ?? '')
  return (
    <>
      <FindPanel
        field={field}
        session={session}
        state={state}
        at={at}
        column={column ? words.column(column).name : ''}
        withReplace={withReplace}
        onReplace={setWithReplace}
        onArrive={arrive}
        onStep={step}
        onReplaceOne={replaceOne}
        onReplaceAll={askAll}
        onClose={close}
      />
      {plan && (
        <FindPreview
          plan={plan}
          workbook={workbook}
          words={words}
          onReplace={changes => replaceAll(changes, plan.locked)}
          onClose={() => setPlan(undefined)}
        />
      )}
    </>
  )
}

/** Ids of all columns: those on the screen in its order, then those that are hidden. */
function columnsInOrder(workbook: Workbook, source: GridSource): string[] {
  const all = [...source.columns(), ...workbook.sheet.columns].map(column => column.id)
  return [...new Set(all)]
}
