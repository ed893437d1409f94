'use client'
import { useRef, useState } from 'react'
import { Grid, type GridHandle } from '@/components/grid/grid'
import type { CellAddress } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { ConnectionChoice, Permissions, RunView, StartedRun, WorkbenchActions } from './actions'
import { Bar } from './bar'
import { CarryOverDialog } from './carry-over'
import { ColumnMenu, type ColumnMenuPlace } from './column-menu'
import { ColumnsPanel } from './columns-panel'
import { DraftAlarms } from './draft-alarms'
import { DraftAway } from './draft-away'
import { ElsewhereNews } from './elsewhere-news'
import { Empty } from './empty'
import { FailureNews } from './failure-news'
import { Failures } from './failures'
import { fillSample } from './fill-sample'
import { FilterBar } from './filter-bar'
import { Find, type FindHandle } from './find'
import { Findings } from './findings'
import { Footer } from './footer'
import { GoTo, type GoToHandle } from './go-to'
import { HalvingOffer } from './halving-offer'
import { Help, type HelpHandle } from './help'
import type { Opened } from './journal-open'
import type { FirstNews } from './news'
import { Overwritten } from './overwritten'
import { Present } from './present'
import { presses } from './presses'
import { ProductionStrip } from './production-strip'
import { readinessOf } from './readiness'
import { RecordPanel } from './record-panel'
import { RefusedBefore } from './refused-before'
import { RunNotice } from './run-notice'
import { isSteerable, RunProgress } from './run-progress'
import { RunResponse } from './run-response'
import type { SavedViews } from './saved-views'
import { Side } from './side'
import { Tools } from './tools'
import { useAnnouncer } from './use-announcer'
import { useColumns } from './use-columns'
import { useConfirmedRegister } from './use-confirmed-register'
import { useConnection } from './use-connection'
import { useElsewhere } from './use-elsewhere'
import { useFailureWalk } from './use-failure-walk'
import { useFieldNames } from './use-field-names'
import { useFilters } from './use-filters'
import { useGoTo } from './use-go-to'
import { useKeptDraft } from './use-kept-draft'
import { useKey } from './use-key'
import { useOutcome } from './use-outcome'
import { usePresses } from './use-presses'
import { useRecordPanel } from './use-record-panel'
import { isRunning, isStopped, useRun } from './use-run'
import { useSay } from './use-say'
import { useSource } from './use-source'
import { useUndoKeys } from './use-undo-keys'
import { useSheetWords } from './use-words'
import { useWork } from './use-work'
import { useWorkbook } from './use-workbook'
import { Waiting } from './waiting'

interface Props {
  sheetId: SheetId
  name: string
  isNew: boolean
  isArchived: boolean
  /** Who works here, and what they may do. */
  operatorId: string
  may: Permissions
  opened: Opened
  /** What was known of its orders when it came, if that could be found out. */
  first: FirstNews | undefined
  connections: readonly ConnectionChoice[]
  initialConnection: string
  /** How the operator wants the columns. */
  views: SavedViews
  actions: WorkbenchActions
}

/** The working screen: the draft's bar, its tools, the sheet, what fails, and where one stands. */
export function Workbench({
  sheetId,
  name,
  isNew,
  isArchived,
  operatorId,
  may,
  opened,
  first,
  connections,
  initialConnection,
  views,
  actions,
}: Props) {
  const t = useSay()
  const [carryTo, setCarryTo] = useState<SheetId>()
  const [said, announce] = useAnnouncer()
  /** How many runs have ended here. */
  const [runs, setRuns] = useState(0)
  const [at, setAt] = useState<CellAddress | null>(null)
  const grid = useRef<GridHandle>(null)
  const find = useRef<FindHandle>(null)
  const goToOrder = useRef<GoToHandle>(null)
  const help = useRef<HelpHandle>(null)
  const form = useRecordPanel(grid, setAt)
  const { connectionId, chosen, connection, choose } = useConnection(connections, initialConnection)
  const { workbook, version } = useWorkbook(
    sheetId,
    opened.lines,
    !may.edit,
    chosen?.warehouses,
    isNew,
    first,
  )
  const words = useSheetWords(connection, chosen?.warehouses)
  const columns = useColumns(workbook, views, actions.views)
  const [columnMenu, setColumnMenu] = useState<ColumnMenuPlace | null>(null)
  const [isColumnsOpen, setColumnsOpen] = useState(false)
  const { view } = columns
  const source = useSource(workbook, view, words, announce, setColumnMenu, may.edit)
  const refresh = useRef<() => void>(() => {})
  const draft = useKeptDraft({
    workbook,
    sheetId,
    name,
    isNew,
    isArchived,
    operatorId,
    opened,
    connectionId,
    actions,
    grid,
    editing: form.editing,
    announce,
    onRefused: refresh,
  })
  const { draftId, flush, whyUnsaved } = draft

  const lookElsewhere = useElsewhere(workbook, draftId, sheetId, connectionId)
  const outcome = useOutcome(workbook)
  const onEnd = (run: RunView, started: StartedRun | undefined) => {
    view.refresh()
    // What was heard of many orders is looked at in slices; what is said counts them as the sheet shows them.
    workbook.whenJudged(() => announce(outcome(run, started)))
    setRuns(count => count + 1)
    lookElsewhere()
  }
  const { run, offers, alarms, ready, follow } = useRun(workbook, draftId, connectionId, isNew, first, onEnd)
  refresh.current = async () => {
    await follow()
    announce(t('said.readOnly'))
  }
  const production = useConfirmedRegister(presses.register, chosen)
  const { busy, check, register, registerAgain } = usePresses({
    workbook,
    register: production.register,
    request: { draftId, sheetId, connectionId },
    isBusy: isRunning(run) || !ready,
    commit: () => {
      grid.current?.commit()
      form.commit()
    },
    flush,
    whyUnsaved,
    follow,
    announce,
    say: t,
  })

  const goTo = useGoTo(workbook, view, words, grid, announce)
  const assignField = useFieldNames({
    workbook,
    words,
    chosen,
    assign: actions.assignField,
    mayEdit: may.edit,
    announce,
  })
  const walk = useFailureWalk(workbook, at, source, grid, goTo)
  const filters = useFilters(workbook, words, grid, announce)
  const work = useWork({
    workbook,
    draft,
    words,
    grid,
    source,
    mayEdit: may.edit,
    flush,
    goTo,
    announce,
    recipeActions: actions.recipes,
  })
  const { files } = work

  const sample = () => {
    const first = fillSample(workbook, source)
    if (first) goTo(first)
  }
  useKey('F8', event => walk.go(event.shiftKey ? -1 : 1))
  useKey('F9', check)
  useUndoKeys(form)

  return (
    <div ref={files.area} className="relative flex h-full min-h-0 flex-col">
      <ProductionStrip connection={chosen} />
      <Bar
        name={draft.name}
        onRename={draft.rename}
        orders={workbook.orderCount}
        items={workbook.itemCount}
        present={<Present {...draft.together} />}
        saved={draft.saved}
        connections={connections}
        connectionId={connectionId}
        onConnection={choose}
        progress={
          isSteerable(run) && (
            <RunProgress
              run={run}
              draftId={draftId}
              actions={actions.runs}
              follow={follow}
              announce={announce}
            />
          )
        }
        readiness={readinessOf(workbook, run)}
        isChecked={workbook.sheet.check !== undefined}
        may={may}
        busy={busy}
        onCheck={check}
        onRegister={register}
      />
      {draft.away && <DraftAway {...draft.away} onBringBack={draft.bringBack} onKeep={draft.keep} />}
      <Tools
        columns={
          <ColumnsPanel
            columns={columns}
            words={words}
            announce={announce}
            open={isColumnsOpen}
            onOpenChange={setColumnsOpen}
            onReturn={() => grid.current?.focus()}
          />
        }
        upload={files.button}
        workbook={workbook}
        version={version}
        filters={filters}
        onUndo={form.undo}
        onRedo={form.redo}
        onInsert={() => {
          const brought = grid.current && source.insertLines(grid.current.selection.ranges(), 'below')
          if (brought) grid.current?.selection.select(brought, 'there')
        }}
        onRemove={() => grid.current && source.removeLines(grid.current.selection.ranges())}
        onSample={sample}
        onForm={form.open}
        onFind={() => find.current?.open()}
        lines={work.lines}
        onCarryOver={to => {
          grid.current?.commit()
          setCarryTo(to)
        }}
        failureAt={walk.at}
        failureCount={workbook.failures.count}
        onFailure={walk.go}
      />
      <FilterBar
        workbook={workbook}
        version={version}
        words={words}
        filters={filters}
        onUnsort={() => source.sortBy(workbook.arrangement.sort?.column ?? '', null)}
        onReturn={() => grid.current?.focus()}
      />
      {filters.popover}
      <div className="flex min-h-0 flex-1">
        <div className="relative flex min-w-0 flex-1">
          <Grid
            ref={grid}
            source={source}
            label={t(`sheets.${sheetId}`)}
            onMove={setAt}
            onMenu={work.menu.open}
          />
          {work.menu.menu}
          <ColumnMenu
            place={columnMenu}
            view={view}
            source={source}
            words={words}
            announce={announce}
            together={id => grid.current?.together(id) ?? [id]}
            fit={id => grid.current?.fit(id)}
            openPanel={() => setColumnsOpen(true)}
            openFilter={filters.open}
            onClose={() => setColumnMenu(null)}
            onReturn={() => grid.current?.focus()}
          />
          {workbook.draft.order.length === 0 && (
            <Empty onFile={may.edit ? files.ask : undefined} onSample={sample} />
          )}
        </div>
        <Side isWide={form.isOpen} failures={workbook.failures.count}>
          <Help ref={help} onClose={() => grid.current?.focus()} announce={announce} />
          <Find
            ref={find}
            workbook={workbook}
            source={source}
            words={words}
            grid={grid.current}
            at={at}
            goTo={goTo}
            announce={announce}
          />
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
          {run?.waiting && (
            <Waiting
              run={run}
              waiting={run.waiting}
              draftId={draftId}
              actions={actions.runs}
              follow={follow}
              announce={announce}
            />
          )}
          <HalvingOffer
            offers={offers}
            run={run}
            connection={chosen}
            isBusy={busy}
            isAllowed={may.register}
            request={{ draftId, sheetId, connectionId }}
            flush={flush}
            follow={follow}
          />
          <DraftAlarms alarms={alarms} />
          <RunNotice
            run={run}
            unknown={workbook.count('unknown')}
            waiting={workbook.count('waiting')}
            isBusy={busy}
            may={may}
            onCheck={check}
            onFilter={() => filters.standing('waiting')}
          />
          <RunResponse run={run} mayRead={may.edit} announce={announce} />
          <RefusedBefore
            count={workbook.count('again')}
            isBusy={busy}
            isAllowed={may.register}
            onRegister={registerAgain}
            onFilter={() => filters.standing('again')}
          />
          <ElsewhereNews workbook={workbook} onFilter={() => filters.standing('elsewhere')} />
          <Findings
            workbook={workbook}
            version={version}
            words={words}
            goTo={goTo}
            onReturn={() => grid.current?.focus()}
            announce={announce}
          />
          <Failures
            workbook={workbook}
            words={words}
            connection={connection}
            mayRead={may.edit}
            run={run}
            at={at}
            goTo={goTo}
            onAssignField={assignField}
            onFilter={filters.failure}
            onDownload={work.downloadFailing}
            announce={announce}
          />
        </Side>
      </div>
      {files.screens}
      {work.progress}
      <Overwritten
        workbook={workbook}
        words={words}
        told={draft.together.told}
        goTo={goTo}
        announce={announce}
        onDone={() => {
          grid.current?.focus()
          actions.settle({ draftId, ids: draft.together.forget() })
        }}
      />
      <FailureNews workbook={workbook} runs={runs} isStopped={isStopped(run)} />
      {/* Always there, so that nothing moves when something is said. */}
      <p
        role="status"
        className="h-6.5 shrink-0 truncate border-line border-t px-3.5 py-1 text-ink-2 text-xs"
        title={said}
      >
        {said}
      </p>
      <Footer
        workbook={workbook}
        at={at}
        traces={files.traces}
        onPlace={() => goToOrder.current?.open()}
        onKeys={() => help.current?.open()}
      />
      {production.dialog}
      {work.dialogs}
      <GoTo
        ref={goToOrder}
        workbook={workbook}
        commit={() => grid.current?.commit()}
        goTo={line => goTo({ line, column: workbook.sheet.key })}
        onClose={() => grid.current?.focus()}
      />
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
