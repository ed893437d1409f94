import type { ComponentProps } from 'react'
import type { TableChoice } from '@/lib/import/reader/protocol'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import type { Stage, Summary } from './controller/state/state'
import { FailedFile } from './dialogs/failed-file'
import { Progress } from './dialogs/progress'
import { ImportQuestion, isQuestion } from './dialogs/questions'
import { SummaryStrip } from './summary/strip'
import { useCancelledOrders } from './summary/use-cancelled-orders'

interface Props extends ComponentProps<typeof ImportQuestion> {
  workbook: Workbook
  draftId: string
  nameOf: (column: string) => string
  /** Undoes the last step. */
  onUndo: () => void
  goTo: (cell: CellAddress) => void
  /** Asks for another file. */
  onAsk: () => void
  /** Asks for the fields that no order of an import has; undefined where the operator may not set them. */
  onSetDefaults: ((summary: Summary) => void) | undefined
  /** A file was cancelled before any of its lines were in the sheet. */
  onCancelled: (name: string) => void
}

/** All parts of the page that show imports. They are below the sheet, so that no cell moves. */
export function ImportScreens(props: Props) {
  const { importer, workbook, draftId, record, nameOf, onUndo, goTo, onSetDefaults, onCancelled, onReturn } =
    props
  const { stage, summaries: all } = importer
  const summaries = all.filter(importer.isShown)
  const running = runningOf(stage)
  const failed = stage.at === 'failed' && !isQuestion(stage) ? stage : undefined
  const cancellations = useCancelledOrders(draftId, all)
  const isShown = summaries.length > 0 || running !== undefined || failed !== undefined
  return (
    <>
      {isShown && (
        <div
          data-region="imports"
          className="flex max-h-[45vh] shrink-0 flex-col gap-1 overflow-y-auto border-line border-t bg-panel px-3.5 py-1"
        >
          {running && (
            <Progress
              {...running}
              importer={importer}
              onCancel={() => {
                const { isReadingAgain } = importer
                importer.cancel()
                if (!isReadingAgain) onCancelled(running.name)
                onReturn()
              }}
            />
          )}
          {failed && <FailedFile {...props} stage={failed} />}
          {summaries.map(summary => (
            <SummaryStrip
              key={`${summary.report.id} ${summary.isReopened ?? false}`}
              summary={summary}
              workbook={workbook}
              record={record}
              nameOf={nameOf}
              canRead={importer.canRead(summary)}
              original={`/drafts/${draftId}/sources/${summary.report.id}`}
              isTwice={isTwice(summary, all)}
              others={othersOf(summary, all)}
              cancellations={cancellations.of(summary)}
              onReportAgain={() => cancellations.report(summary)}
              onReadAgain={options => importer.readAgain(summary.report.id, options)}
              onEditMapping={() => importer.editMapping(summary.report.id)}
              onImportTable={table => importer.importTable(summary.report.id, table)}
              onIncludeSkipped={means => importer.includeSkipped(summary.report.id, means)}
              onRemoveRows={means => importer.removeRows(summary.report.id, means)}
              onUndo={isNewest(workbook, summary) ? onUndo : undefined}
              goTo={goTo}
              onSetDefaults={onSetDefaults && (() => onSetDefaults(summary))}
              onDismiss={() => {
                importer.dismiss(summary.report.id)
                onReturn()
              }}
            />
          ))}
        </div>
      )}
      <ImportQuestion {...props} />
    </>
  )
}

/** Whether undo takes back this import next. */
const isNewest = ({ history }: Workbook, { result: { step } }: Summary): boolean =>
  step !== undefined && history.newest === step

/** Whether two imports are of the same file, by name and size. */
const isSameFile = ({ report: a }: Summary, { report: b }: Summary): boolean =>
  a.name === b.name && a.size === b.size

/** Positions of the tables that were imported. */
const tablesOf = ({ report: { mapping, combinedTables: alike } }: Summary): readonly number[] => [
  mapping.table,
  ...alike,
]

/** Whether the same table of the same file was imported before. @param all the newest one first */
const isTwice = (summary: Summary, all: readonly Summary[]): boolean =>
  all
    .slice(all.indexOf(summary) + 1)
    .some(one => isSameFile(one, summary) && tablesOf(one).some(at => tablesOf(summary).includes(at)))

/** Tables of a file that look like the imported one, and that were not imported. */
function othersOf(summary: Summary, all: readonly Summary[]): readonly TableChoice[] {
  const imported = new Set(all.filter(one => isSameFile(one, summary)).flatMap(tablesOf))
  return summary.report.otherTables.filter(({ at }) => !imported.has(at))
}

/** The label and value of a progress bar for a stage; undefined if the stage shows none. */
function runningOf(
  stage: Stage,
): { readonly doing: 'reading' | 'importing'; readonly name: string } | undefined {
  switch (stage.at) {
    case 'fetching':
      return { doing: 'reading', name: stage.name }
    case 'reading':
      return { doing: 'reading', name: stage.active.file.name }
    case 'importing':
      return { doing: 'importing', name: stage.outline.name }
    case 'including':
      return { doing: 'importing', name: stage.name }
    default:
      return undefined
  }
}
