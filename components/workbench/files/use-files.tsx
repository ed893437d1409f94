import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import type { Summary } from '@/components/import/controller/state/state'
import { useImport } from '@/components/import/controller/use-import'
import { type RecipeActions, useRecipes } from '@/components/import/controller/use-recipes'
import { useMissingInDraft } from '@/components/import/defaults/missing-in-draft'
import { DefaultsPrompt } from '@/components/import/defaults/prompt'
import { type SaveDefaults, useDefaults } from '@/components/import/defaults/use-defaults'
import { FilesDialog } from '@/components/import/dialogs/files-dialog'
import { FileDrop } from '@/components/import/entry/file-drop'
import { openWithFiles } from '@/components/import/entry/pending-files'
import { UploadButton } from '@/components/import/entry/upload-button'
import { useExportPaste } from '@/components/import/entry/use-export-paste'
import { useWaitingFile, type WaitingFile } from '@/components/import/entry/use-waiting-file'
import { ImportScreens } from '@/components/import/import-screens'
import { RoundTripScreen } from '@/components/import/roundtrip/screen'
import { LineSources } from '@/components/import/summary/line-sources'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { columnNames } from '@/components/workbench/source/words/sheet-words'
import {
  RecordTypeContext,
  useWorkbenchTranslations,
} from '@/components/workbench/use-workbench-translations'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import { newLineId } from '@/lib/desk-api/drafts/ids'
import { countMissing } from '@/lib/import/lines/fill/missing-defaults'
import { findBlockHeader, isOwnHeader } from '@/lib/sheet/acts/paste-header'
import type { Matrix } from '@/lib/sheet/codecs/tsv'
import { shownColumnsOf } from '@/lib/sheet/schema/sheets'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import { useImportAnnouncements } from './use-import-announcements'

interface Deps {
  readonly draft: { readonly draftId: string; readonly name: string; rename(name: string): void }
  readonly mayEdit: boolean
  readonly recipeActions: RecipeActions
  readonly saveDefaults: SaveDefaults
  /** The connection in use. */
  readonly connection: ConnectionChoice | undefined
  /** Checks the draft. */
  readonly check: () => void
  /** A file that arrived without a person and waits for one. */
  readonly waitingFile: WaitingFile | undefined
}

/** The parts of the workbench that concern files. */
export interface Files {
  readonly importer: ImportController
  /** The part of the page on which files are dropped. */
  readonly area: RefObject<HTMLDivElement | null>
  /** The upload button; nothing where the operator may not edit. */
  readonly button: ReactNode
  /** Opens the file dialog of the browser. */
  ask(): void
  /** Acts on the files of the draft, for the menu. */
  acts(): readonly MenuAct[]
  /** Finds out where cells came from. */
  readonly lineSources: LineSources
  /** Offers to set the fields that no order of the draft has, where no summary of an import offers it. */
  readonly prompt: ReactNode
  /** Asks for the fields that no order of the draft has. */
  setDefaults(): void
  /** Whether an act filled in what is saved as a preset: the next import is filled like that anyway. */
  isSavedAsPreset(act: UndoStep): boolean
  /** Progress, dialogs and summaries of imports. */
  readonly screens: ReactNode
}

/** Imports files into the sheet: uploaded by the button, dropped or pasted. */
export function useFiles(deps: Deps): Files {
  const { draft, mayEdit, recipeActions, saveDefaults, connection, check } = deps
  const { workbook, words, grid, source, goTo, announce } = useWorkbench()
  const t = useTranslations('intake.desk')
  const tReturn = useTranslations('intake.roundTrip')
  const tWorkbench = useWorkbenchTranslations()
  const record = useContext(RecordTypeContext)
  const router = useRouter()
  const area = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isListed, setListed] = useState(false)
  const sheet = workbook.sheet.id
  const recipes = useRecipes(sheet, recipeActions)

  const nameOf = columnNames(workbook, words)
  const [presetActs] = useState(() => new WeakSet<UndoStep>())
  const defaults = useDefaults({
    workbook,
    nameOf,
    announce,
    check,
    save: saveDefaults,
    warehouses: connection?.warehouses ?? [],
    at: () => grid.current?.selection.active ?? null,
    isIdle: () => importer.stage.at === 'idle',
    onReturn: () => grid.current?.focus(),
    onSaved: act => presetActs.add(act),
  })
  /** Files whose columns the operator has just mapped: what else they need is asked next. */
  const mapped = useRef(new Set<string>())

  const report = useImportAnnouncements(draft)
  const onImported = (summary: Summary, isAgain: boolean) => {
    lineSources.forget()
    recipes.used(summary.report.mapping)
    report.imported(summary, isAgain)
    if (mapped.current.delete(summary.report.id) && !isAgain) defaults.askOnce(summary)
  }

  const importer = useImport({
    workbook,
    sheet,
    newId: newLineId,
    rememberedRecipes: () => recipes.remembered(),
    draftId: () => draft.draftId,
    commitEdit: () => grid.current?.commit(),
    onImported,
    onIncluded: report.included,
    onRemoved: report.removed,
    onReadingChanged: () => lineSources.forget(),
    onFoundImported: name => {
      announce(t('foundImported', { name }))
      // Its dialog is closed, and had the focus.
      requestAnimationFrame(() => grid.current?.focus())
    },
  })
  useWaitingFile(deps.waitingFile, draft.draftId, workbook, importer)
  const lineSources = useMemo(
    () => new LineSources(importer, draft.draftId, mayEdit),
    [importer, draft.draftId, mayEdit],
  )
  const addFiles = (files: readonly File[]) => {
    if (mayEdit) importer.addFiles(files)
    else announce(t('viewer'))
  }
  const headerOf = (rows: Matrix) => findBlockHeader(rows, shownColumnsOf(workbook.sheet), words.headingNames)
  const importText = (text: string) => addFiles([new File([text], t('pasted'), { type: 'text/plain' })])
  useExportPaste({
    area,
    sheet,
    isForSheet: ({ target }) =>
      mayEdit && (grid.current?.contains(target) ?? false) && !grid.current?.editing(),
    isOwn: rows => {
      const header = headerOf(rows)
      return header !== undefined && isOwnHeader(header)
    },
    leftOut: rows => headerOf(rows)?.unknown,
    onExport: importText,
    onUnknown: (clip, isExport, importIt) => {
      const selection = grid.current?.selection
      if (!selection) return
      const on = { received: selection.pasteReceiver(), importIt }
      source.pasteLater(selection.ranges(), clip, isExport, on)
    },
  })
  const ask = () => input.current?.click()
  const missing = useMissingInDraft(workbook, mayEdit && !importer.summaries.some(importer.isShown))

  return {
    importer,
    area,
    lineSources,
    button: mayEdit && (
      <UploadButton
        onFiles={addFiles}
        input={input}
        // Beside the filters by status there is no room for it; below 1,340 pixels those have a row of their own.
        labelClassName="max-[1500px]:min-[1340px]:sr-only"
      />
    ),
    ask,
    acts: () => [
      { id: 'files', label: t('files.open'), disabled: !mayEdit, onSelect: () => setListed(true) },
    ],
    prompt: countMissing(missing) > 0 && (
      <div className="shrink-0 px-3.5 py-2">
        <DefaultsPrompt
          missing={missing}
          isOfFile={false}
          record={record}
          onAsk={() => defaults.ask(undefined)}
        />
      </div>
    ),
    setDefaults: () => defaults.ask(undefined),
    isSavedAsPreset: act => presetActs.has(act),
    screens: (
      <>
        {defaults.dialog}
        <FileDrop area={area} onFiles={addFiles} />
        <ImportScreens
          importer={importer}
          workbook={workbook}
          draftId={draft.draftId}
          record={record}
          nameOf={nameOf}
          sheetTitle={id => tWorkbench(`sheets.${id}`)}
          onUndo={() => grid.current?.undo()}
          goTo={goTo}
          onAsk={ask}
          onSetDefaults={mayEdit ? defaults.ask : undefined}
          onMapped={file => mapped.current.add(file)}
          onRemember={recipes.remember}
          onAnswers={recipes.keepAnswers}
          onElsewhere={(other, file) => {
            openWithFiles(`/${other}/new`, [file], router.push)
          }}
          onCancelled={name => announce(t('cancelled', { name }))}
          onReturn={() => grid.current?.focus()}
        />
        {isListed && (
          <FilesDialog
            workbook={workbook}
            importer={importer}
            draftId={draft.draftId}
            onClose={() => {
              setListed(false)
              // The dialog returns the focus to where it was; the grid takes it after that.
              requestAnimationFrame(() => grid.current?.focus())
            }}
          />
        )}
        <RoundTripScreen
          importer={importer}
          workbook={workbook}
          draftId={draft.draftId}
          nameOf={nameOf}
          sheetTitle={id => tWorkbench(`sheets.${id}`)}
          newId={newLineId}
          at={() => grid.current?.selection.active ?? null}
          onApplied={({ cells, added, first }, name) => {
            announce(tReturn('applied', { cells, added, name }))
            if (first) goTo(first)
          }}
          onOpen={(other, id, file) => {
            openWithFiles(`/${other}/${id}`, [file], router.push)
          }}
          onReturn={() => grid.current?.focus()}
        />
      </>
    ),
  }
}
