import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ColumnLayout } from '@/lib/sheet/column-layout'
import { matteringColumns } from '@/lib/sheet/column-matter'
import { ColumnView } from '@/lib/sheet/column-view'
import { failingColumns } from '@/lib/sheet/failing-columns'
import type { Workbook } from '@/lib/sheet/workbook'
import type { Answer } from './actions'
import {
  type NamedView,
  newestViews,
  openingLayout,
  rememberViews,
  type SavedViews,
  type ViewActions,
} from './saved-views'
import { useLayoutSave } from './use-layout-save'

/** The columns of the sheet that is open, and the layouts that the operator keeps by name. */
export interface Columns {
  readonly view: ColumnView
  readonly named: readonly NamedView[]
  /** Keeps the layout of now by a name. */
  keep(name: string): Promise<Answer<null>>
  rename(name: string, next: string): Promise<Answer<null>>
  drop(name: string): Promise<Answer<null>>
}

/**
 * The columns as the operator left them. What changes is saved; the newest of several tabs counts.
 */
export function useColumns(workbook: Workbook, saved: SavedViews, actions: ViewActions): Columns {
  const sheetId = workbook.sheet.id
  const { columns } = workbook.sheet
  const [opening] = useState(() => newestViews(sheetId, saved))
  const [named, setNamed] = useState(opening.named)
  const [view] = useState(() => {
    const find = () =>
      matteringColumns(
        columns,
        workbook.draft.lines.values(),
        failingColumns(workbook.failures, columns).keys(),
      )
    return new ColumnView(workbook.sheet, openingLayout(opening), find)
  })
  const failures = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.failures.version,
    () => 0,
  )
  const { failing } = useMemo(
    () => ({ at: failures, failing: failingColumns(workbook.failures, columns) }),
    [workbook, columns, failures],
  )
  useEffect(() => view.noteFailing(failing), [view, failing])
  const latest = useRef(opening)
  const remember = useCallback(
    (change: Partial<SavedViews>) => {
      latest.current = { ...latest.current, ...change }
      rememberViews(sheetId, latest.current)
    },
    [sheetId],
  )
  const leave = useCallback((layout: ColumnLayout) => actions.leave({ sheetId, layout }), [actions, sheetId])
  const note = useCallback(
    (last: ColumnLayout, leftAt: string) => remember({ last, ...(leftAt === '' ? {} : { leftAt }) }),
    [remember],
  )
  useLayoutSave(view, leave, note)

  return useMemo(() => {
    const answered =
      (change: (before: readonly NamedView[]) => readonly NamedView[]) => (answer: Answer<null>) => {
        if (!answer.ok) return answer
        const next = change(latest.current.named).toSorted(byName)
        remember({ named: next })
        setNamed(next)
        return answer
      }
    const without = (all: readonly NamedView[], name: string) => all.filter(other => other.name !== name)
    return {
      view,
      named,
      keep: async name => {
        const { layout } = view
        const taken = answered(all => [...without(all, name), { name, layout }])
        return taken(await actions.keep({ sheetId, name, layout }))
      },
      rename: async (name, next) => {
        const taken = answered(all => all.map(one => (one.name === name ? { ...one, name: next } : one)))
        return taken(await actions.rename({ sheetId, name, next }))
      },
      drop: async name => answered(all => without(all, name))(await actions.drop({ sheetId, name })),
    }
  }, [view, named, actions, sheetId, remember])
}

const byName = (a: NamedView, b: NamedView) => (a.name < b.name ? -1 : 1)
