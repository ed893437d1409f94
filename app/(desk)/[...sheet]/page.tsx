import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { assignFieldName } from '@/app/(desk)/settings/fields/actions'
import { saveDefaults } from '@/app/(desk)/settings/presets/actions'
import { listRecipes, noteRecipeUse, saveRecipe } from '@/app/(desk)/settings/recipes/actions'
import { rememberRules } from '@/app/(desk)/settings/rules/actions'
import { Words } from '@/app/words'
import { Notice } from '@/components/ui/feedback/notice'
import { DraftLoader } from '@/components/workbench/draft/draft-loader'
import { isAtLeast } from '@/lib/auth/roles'
import { requireOperator } from '@/lib/auth/session'
import { draftPreview } from '@/lib/desk/drafts/opening/draft-preview'
import { findSheetOfDraft, openWorkbench } from '@/lib/desk/drafts/opening/workbench'
import { findSheet, type Sheet } from '@/lib/sheet/schema/sheets'
import { getTranslations } from '@/lib/words/server'
import { requestTime } from '@/lib/words/time/request-time'
import { carryDraftOver, chooseConnection, dismissConflicts, nameDraft, unarchiveDraft } from './actions'
import { headingNames } from './heading-names'
import { addSuggestions, dismissSuggestion } from './requirement-actions'
import { cancelRun, checkDraft, pauseRun, registerDraft, registerInHalves, resumeRun } from './run-actions'
import { deleteView, renameView, saveLayout, saveView } from './view-actions'

interface Props {
  params: Promise<{ sheet: string[] }>
}

const t = getTranslations('workbench')

/** Messages of the workbench and its dialogs. */
const SHEET_AREAS = [
  'carryOver',
  'cellHistory',
  'choiceLabels',
  'columnGroups',
  'columns',
  'columnsMenu',
  'drafts.closed',
  'editors',
  'elsewhere',
  'explanations',
  'failures',
  'filter',
  'find',
  'findings',
  'goTo',
  'grid',
  'halving',
  'help',
  'intake',
  'mergeOrders',
  'production',
  'recordPanel',
  'rehearsal',
  'rules.form',
  'rules.problem',
  'rules.remember',
  'rules.scope',
  'rules.sentence',
  'requirements',
  'sheetMenu',
  'together',
  'unknown',
  'workbench',
] as const

const actions = {
  dismissConflicts,
  rename: nameDraft,
  chooseConnection,
  unarchive: unarchiveDraft,
  carryOver: carryDraftOver,
  assignFieldName,
  saveDefaults,
  saveRules: rememberRules,
  requirements: { add: addSuggestions, dismiss: dismissSuggestion },
  runs: {
    check: checkDraft,
    register: registerDraft,
    halve: registerInHalves,
    pause: pauseRun,
    resume: resumeRun,
    cancel: cancelRun,
  },
  recipes: { list: listRecipes, keep: saveRecipe, used: noteRecipeUse },
  views: { saveLayout, save: saveView, rename: renameView, delete: deleteView },
}

/**
 * `/orders/japan/new` opens an empty draft, `/orders/japan/<id>` a stored one. `/orders/japan` lists drafts: it is a
 * page of its own, which loads no workbench.
 */
function readPath(segments: readonly string[]): { sheet: Sheet; draft: string | undefined } | undefined {
  const sheet = findSheet(segments.slice(0, -1))
  return sheet && { sheet, draft: segments.at(-1) }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const path = readPath((await params).sheet)
  // The page below does the same, but the title of the page "not found" is used only when it is called here.
  if (!path) notFound()
  return { title: t(`sheets.${path.sheet.id}`) }
}

export default async function Page({ params }: Props) {
  const operator = await requireOperator()
  const path = readPath((await params).sheet)
  if (!path) notFound()
  const isNew = path.draft === 'new'
  const opened = await openWorkbench(path.sheet.id, isNew ? undefined : path.draft, operator.id)
  if (!opened) {
    const sheet = await findSheetOfDraft(path.draft ?? '')
    if (sheet === undefined) notFound()
    redirect(`/${sheet}/${path.draft}`)
  }
  const { draft, connections, connectionId, views, waitingFile } = opened
  const preview = isNew ? undefined : await draftPreview(draft.id, path.sheet, connectionId)
  return (
    <Words areas={SHEET_AREAS}>
      {draft.erasedAt !== null && (
        <div className="shrink-0 px-3.5 py-2">
          <Notice>
            {getTranslations('history')('draftErased', { date: requestTime(draft.erasedAt, 'day') })}
          </Notice>
        </div>
      )}
      <DraftLoader
        key={isNew ? 'new' : draft.id}
        draftId={draft.id}
        operatorId={operator.id}
        may={{
          edit: isAtLeast(operator.role, 'editor'),
          register: isAtLeast(operator.role, 'registrar'),
          administer: operator.role === 'administrator',
        }}
        sheetId={path.sheet.id}
        name={draft.name}
        isNew={isNew}
        isArchived={draft.isArchived}
        connections={connections}
        initialConnection={connectionId}
        views={views}
        headingNames={headingNames(path.sheet)}
        waitingFile={waitingFile}
        preview={preview}
        actions={actions}
      />
    </Words>
  )
}
