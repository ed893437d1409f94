import type { ImportController } from '@/components/import/controller/import-controller'
import type { Stage } from '@/components/import/controller/state/state'
import { LazyMapping } from '@/components/import/mapping/lazy-mapping'
import type { RecordType } from '@/components/import/summary/sentences'
import type { DetectedMapping } from '@/lib/import/match/detect-mapping'
import type { Recipe, StateAnswer } from '@/lib/import/recipe/recipe'
import type { SheetId } from '@/lib/sheet/schema/sheets'
import { ElsewhereDialog } from './elsewhere-dialog'
import { EncodingDialog } from './encoding-dialog'
import { PasswordDialog } from './password-dialog'
import { RepeatedDialog } from './repeated-dialog'
import { StatusDialog } from './status-dialog'
import { TablesDialog } from './tables-dialog'

type Failed = Extract<Stage, { at: 'failed' }>

interface Props {
  importer: ImportController
  record: RecordType
  sheetTitle: (sheet: SheetId) => string
  /**
   * Remembers a mapping for later files, under a name.
   * @returns the recipe as it is stored; as it was given where storing it failed, which is reported
   */
  onRemember: (recipe: Recipe, mapping: DetectedMapping, name: string) => Promise<Recipe>
  /** The operator mapped the columns of a file. */
  onMapped: (file: string) => void
  /** Remembers what statuses mean, for files with the same headings. */
  onAnswers: (answers: readonly StateAnswer[], mapping: DetectedMapping, name: string) => void
  /** Opens a new draft of another sheet with a file. */
  onElsewhere: (sheet: SheetId, file: File) => void
  /** Returns the focus to the sheet. */
  onReturn: () => void
}

/** Asks what has to be known before a file is imported, where anything has. */
export function ImportQuestion(props: Props) {
  const { importer, record, sheetTitle, onRemember, onMapped, onAnswers, onElsewhere, onReturn } = props
  const { stage } = importer
  const close = () => {
    importer.cancel()
    // A dialog gives the focus back to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  switch (stage.at) {
    case 'failed':
      return <FailureQuestion importer={importer} stage={stage} onClose={close} />
    case 'statuses': {
      const { outline, options } = stage
      return (
        <StatusDialog
          key={outline.id}
          outline={outline}
          onAnswer={answers => {
            onAnswers(answers, outline.mapping, outline.name)
            importer.chooseOptions({ ...options, answers: [...answers, ...(options.answers ?? [])] })
          }}
          onClose={close}
        />
      )
    }
    case 'repeated': {
      const { outline, options } = stage
      return (
        outline.repeatedRows && (
          <RepeatedDialog
            key={outline.id}
            name={outline.name}
            repeated={outline.repeatedRows}
            onChoose={repeated => importer.chooseOptions({ ...options, repeated })}
            onClose={close}
          />
        )
      )
    }
    case 'choosing':
      return (
        <TablesDialog
          name={stage.outline.name}
          record={record}
          tables={stage.outline.tables}
          onChoose={table => importer.chooseOptions({ table })}
          onClose={close}
        />
      )
    case 'mapping': {
      const { report, excerpt } = stage
      const { table, header } = report.mapping
      return (
        <LazyMapping
          key={`${report.id}/${table}/${header}`}
          report={report}
          excerpt={excerpt}
          onApply={async (mapped, name) => {
            onMapped(report.id)
            // The meaning of statuses was answered separately, and is not part of the mapping.
            const { answers } = report.mapping.recipe
            const chosen = { ...mapped, ...(answers && { answers }) }
            const recipe = name === undefined ? chosen : await onRemember(chosen, report.mapping, name)
            importer.chooseOptions({ recipe, table, header })
          }}
          onAgain={options => importer.chooseOptions(options)}
          onCancel={close}
        />
      )
    }
    case 'elsewhere':
      return (
        <ElsewhereDialog
          outline={stage.outline}
          sheetTitle={sheetTitle}
          onOpen={() => {
            importer.cancel()
            onElsewhere(stage.outline.mapping.sheet, stage.active.file)
          }}
          onKeep={() => importer.chooseOptions({ keepsSheet: true })}
          onClose={close}
        />
      )
    default:
      return null
  }
}

/** Asks for what a file that could not be read needs: its password, or its encoding. */
function FailureQuestion({
  importer,
  stage: { name, failure },
  onClose,
}: Pick<Props, 'importer'> & { stage: Failed; onClose: () => void }) {
  if (failure.code === 'password_needed' || failure.code === 'password_wrong') {
    return (
      <PasswordDialog
        name={name}
        isWrong={failure.code === 'password_wrong'}
        onOpen={password => importer.chooseOptions({ password })}
        onClose={onClose}
      />
    )
  }
  if (failure.code === 'encoding_unclear') {
    return (
      <EncodingDialog
        name={name}
        previews={failure.previews}
        onChoose={encoding => importer.chooseOptions({ encoding })}
        onClose={onClose}
      />
    )
  }
  return null
}

/** Whether a failure is asked about by a dialog, and not only reported. */
export const isQuestion = ({ failure: { code } }: Failed): boolean =>
  code === 'password_needed' || code === 'password_wrong' || code === 'encoding_unclear'
