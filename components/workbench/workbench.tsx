'use client'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from 'use-intl'
import { Grid, type GridHandle } from '@/components/grid/grid'
import type { CellAddress, Line } from '@/lib/sheet/draft'
import { listFailures } from '@/lib/sheet/failure-list'
import { type SheetId, sheets } from '@/lib/sheet/sheets'
import { formatTsv } from '@/lib/sheet/tsv'
import { type Filter, Workbook } from '@/lib/sheet/workbook'
import type { Answer, ConnectionChoice, RunRequest, RunView, StartedRun, WorkbenchActions } from './actions'
import { Bar } from './bar'
import { CarryOverDialog } from './carry-over'
import { DraftAway } from './draft-away'
import { Empty } from './empty'
import { FailureList } from './failure-list'
import { Footer } from './footer'
import { createGridSource } from './grid-source'
import { outcomeSentence } from './outcome-sentence'
import { RecordPanel } from './record-panel'
import { Side } from './side'
import { Tools } from './tools'
import { useAutosave } from './use-autosave'
import { useFailureWalk } from './use-failure-walk'
import { useKey } from './use-key'
import { useRecordPanel } from './use-record-panel'
import { isRunning, useRun } from './use-run'
import { useSay } from './use-say'
import { useSheetWords } from './use-words'

/** A pass counts for a quarter of an hour (reliability.md §3.2), in milliseconds. */
const PASS_LIFE = 15 * 60 * 1000

/** Where the browser remembers the connection that was used last. */
const CHOSEN = 'lading.connection'

interface Props {
  draftId: string
  sheetId: SheetId
  name: string
  isNew: boolean
  isArchived: boolean
  lines: readonly Line[]
  connections: readonly ConnectionChoice[]
  initialConnection: string
  actions: WorkbenchActions
}

/** The working screen: the draft's bar, its tools, the sheet, what fails, and where one stands. */
export function Workbench({
  draftId: initialId,
  sheetId,
  name: initialName,
  isNew,
  isArchived,
  lines,
  connections,
  initialConnection,
  actions,
}: Props) {
  const t = useSay()
  const sayAway = useTranslations('drafts.away.short')
  const [draftId, setDraftId] = useState(initialId)
  const [isAway, setAway] = useState(isArchived)
  const [carryTo, setCarryTo] = useState<SheetId>()
  const [name, setName] = useState(initialName)
  const [connectionId, setConnectionId] = useState(initialConnection)
  const [said, setSaid] = useState('')
  const [at, setAt] = useState<CellAddress | null>(null)
  const [starting, setStarting] = useState(false)
  const grid = useRef<GridHandle>(null)
  const form = useRecordPanel(grid)
  const connection = connections.find(one => one.id === connectionId)?.name ?? ''

  const workbook = useMemo(() => openWorkbook(sheetId, lines), [sheetId, lines])
  const words = useSheetWords(connection)
  // A sentence that is said twice has to change to be heard again.
  const announce = useCallback(
    (sentence: string) => setSaid(before => (before === sentence ? `${sentence}\u00a0` : sentence)),
    [],
  )
  const source = useMemo(() => createGridSource(workbook, words, announce), [workbook, words, announce])
  const version = useSyncExternalStore(
    workbook.subscribe,
    () => workbook.version,
    () => 0,
  )
  const late = useDeferredValue(version)
  const { failures } = useMemo(() => ({ version: late, failures: listFailures(workbook) }), [workbook, late])

  useEffect(() => workbook.begin(), [workbook])
  useEffect(() => {
    const chosen = localStorage.getItem(CHOSEN)
    if (connections.some(one => one.id === chosen)) setConnectionId(chosen ?? '')
  }, [connections])
  useEffect(() => {
    const expire = () => workbook.expire(new Date(Date.now() - PASS_LIFE).toISOString())
    const timer = setInterval(expire, 20_000)
    return () => clearInterval(timer)
  }, [workbook])

  const refresh = useRef<() => void>(() => {})
  const save: WorkbenchActions['save'] = useCallback(
    async input => {
      const answer = await actions.save(input)
      // Another tab registered these lines meanwhile: what stands on the server is what was sent.
      if (answer.ok && answer.value.refused > 0) refresh.current()
      if (answer.ok && isNew) window.history.replaceState(null, '', `/${sheetId}/${draftId}`)
      return answer
    },
    [actions, isNew, sheetId, draftId],
  )
  const { state: saved, flush } = useAutosave(
    workbook,
    { id: draftId, name, connectionId },
    save,
    t('said.offline'),
  )

  const onEnd = (run: RunView, started: StartedRun | undefined) => announce(outcomeSentence(run, started, t))
  const { run, ready, follow } = useRun(workbook, draftId, connectionId, isNew, onEnd)
  refresh.current = async () => {
    await follow()
    const response = await fetch(`/drafts/${draftId}/lines`, { cache: 'no-store' })
    if (response.ok) workbook.settle((await response.json()).lines)
    announce(t('said.readOnly'))
  }
  const busy = starting || isRunning(run) || !ready

  const start = async (
    act: (request: RunRequest) => Promise<Answer<StartedRun>>,
    nothing: (withheld: number) => string,
  ) => {
    if (busy) return
    grid.current?.commit()
    form.commit()
    setStarting(true)
    try {
      if (!(await flush())) return announce(t('said.offline'))
      const answer = await act({ draftId, sheetId, connectionId, clientRequestId: crypto.randomUUID() })
      if (!answer.ok) return announce(answer.problem.message)
      const heard = follow(answer.value)
      if (answer.value.runId !== '') return
      await heard
      announce(nothing(answer.value.withheld))
    } catch {
      announce(t('said.offline'))
    } finally {
      setStarting(false)
    }
  }
  const nothingTo = (said: string, withheld: number) =>
    withheld === 0 ? said : `${said} ${t('said.withheld', { count: withheld })}`
  // Where no service checks, what the desk says as one types is the check.
  const checkedHere = () =>
    t('said.checkedHere', { passed: workbook.count('ready'), failing: workbook.count('failing') })
  const check = () =>
    start(actions.check, withheld =>
      workbook.sheet.check === undefined ? checkedHere() : nothingTo(t('said.nothingToCheck'), withheld),
    )
  const register = () => start(actions.register, withheld => nothingTo(t('said.nothingToRegister'), withheld))

  const goTo = useCallback(
    (cell: CellAddress) => {
      if (!workbook.visible.includes(cell.line)) workbook.arrange(workbook.arrangement, 'all')
      grid.current?.goTo(cell)
    },
    [workbook],
  )
  const walk = useFailureWalk(failures, at, workbook, goTo)

  const choose = (id: string) => {
    localStorage.setItem(CHOSEN, id)
    setConnectionId(id)
  }
  const filter = (wanted: Filter) => {
    workbook.arrange(workbook.arrangement, wanted)
    announce(t('said.filtered', { count: wanted === 'all' ? workbook.orderCount : workbook.count(wanted) }))
    grid.current?.focus()
  }
  const rename = async (next: string) => {
    setName(next)
    const answer = await actions.rename({ draftId, sheetId, name: next })
    if (!answer.ok) announce(answer.problem.message)
  }
  const bringBack = async () => {
    const answer = await actions.bringBack({ draftId })
    if (!answer.ok) return announce(answer.problem.message)
    setAway(false)
    grid.current?.focus()
    await flush()
  }
  // The lines of a draft that was deleted elsewhere are still here.
  const keep = () => {
    grid.current?.commit()
    const id = crypto.randomUUID()
    setDraftId(id)
    window.history.replaceState(null, '', `/${sheetId}/${id}`)
    grid.current?.focus()
  }
  const trouble = saved.state === 'failed' ? saved : undefined
  const away = trouble?.code === 'archived' || trouble?.code === 'deleted' ? trouble.code : undefined
  const sample = () => {
    const rows = source.rows()
    const from = workbook.draft.order.length === 0 ? 0 : workbook.visible.length
    const texts = workbook.sheet.sample(Math.floor(Date.now() / 1000) % 1_000_000)
    const columns = workbook.sheet.columns.map(column => column.id)
    const block = [columns, ...texts.map(line => columns.map(column => line[column] ?? ''))]
    source.paste({ top: from, left: 0, bottom: from, right: 0 }, formatTsv(block))
    const first = source.rows()[from] ?? rows[0]
    if (first !== undefined) goTo({ line: first, column: workbook.sheet.key })
  }
  useKey('F8', event => walk.go(event.shiftKey ? -1 : 1))
  useKey('F9', check)
  const sort = workbook.arrangement.sort
  const sortedBy = sort && workbook.column(sort.column)

  return (
    <div className="flex h-full min-h-0 flex-col">
      <Bar
        name={name}
        onRename={rename}
        orders={workbook.orderCount}
        items={workbook.itemCount}
        saved={away && trouble ? { ...trouble, reason: sayAway(away) } : saved}
        connections={connections}
        connectionId={connectionId}
        onConnection={choose}
        run={run}
        ready={workbook.count('ready')}
        waiting={isRunning(run) ? 0 : workbook.count('busy')}
        busy={busy}
        onCheck={check}
        onRegister={register}
      />
      {(away || isAway) && (
        <DraftAway
          state={away ?? 'archived'}
          reason={away && trouble?.reason}
          onBringBack={bringBack}
          onKeep={keep}
        />
      )}
      <Tools
        workbook={workbook}
        version={version}
        onFilter={filter}
        sortedBy={sortedBy ? words.column(sortedBy).name : undefined}
        onClearSort={() => source.sortBy(sort?.column ?? '', null)}
        onUndo={form.undo}
        onRedo={form.redo}
        onInsert={() => source.insertLine(at?.line)}
        onRemove={() => grid.current && source.removeLines(grid.current.selection.range())}
        onSample={sample}
        onForm={form.open}
        onCarryOver={to => {
          grid.current?.commit()
          setCarryTo(to)
        }}
        failureAt={walk.at}
        failureCount={failures.length}
        onFailure={walk.go}
      />
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1">
          <Grid ref={grid} source={source} label={t(`sheets.${sheetId}`)} onMove={setAt} />
          {workbook.draft.order.length === 0 && <Empty onSample={sample} />}
        </div>
        <Side isWide={form.isOpen}>
          {form.isOpen && (
            <RecordPanel
              ref={form.ref}
              workbook={workbook}
              version={version}
              source={source}
              words={words}
              at={at}
              grid={grid.current}
              typedValues={form.typedValues}
              onClose={form.close}
              announce={announce}
            />
          )}
          <FailureList
            workbook={workbook}
            failures={failures}
            words={words}
            connection={connection}
            current={walk.current}
            checked={workbook.count('ready') + workbook.count('registered') > 0}
            goTo={goTo}
          />
        </Side>
      </div>
      {/* Always there, so that nothing moves when something is said. */}
      <p
        role="status"
        className="h-6.5 shrink-0 truncate border-line border-t px-3.5 py-1 text-ink-2 text-xs"
        title={said}
      >
        {said}
      </p>
      <Footer workbook={workbook} at={at} />
      {carryTo && (
        <CarryOverDialog
          workbook={workbook}
          to={carryTo}
          words={words}
          flush={flush}
          carry={all => actions.carryOver({ draftId, connectionId, to: carryTo, all })}
          onClose={() => setCarryTo(undefined)}
        />
      )}
    </div>
  )
}

function openWorkbook(sheetId: SheetId, lines: readonly Line[]): Workbook {
  const workbook = new Workbook(sheets[sheetId], lines)
  // A timer lets the screen paint between two slices of judging.
  workbook.defer = work => setTimeout(work, 0)
  return workbook
}
