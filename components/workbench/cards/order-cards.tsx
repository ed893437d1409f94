import { ChevronLeft, ChevronRight, Search } from 'lucide-react'
import {
  type ReactNode,
  type Ref,
  startTransition,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import type { GridHandle } from '@/components/grid/handle'
import { useSelection } from '@/components/grid/select/use-selection'
import { IconButton } from '@/components/ui/buttons/icon-button'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import { useWorkbench, useWorkbookVersion } from '@/components/workbench/workbench-context'
import type { CellAddress } from '@/lib/sheet/schema/line'
import { OrderCard } from './order-card'
import { pageOf, recordsInView } from './record-order'

/** Records of one page: few enough to be rendered at once on a phone, however many the draft has. */
const PAGE_SIZE = 50

interface Props {
  ref: Ref<GridHandle>
  label: string
  /** Called with the active cell whenever it changes. */
  onMove: (cell: CellAddress | null) => void
  /** Opens the form at the active cell. */
  onOpen: () => void
  /** Opens the dialog that goes to a record. */
  onGoTo: () => void
  /** What is shown while the sheet is empty. */
  empty: ReactNode
}

/**
 * The sheet on a narrow screen: its records as cards, page by page. It is the same sheet in the same order, and takes
 * the place of the grid behind the grid's handle: whatever goes to a cell opens the form there.
 */
export function OrderCards({ ref, label, onMove, onOpen, onGoTo, empty }: Props) {
  const { workbook, source } = useWorkbench()
  const t = useWorkbenchTranslations()
  const tGoTo = useTranslations('goTo')
  const record = useContext(RecordTypeContext)
  const version = useWorkbookVersion()
  // Orders are judged, and cells written, without a change of the workbook as a whole.
  useSyncExternalStore(
    workbook.subscribeLines,
    () => workbook.linesVersion,
    () => 0,
  )
  const selection = useSelection(source)
  const move = useSyncExternalStore(
    selection.subscribe,
    () => selection.version,
    () => 0,
  )
  useEffect(() => source.subscribe(selection.refresh), [source, selection])
  const { records } = useMemo(() => ({ version, records: recordsInView(workbook) }), [workbook, version])
  const { active } = selection
  const activeRecord = active ? workbook.index.orderOf(active.line)?.firstLine : undefined
  const [page, setPage] = useState(0)
  const last = pageOf(records.length - 1, PAGE_SIZE)
  const shownPage = Math.min(page, last)

  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const goToPage = (next: number) => {
    setPage(next)
    root.current?.scrollTo({ top: 0 })
  }

  // The page follows the active cell.
  const followed = useRef(-1)
  useLayoutEffect(() => {
    if (followed.current === move) return
    followed.current = move
    const at = activeRecord === undefined ? -1 : records.indexOf(activeRecord)
    if (at !== -1) setPage(pageOf(at, PAGE_SIZE))
    startTransition(() => onMove(selection.active))
  }, [move, records, activeRecord, onMove, selection])

  // The card is focused once it is rendered and no form covers it.
  const [focusRequests, setFocusRequests] = useState(0)
  const handled = useRef(0)
  useEffect(() => {
    if (handled.current === focusRequests) return
    handled.current = focusRequests
    const card = list.current?.querySelector<HTMLElement>('[aria-current]') ?? root.current
    card?.focus()
    card?.scrollIntoView({ block: 'nearest' })
  }, [focusRequests])

  const open = (cell: CellAddress) => {
    selection.moveTo(cell)
    onOpen()
  }
  const reveal = (cell: CellAddress | null) => {
    if (cell) selection.moveTo(cell)
  }
  useImperativeHandle(ref, () => ({
    goTo: open,
    fit: () => {},
    together: column => [column],
    focus: () => setFocusRequests(count => count + 1),
    // Cells are edited in the form.
    commit: () => {},
    editing: () => null,
    undo: () => reveal(source.undo(replay => reveal(replay()))),
    redo: () => reveal(source.redo(replay => reveal(replay()))),
    contains: element => element instanceof Node && (root.current?.contains(element) ?? false),
    isEditor: (_element): _element is HTMLTextAreaElement => false,
    heading: () => root.current,
    keepView: work => work(),
    flash: () => {},
    selection,
  }))

  const from = shownPage * PAGE_SIZE
  const to = Math.min(from + PAGE_SIZE, records.length)
  return (
    <div
      ref={root}
      tabIndex={-1}
      className="min-h-0 min-w-0 flex-1 overflow-y-auto overscroll-contain bg-panel outline-none"
    >
      {workbook.orderCount === 0 && empty}
      {workbook.orderCount > 0 && records.length === 0 && (
        <p className="p-6 text-center text-ink-2">{t('cards.none')}</p>
      )}
      <ul ref={list} aria-label={label} className="flex flex-col gap-2 p-2">
        {records.slice(from, to).map(firstLine => (
          <OrderCard
            key={firstLine}
            firstLine={firstLine}
            isActive={firstLine === activeRecord}
            onOpen={open}
          />
        ))}
      </ul>
      {records.length > 0 && (
        <nav
          aria-label={t('cards.pages')}
          className="flex items-center justify-center gap-1 px-2 pb-3 text-ink-2"
        >
          {last > 0 && (
            <IconButton
              label={t('cards.previousPage')}
              onClick={() => goToPage(shownPage - 1)}
              disabled={shownPage === 0}
              focusableWhenDisabled
            >
              <ChevronLeft aria-hidden />
            </IconButton>
          )}
          <span>{t('cards.place', { from: from + 1, to, count: records.length })}</span>
          {last > 0 && (
            <IconButton
              label={t('cards.nextPage')}
              onClick={() => goToPage(shownPage + 1)}
              disabled={shownPage === last}
              focusableWhenDisabled
            >
              <ChevronRight aria-hidden />
            </IconButton>
          )}
          <IconButton label={tGoTo('place', { record })} onClick={onGoTo}>
            <Search aria-hidden />
          </IconButton>
        </nav>
      )}
    </div>
  )
}
