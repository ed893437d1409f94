import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Understood } from '@/lib/intake/imported'
import type { Recipe, StateAnswer } from '@/lib/intake/recipe'
import type { CellAddress } from '@/lib/sheet/draft'
import type { SheetId } from '@/lib/sheet/sheets'
import type { Workbook } from '@/lib/sheet/workbook'
import { ElsewhereDialog } from './elsewhere-dialog'
import { EncodingDialog } from './encoding-dialog'
import type { Intake } from './intake'
import { MappingFetched } from './mapping-fetched'
import type { Noun } from './noun'
import { PasswordDialog } from './password-dialog'
import { Progress } from './progress'
import type { TableChoice } from './protocol'
import type { Summary } from './readings'
import type { Stage } from './stage'
import { StatusDialog } from './status-dialog'
import { SummaryStrip } from './summary-strip'
import { TablesDialog } from './tables-dialog'
import { useTrouble } from './use-trouble'

interface Props {
  intake: Intake
  workbook: Workbook
  draftId: string
  record: Noun
  nameOf: (column: string) => string
  sheetTitle: (sheet: SheetId) => string
  /** Takes back the newest act. */
  onUndo: () => void
  goTo: (cell: CellAddress) => void
  /** Asks for another file. */
  onAsk: () => void
  /**
   * Keeps what was mapped by hand for the next such file, by a name.
   * @returns the recipe as it is kept; as it was given where it could not be kept, which is told
   */
  onRemember: (recipe: Recipe, understood: Understood, name: string) => Promise<Recipe>
  /** Keeps what an operator said about statuses for files with the same headings. */
  onAnswers: (answers: readonly StateAnswer[], understood: Understood, name: string) => void
  /** Opens a new draft of another sheet with a file. */
  onElsewhere: (sheet: SheetId, file: File) => void
  /** A file was called off before anything of it was in the sheet. */
  onCancelled: (name: string) => void
  /** Gives the keyboard back to the sheet. */
  onReturn: () => void
}

/** Everything that is seen of files coming in. It takes room below the sheet, where nothing moves. */
export function IntakeScreens(props: Props) {
  const { intake, workbook, draftId, record, nameOf, onUndo, goTo, onCancelled, onReturn } = props
  const { stage } = intake
  const summaries = intake.summaries.filter(intake.isShown)
  const isShown = summaries.length > 0 || (stage !== undefined && isBelow(stage))
  return (
    <>
      {isShown && (
        <div className="flex max-h-[45vh] shrink-0 flex-col gap-1 overflow-y-auto border-line border-t bg-panel px-3.5 py-1">
          {stage && (stage.at === 'reading' || stage.at === 'bringing') && (
            <Progress
              stage={stage}
              intake={intake}
              onCancel={() => {
                const { isAgain } = intake
                intake.cancel()
                if (!isAgain) onCancelled(stage.name)
                onReturn()
              }}
            />
          )}
          {stage?.at === 'trouble' && isBelow(stage) && <Failed {...props} stage={stage} />}
          {summaries.map(summary => (
            <SummaryStrip
              key={`${summary.report.id} ${summary.isReopened ?? false}`}
              summary={summary}
              workbook={workbook}
              record={record}
              nameOf={nameOf}
              canRead={intake.canRead(summary)}
              original={`/drafts/${draftId}/sources/${summary.report.id}`}
              isTwice={isTwice(summary, intake.summaries)}
              others={othersOf(summary, intake.summaries)}
              onAgain={wish => intake.again(summary.report.id, wish)}
              onMap={() => intake.mapAgain(summary.report.id)}
              onTable={table => intake.takeTable(summary.report.id, table)}
              onAfterAll={means => intake.afterAll(summary.report.id, means)}
              onTakeOut={means => intake.takeOut(summary.report.id, means)}
              onUndo={isNewest(workbook, summary) ? onUndo : undefined}
              goTo={goTo}
              onDismiss={() => {
                intake.dismiss(summary.report.id)
                onReturn()
              }}
            />
          ))}
        </div>
      )}
      <Question {...props} />
    </>
  )
}

/** Whether an import is what undo takes back next. */
const isNewest = ({ history }: Workbook, { brought: { step } }: Summary): boolean =>
  step !== undefined && history.newest === step

/** Whether two imports are of one file, by its name and size. */
const isSameFile = ({ report: a }: Summary, { report: b }: Summary): boolean =>
  a.name === b.name && a.size === b.size

/** Positions of the tables that an import is of. */
const tablesOf = ({ report: { understood, alike } }: Summary): readonly number[] => [
  understood.table,
  ...alike,
]

/** Whether the same table of the same file stood in the sheet before. @param all the newest one first */
const isTwice = (summary: Summary, all: readonly Summary[]): boolean =>
  all
    .slice(all.indexOf(summary) + 1)
    .some(one => isSameFile(one, summary) && tablesOf(one).some(at => tablesOf(summary).includes(at)))

/** Other tables of a file that look like what was imported, and that no import is of. */
function othersOf(summary: Summary, all: readonly Summary[]): readonly TableChoice[] {
  const imported = new Set(all.filter(one => isSameFile(one, summary)).flatMap(tablesOf))
  return summary.report.others.filter(({ at }) => !imported.has(at))
}

/** Whether a stage is told below the sheet; others are questions. */
const isBelow = (stage: Stage): boolean =>
  stage.at === 'reading' ||
  stage.at === 'bringing' ||
  (stage.at === 'trouble' && !asksForPassword(stage) && stage.trouble.code !== 'encoding_unclear')

const asksForPassword = ({ trouble }: Extract<Stage, { at: 'trouble' }>): boolean =>
  trouble.code === 'password_needed' || trouble.code === 'password_wrong'

function Failed({ intake, stage, onAsk, onReturn }: Props & { stage: Extract<Stage, { at: 'trouble' }> }) {
  const t = useTranslations('intake.desk')
  const sentence = useTrouble()
  return (
    <div role="alert" className="py-1">
      <Notice tone="fail">
        <div className="-my-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 flex-1 basis-80">
            <b className="font-medium">{stage.name}</b> — {sentence(stage.trouble)}
          </p>
          {intake.waiting > 0 && (
            <span className="text-ink-2 text-xs">{t('waiting', { count: intake.waiting })}</span>
          )}
          <Button size="small" onClick={onAsk}>
            {t('another')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              intake.cancel()
              onReturn()
            }}
          >
            {t(intake.waiting > 0 ? 'goOn' : 'close')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

function Question({ intake, record, sheetTitle, onRemember, onAnswers, onElsewhere, onReturn }: Props) {
  const { stage } = intake
  const close = () => {
    intake.cancel()
    // A dialog gives the focus back to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  if (stage?.at === 'trouble' && asksForPassword(stage)) {
    return (
      <PasswordDialog
        name={stage.name}
        isWrong={stage.trouble.code === 'password_wrong'}
        onOpen={password => intake.answer({ password })}
        onClose={close}
      />
    )
  }
  if (stage?.at === 'trouble' && stage.trouble.code === 'encoding_unclear') {
    return (
      <EncodingDialog
        name={stage.name}
        previews={stage.trouble.previews}
        onChoose={encoding => intake.answer({ encoding })}
        onClose={close}
      />
    )
  }
  if (stage?.at === 'statuses') {
    const { outline, wish } = stage
    return (
      <StatusDialog
        key={outline.id}
        outline={outline}
        onAnswer={answers => {
          onAnswers(answers, outline.understood, outline.name)
          intake.answer({ ...wish, answers: [...answers, ...(wish.answers ?? [])] })
        }}
        onClose={close}
      />
    )
  }
  if (stage?.at === 'choosing') {
    return (
      <TablesDialog
        name={stage.outline.name}
        record={record}
        tables={stage.outline.tables}
        onChoose={table => intake.answer({ table })}
        onClose={close}
      />
    )
  }
  if (stage?.at === 'mapping') {
    const { report, excerpt } = stage
    const { table, header } = report.understood
    return (
      <MappingFetched
        key={`${report.id}/${table}/${header}`}
        report={report}
        excerpt={excerpt}
        onApply={async (mapped, name) => {
          // What statuses mean was said before, and takes no part in the mapping.
          const { answers } = report.understood.recipe
          const recipe = { ...mapped, ...(answers && { answers }) }
          intake.map(name === undefined ? recipe : await onRemember(recipe, report.understood, name), {
            table,
            header,
          })
        }}
        onAgain={wish => intake.answer(wish)}
        onCancel={close}
      />
    )
  }
  if (stage?.at === 'elsewhere') {
    return (
      <ElsewhereDialog
        outline={stage.outline}
        sheetTitle={sheetTitle}
        onOpen={() => {
          intake.cancel()
          onElsewhere(stage.outline.understood.sheet, stage.file)
        }}
        onClose={close}
      />
    )
  }
  return null
}
