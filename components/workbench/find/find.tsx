import {
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { GridSource } from '@/components/grid/source'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import { isCommand, useKeysKeptInMenus, useWindowKeys } from '@/components/workbench/keys/use-keys'
import { noteJoinedOrders } from '@/components/workbench/source/acts/joined-orders'
import { useWorkbenchTranslations } from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { type Replacement, type ReplacePlan, replaceCells } from '@/lib/sheet/acts/find/find'
import { codeNames } from '@/lib/sheet/schema/choices/shown-value'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { joinSentences } from '@/lib/words/sentences/join'
import { FindPanel } from './find-panel'
import { FindSession } from './find-session'
import { ReplacePreview } from './replace-preview'
import { searchSpaceOf } from './search-space'
import { useMatchHighlights } from './use-match-highlights'

/** Edits are followed after this long without another one, in milliseconds. */
const FOLLOW_DELAY_MS = 200

/** Opens the search from elsewhere on the screen. */
export interface FindHandle {
  open(): void
}

/** The browser searches the page by Ctrl with these letters, which has only the rows on the screen. */
const BROWSER_KEYS = ['f', 'g', 'h']

interface Props {
  ref?: Ref<FindHandle>
  /** The active cell. */
  at: CellAddress | null
}

/**
 * Find and replace, beside the sheet. Ctrl+F and Ctrl+H open it, F3 goes to the next hit wherever the focus is, Escape
 * returns to the active cell.
 */
export function Find({ ref, at }: Props) {
  const { workbook, source, words, grid, goTo, announce } = useWorkbench()
  const t = useTranslations('find')
  const tWorkbench = useWorkbenchTranslations()
  const [isOpen, setOpen] = useState(false)
  const [withReplace, setWithReplace] = useState(false)
  const [plan, setPlan] = useState<ReplacePlan>()
  const field = useRef<HTMLInputElement>(null)
  const session = useMemo(
    () =>
      new FindSession(
        workbook,
        () => columnsInOrder(workbook, source),
        id => {
          const column = workbook.column(id)
          return column && codeNames(source.help.display(column))
        },
      ),
    [workbook, source],
  )
  const state = useSyncExternalStore(
    session.subscribe,
    () => session.state,
    () => session.state,
  )

  // A selection counts once: when it has changed since the operator last came here from the sheet.
  const seen = useRef(-1)
  const arrive = () => {
    const { selection } = grid.current ?? {}
    const moved = selection !== undefined && selection.version !== seen.current
    seen.current = selection?.version ?? -1
    const columns = source.columns().map(column => column.id)
    session.arrive({
      column: at?.column,
      selection: moved ? searchSpaceOf(selection.ranges(), source.rows(), columns) : undefined,
    })
  }
  const open = (replacing: boolean) => {
    grid.current?.commit()
    if (!isOpen) arrive()
    // Synchronously: the next key must reach the field.
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
    grid.current?.focus()
  }
  /** @param done what was done before, to be said as well */
  const step = async (way: 1 | -1, done: readonly (string | false)[] = []) => {
    const say = (sentence: string) => announce(joinSentences(words.language, [...done, sentence]))
    if (state.query.text === '') return open(false)
    grid.current?.commit()
    const from = document.activeElement
    const there = await session.step(way, grid.current?.selection.active ?? at)
    if (!there) return say(t('none'))
    goTo(there.cell)
    // The focus stays where it was: in the search, or in the sheet.
    if (from instanceof HTMLElement && from.closest('search')) from.focus()
    say(t('went', { at: there.at, count: there.count, text: workbook.text(there.cell) }))
  }
  const replaceOne = async () => {
    const here = grid.current?.selection.active
    workbook.finishActs()
    const joinedMessage = noteJoinedOrders(workbook, words)
    const isReplaced = here && (await session.replaceAt(here))
    await step(1, isReplaced ? [t('replacedOne'), joinedMessage()] : [])
  }
  const askAll = async () => {
    const found = await session.plan()
    if (found && found.changes.length + found.locked > 0) setPlan(found)
    else announce(t('none'))
  }
  const replaceAll = (changes: readonly Replacement[], locked: number) => {
    setPlan(undefined)
    workbook.finishActs()
    const joinedMessage = noteJoinedOrders(workbook, words)
    const { done } = replaceCells(workbook, changes, changes[0] ?? null)
    announce(
      joinSentences(words.language, [
        t('replaced', { count: done }),
        locked > 0 && tWorkbench('announced.locked', { count: locked }),
        joinedMessage(),
      ]),
    )
    session.search()
  }

  useImperativeHandle(ref, () => ({ open: () => open(false) }))
  useWindowKeys(event => {
    const key = letterOf(event)
    if (key === 'f3' && !event.ctrlKey && !event.altKey) step(event.shiftKey ? -1 : 1)
    else if (isCommand(event) && key === 'f') open(false)
    else if (isCommand(event) && key === 'h') open(true)
    else return false
    return true
  })

  // While the operator is in the search, what changes the sheet is an undo, or an edit of others.
  useEffect(() => {
    if (!isOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = workbook.subscribe(() => {
      if (!field.current?.closest('search')?.contains(document.activeElement)) return
      clearTimeout(timer)
      timer = setTimeout(() => session.followEdits(), FOLLOW_DELAY_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOpen, workbook, session])

  useKeysKeptInMenus(BROWSER_KEYS)
  useMatchHighlights(isOpen ? state.hits : undefined, state.query)
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
        <ReplacePreview
          plan={plan}
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
