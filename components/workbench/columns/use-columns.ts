import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { OpenColumnMenu } from '@/components/workbench/source/words/column-headings'
import type { NamedView, SavedViews } from '@/lib/desk-api/drafts/column-views'
import type { Result } from '@/lib/desk-api/result'
import { failingColumns } from '@/lib/sheet/judge/failures/failure-index'
import type { ColumnLayout } from '@/lib/sheet/view/columns/column-layout'
import { ColumnView, relevantColumns } from '@/lib/sheet/view/columns/column-view'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import {
  keepLayout,
  newestViews,
  openingLayout,
  rememberViews,
  unsavedLayout,
  type ViewActions,
} from './saved-layout-memory'
import { showFilledColumns } from './show-filled-columns'
import { useLayoutSave } from './use-layout-save'

/** The columns of the sheet, the layouts that the operator keeps by name, and which menus of columns are open. */
export interface Columns {
  readonly view: ColumnView
  readonly named: readonly NamedView[]
  /** Keeps the current layout by a name. */
  keep(name: string): Promise<Result<null>>
  rename(name: string, next: string): Promise<Result<null>>
  drop(name: string): Promise<Result<null>>
  /** The column whose menu is open; null: none. */
  readonly menu: ColumnMenuPlace | null
  readonly openMenu: OpenColumnMenu
  closeMenu(): void
  /** Whether the panel of all columns is open. */
  readonly isPanelOpen: boolean
  setPanelOpen(isOpen: boolean): void
}

/** The column of a menu, and the element of its heading at which the menu opens. */
export interface ColumnMenuPlace {
  readonly id: string
  readonly at: Element
}

/** The columns as the operator left them. Changes are saved; the newest of several tabs counts. */
export function useColumns(workbook: Workbook, saved: SavedViews, actions: ViewActions): Columns {
  const sheetId = workbook.sheet.id
  const [opening] = useState(() => newestViews(sheetId, saved))
  const [named, setNamed] = useState(opening.named)
  const [view] = useState(() => {
    const find = () =>
      relevantColumns(
        workbook.sheet.columns,
        workbook.draft.lines.values(),
        failingColumnsOf(workbook).keys(),
      )
    return new ColumnView(workbook.sheet, openingLayout(opening), find, workbook.idColumn)
  })
  const idColumn = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.idColumn,
    () => undefined,
  )
  useLayoutEffect(() => view.setLeadingColumn(idColumn), [view, idColumn])
  const failures = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.failures.version,
    () => 0,
  )
  const { failing } = useMemo(
    () => ({ at: failures, failing: failingColumnsOf(workbook) }),
    [workbook, failures],
  )
  useEffect(() => view.noteFailing(failing), [view, failing])
  useEffect(() => showFilledColumns(workbook, view), [workbook, view])
  const [menu, setMenu] = useState<ColumnMenuPlace | null>(null)
  const openMenu = useCallback<OpenColumnMenu>((id, at) => setMenu({ id, at }), [])
  const [isPanelOpen, setPanelOpen] = useState(false)
  const latest = useRef(opening)
  const remember = useCallback(
    (change: Partial<SavedViews>) => {
      latest.current = { ...latest.current, ...change }
      rememberViews(sheetId, latest.current)
    },
    [sheetId],
  )
  const saveLayout = useCallback(
    (layout: ColumnLayout) => actions.saveLayout({ sheetId, layout }),
    [actions, sheetId],
  )
  const note = useCallback(
    (last: ColumnLayout, savedAt: string) => {
      remember({ last, ...(savedAt === '' ? {} : { savedAt }) })
      keepLayout(sheetId, latest.current, { layout: last, savedAt })
    },
    [remember, sheetId],
  )
  const [unsaved] = useState(() => unsavedLayout(sheetId, saved))
  useLayoutSave(view, unsaved, saveLayout, note)

  const layouts = useMemo(() => {
    const applyOnSuccess =
      (change: (before: readonly NamedView[]) => readonly NamedView[]) => (result: Result<null>) => {
        if (!result.ok) return result
        const next = change(latest.current.named).toSorted(byName)
        remember({ named: next })
        setNamed(next)
        return result
      }
    const withoutName = (all: readonly NamedView[], name: string) => all.filter(other => other.name !== name)
    return {
      view,
      named,
      keep: async (name: string) => {
        const { layout } = view
        const taken = applyOnSuccess(all => [...withoutName(all, name), { name, layout }])
        return taken(await actions.save({ sheetId, name, layout }))
      },
      rename: async (name: string, next: string) => {
        const taken = applyOnSuccess(all =>
          all.map(one => (one.name === name ? { ...one, name: next } : one)),
        )
        return taken(await actions.rename({ sheetId, name, next }))
      },
      drop: async (name: string) =>
        applyOnSuccess(all => withoutName(all, name))(await actions.delete({ sheetId, name })),
    }
  }, [view, named, actions, sheetId, remember])
  return { ...layouts, menu, openMenu, closeMenu: () => setMenu(null), isPanelOpen, setPanelOpen }
}

const failingColumnsOf = ({ failures, sheet, serverFacts }: Workbook) =>
  failingColumns(failures, sheet, serverFacts.fieldNames)

const byName = (a: NamedView, b: NamedView) => (a.name < b.name ? -1 : 1)
