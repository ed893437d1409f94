import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Grid } from '@/components/grid/grid'
import type { WaitingFile } from '@/components/import/entry/use-waiting-file'
import { classes } from '@/components/ui/classes'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import type { Permissions, WorkbenchActions } from './actions'
import { CarryOverDialog } from './bulk/carry-over'
import { useBulkActions } from './bulk/use-bulk-actions'
import { useInsertSample } from './bulk/use-insert-sample'
import { OrderCards } from './cards/order-cards'
import { useIsNarrow } from './cards/use-is-narrow'
import { useSameCell } from './cards/use-same-cell'
import { ColumnMenu } from './columns/column-menu'
import { ColumnsPanel } from './columns/columns-panel'
import type { Columns } from './columns/use-columns'
import { DraftBar } from './draft/draft-bar'
import { EmptySheet } from './empty-sheet'
import { FailureAnnouncement } from './errors/failure-announcement'
import { Failures } from './errors/failures'
import { RepairProposals } from './errors/repairs/repair-proposals'
import { useFailureKeys } from './errors/use-failure-keys'
import { useFailureNavigation } from './errors/use-failure-navigation'
import { useFieldNames } from './errors/use-field-names'
import { FilterBar } from './filter/filter-bar'
import { useFilters } from './filter/use-filters'
import { Find, type FindHandle } from './find/find'
import { GoToDialog, type GoToHandle } from './find/go-to'
import { Footer } from './footer'
import { Help, type HelpHandle } from './keys/help'
import { useFocusSheetAfterClick } from './keys/use-focus-sheet-after-click'
import { useUndoKeys } from './keys/use-keys'
import { useRegionKeys } from './keys/use-region-keys'
import { PrintNote } from './print-note'
import { RecordPanel } from './record/record-panel'
import { useRecordPanel } from './record/use-record-panel'
import { RequirementSuggestions } from './requirements/requirement-suggestions'
import { useRequirements } from './requirements/use-requirements'
import type { OpeningOutcomes } from './run/fetch-outcomes'
import { RegisteredElsewhere } from './run/notices/registered-elsewhere'
import { RunNotices } from './run/notices/run-notices'
import { ProductionStrip } from './run/production-strip'
import { RunProgress } from './run/progress/run-progress'
import { countHalted, isControllable, isStopped, needsPerson } from './run/run-state'
import { readinessOf } from './run/start/readiness'
import { useRunKeys } from './run/start/use-run-keys'
import type { Connection } from './run/use-connection'
import { useEndedRun } from './run/use-ended-run'
import { useRuns } from './run/use-runs'
import { DraftClosed } from './saving/draft-closed'
import type { OpenedDraft } from './saving/journal/open'
import { useBeforeLeave } from './saving/use-before-leave'
import { useDraft } from './saving/use-draft'
import { useSavedAgain } from './saving/use-saved-again'
import { SidePanels } from './side-panels'
import { useItemFacts } from './source/item-facts/use-item-facts'
import { StatusLine } from './status-line'
import { ElsewhereNotice } from './together/elsewhere-notice'
import { OverwrittenNotice } from './together/overwritten'
import { PresenceIndicator } from './together/presence-indicator'
import { useDuplicates } from './together/use-duplicates'
import { useElsewhere } from './together/use-elsewhere'
import { Toolbar } from './toolbar'
import { useWorkbenchTranslations } from './use-workbench-translations'
import { useWorkbench, useWorkbookVersion } from './workbench-context'

interface Props {
  sheetId: SheetId
  /** The name of the draft when the page was loaded. */
  name: string
  /** Whether the server does not have the draft yet. */
  isNew: boolean
  isArchived: boolean
  operatorId: string
  may: Permissions
  opened: OpenedDraft
  /** A file that arrived without a person and waits for one. */
  waitingFile?: WaitingFile | undefined
  /** The outcomes that were read while the draft was opened, if a response came. */
  first: OpeningOutcomes | undefined
  actions: WorkbenchActions
  /** Called with the id under which a draft is stored. `isMoved`: it is shown, and gets the address of that id. */
  onStored: (id: string, isMoved: boolean) => void
  /** The last announced sentence. */
  message: string
  columns: Columns
  connection: Connection
}

/** The parts of the working screen: the draft's bar, its tools, the grid, the side panel, and the lines below. */
export function WorkbenchScreen({ message, columns, ...props }: Props) {
  const { sheetId, isNew, may, first, actions } = props
  const { workbook, source, words, grid, announce } = useWorkbench()
  useWorkbookVersion()
  const t = useWorkbenchTranslations()
  /** The active cell, once the screen has rendered it. */
  const [at, setAt] = useState<CellAddress | null>(null)
  const [carryTo, setCarryTo] = useState<SheetId>()
  const find = useRef<FindHandle>(null)
  const goToOrder = useRef<GoToHandle>(null)
  const help = useRef<HelpHandle>(null)
  const record = useRecordPanel(setAt)
  const isNarrow = useIsNarrow()
  // On a phone the form has the screen for itself.
  const isFormOnly = isNarrow && record.isOpen
  useSameCell(at, isNarrow)
  const draft = useDraft({ ...props, editing: record.editing })
  const { draftId, flush, connection } = draft
  useSavedAgain(draft.saved, message, () => announce(t('announced.saved')))
  useBeforeLeave(() => {
    // To end an act of thousands of rows takes long, and the browser asks about it anyway.
    if (!may.edit || workbook.isActInProgress) return
    grid.current?.commit()
    record.commit()
  })
  const refreshElsewhere = useElsewhere(draftId, connection.id)
  useItemFacts(workbook)
  const requirements = useRequirements(connection.chosen)
  const refreshDuplicates = useDuplicates(draftId, connection.id)
  const runs = useRuns({
    draftId,
    sheetId,
    connectionId: connection.id,
    live: draft.live,
    connection: connection.chosen,
    isNew,
    first,
    flush,
    whyUnsaved: draft.whyUnsaved,
    revision: draft.savedRevision,
    actions: actions.runs,
    commit: () => {
      grid.current?.commit()
      record.commit()
    },
    onEnd: () => {
      columns.view.refresh()
      refreshElsewhere()
      refreshDuplicates()
      requirements.refresh()
    },
  })
  const { run } = runs
  const endedRun = useEndedRun(runs)
  const readRefusal = useEffectEvent(async () => {
    await runs.follow()
    announce(t('announced.readOnly'))
  })
  useEffect(() => {
    if (draft.refusedSaves > 0) readRefusal()
  }, [draft.refusedSaves])

  const assignField = useFieldNames(connection.chosen, actions.assignFieldName, may.edit)
  const navigation = useFailureNavigation(at)
  const warnings = useFailureNavigation(at, 'warning')
  const filters = useFilters()
  const bulk = useBulkActions({
    draft,
    mayEdit: may.edit,
    connection: connection.chosen,
    check: runs.check,
    recipeActions: actions.recipes,
    saveDefaults: actions.saveDefaults,
    saveRules: actions.saveRules,
    waitingFile: may.edit && !props.isArchived ? props.waitingFile : undefined,
  })
  const isEmpty = workbook.draft.order.length === 0
  const insertSample = useInsertSample()
  // A sample that is mixed with orders, or registered in production, would become a parcel.
  const mayTrySample = isEmpty && may.edit && connection.chosen?.environment !== 'production'
  const onSample = mayTrySample ? insertSample : undefined
  const empty = <EmptySheet onFile={may.edit ? bulk.files.ask : undefined} onSample={onSample} />
  const focusGrid = () => grid.current?.focus()
  const askToCarryOver = (to: SheetId) => {
    grid.current?.commit()
    setCarryTo(to)
  }
  useFailureKeys({ errors: navigation, warnings, run })
  const activeColumn = at ? workbook.column(at.column) : undefined
  const waitingElsewhere = countHalted(runs.halted, one => one.connectionId !== connection.id)
  const readiness = readinessOf(workbook, run, waitingElsewhere)
  useRunKeys(runs, readiness, may)
  useRegionKeys({ sheet: focusGrid, record: record.open }, () => grid.current?.commit())
  useUndoKeys(record)
  useFocusSheetAfterClick(!isNarrow)

  return (
    <div ref={bulk.files.area} className="relative flex h-full min-h-0 flex-col">
      <div className={isFormOnly ? 'hidden' : 'contents'}>
        <ProductionStrip connection={connection.chosen} />
        <DraftBar
          name={draft.name}
          onRename={draft.rename}
          presence={<PresenceIndicator {...draft.together} />}
          saved={draft.saved}
          connection={connection}
          progress={isControllable(run) && <RunProgress run={run} runs={runs} actions={actions.runs} />}
          readiness={readiness}
          may={may}
          runs={runs}
        />
        <RegisteredElsewhere places={runs.registeredElsewhere} connection={connection} isBusy={runs.isBusy} />
        {draft.closed && <DraftClosed {...draft.closed} onUnarchive={draft.unarchive} onKeep={draft.keep} />}
        <Toolbar
          columns={<ColumnsPanel columns={columns} />}
          upload={bulk.files.button}
          filters={filters}
          column={activeColumn && words.column(activeColumn).name}
          record={record}
          isNarrow={isNarrow}
          navigation={navigation}
          onSample={onSample}
          onFind={() => find.current?.open()}
          acts={bulk.acts}
          onCarryOver={may.edit ? askToCarryOver : undefined}
        />
        <FilterBar filters={filters} />
      </div>
      {filters.popover}
      <PrintNote />
      <div className="relative flex min-h-0 flex-1 max-[640px]:flex-col">
        <div
          data-region="sheet"
          className={classes('relative min-w-0 flex-1', isFormOnly ? 'hidden' : 'flex max-[640px]:min-h-0')}
        >
          {isNarrow ? (
            <OrderCards
              ref={grid}
              label={t(`sheets.${sheetId}`)}
              onMove={setAt}
              onOpen={record.open}
              onGoTo={() => goToOrder.current?.open()}
              empty={empty}
            />
          ) : (
            <Grid
              ref={grid}
              source={source}
              label={t(`sheets.${sheetId}`)}
              onMove={setAt}
              onMenu={bulk.menu.open}
            />
          )}
          {bulk.menu.menu}
          <ColumnMenu columns={columns} openFilter={filters.open} />
          {isEmpty && !isNarrow && empty}
        </div>
        <SidePanels
          isWide={record.isOpen}
          needsPerson={needsPerson(runs, workbook)}
          failures={workbook.failures.count}
          warnings={workbook.warnings.count}
        >
          <Help ref={help} />
          <Find ref={find} at={at} />
          {record.isOpen && <RecordPanel panel={record} at={at} errors={isNarrow ? navigation : undefined} />}
          <RunNotices
            runs={runs}
            connection={connection}
            may={may}
            actions={actions.runs}
            onFilter={filters.status}
          />
          <ElsewhereNotice onFilter={() => filters.status('elsewhere')} />
          {bulk.files.prompt}
          <RepairProposals />
          <RequirementSuggestions
            connection={connection.chosen}
            suggestions={requirements.known.suggestions}
            actions={may.administer ? actions.requirements : undefined}
            onAnswered={requirements.refresh}
          />
          <Failures
            connection={connection.name}
            mayRead={may.edit}
            run={run}
            at={at}
            onAssignField={assignField}
            onFilter={filters.failure}
            onDownload={bulk.downloadFailing}
            onGoToWarning={warnings.go}
          />
        </SidePanels>
      </div>
      {bulk.files.screens}
      {bulk.progress}
      <OverwrittenNotice
        notices={draft.together.notices}
        onDone={() => {
          focusGrid()
          // Those that the server did not receive are shown again when the draft is opened.
          actions.dismissConflicts({ draftId, ids: draft.together.dismissNotices() }).catch(() => {})
        }}
      />
      <FailureAnnouncement endedRuns={runs.endedCount} isStopped={isStopped(run)} />
      <StatusLine
        message={message}
        endedRun={endedRun}
        outcomeSentence={runs.outcomeSentence}
        connection={connection.name}
        mayEdit={may.edit}
        offer={bulk.offer}
        isHidden={isFormOnly}
      />
      {!isNarrow && (
        <Footer
          at={at}
          lineSources={bulk.files.lineSources}
          onGoTo={() => goToOrder.current?.open()}
          onHelp={() => help.current?.open()}
        />
      )}
      {runs.dialog}
      {bulk.dialogs}
      <GoToDialog ref={goToOrder} />
      {carryTo && (
        <CarryOverDialog
          to={carryTo}
          flush={flush}
          carry={all => actions.carryOver({ draftId, connectionId: connection.id, to: carryTo, all })}
          onClose={() => setCarryTo(undefined)}
        />
      )}
    </div>
  )
}
