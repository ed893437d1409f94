import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import { rememberedName } from '@/components/import/controller/use-recipes'
import type { RuleShop } from '@/components/import/rules/shop-choice'
import { findStoredFile } from '@/components/import/rules/test-rules'
import { Button } from '@/components/ui/buttons/button'
import { letterOf } from '@/components/ui/keyboard/letter-of'
import type { MenuAct } from '@/components/ui/overlay/menu'
import { Tooltip } from '@/components/ui/overlay/tooltip'
import { useWindowKeys } from '@/components/workbench/keys/use-keys'
import { useWorkbench, useWorkbookVersion } from '@/components/workbench/workbench-context'
import type { Result } from '@/lib/desk-api/result'
import { shopKeys } from '@/lib/import/match/shop-keys'
import { OWN_RECIPE_ID } from '@/lib/import/recipe/recipe'
import type { NewRule } from '@/lib/import/rules/rule'
import { type RuleSuggestion, suggestRules } from '@/lib/import/rules/suggest-rules'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import { correctionAt, correctionOf, type FileCorrection, joinedCorrection } from './corrections'
import { RememberDialog } from './remember-dialog'

/** The server's action that stores rules. */
export type SaveRules = (input: {
  rules: { rule: Omit<NewRule, 'shops' | 'conditions'> & MutableLists }[]
}) => Promise<Result<{ readonly ids: readonly string[] }>>

type MutableLists = { shops: string[]; conditions: NewRule['conditions'][number][] }

interface Deps {
  readonly draftId: string
  readonly mayEdit: boolean
  readonly importer: ImportController
  readonly save: SaveRules
  /** Whether an act filled in what is saved as a preset, so that there is nothing to remember. */
  readonly isSavedAsPreset: (act: UndoStep) => boolean
}

interface RememberQuestion {
  readonly file: string
  readonly suggestions: readonly RuleSuggestion[]
  readonly shop: RuleShop | undefined
  /** The act that was corrected; its offer ends with the rule. */
  readonly step: UndoStep | undefined
}

/**
 * Offers to repeat what the operator did last on every import: in the status bar, in the context menu, and by Alt+R. It
 * asks nothing until the operator chooses it.
 */
export function useRemember({ draftId, mayEdit, importer, save, isSavedAsPreset }: Deps) {
  const { workbook, grid, announce } = useWorkbench()
  useWorkbookVersion()
  const t = useTranslations('rules.remember')
  const [question, setQuestion] = useState<RememberQuestion>()
  const [remembered, setRemembered] = useState<ReadonlySet<UndoStep>>(new Set())
  /** The import that the last rule could be applied to, until the next act. */
  const [applicable, setApplicable] = useState<{
    readonly file: string
    readonly step: UndoStep | undefined
  }>()

  const step = mayEdit && !workbook.isReadOnly ? workbook.history.newest : undefined
  const offered = useMemo(() => {
    const correction = step && correctionOf(workbook, step)
    if (!step || !correction) return undefined
    const suggestions = suggestionsOf(correction, joinedCorrection(workbook, step))
    return suggestions.length > 0 ? { step, suggestions, file: correction.file } : undefined
  }, [workbook, step])

  const isKept = (act: UndoStep) => remembered.has(act) || isSavedAsPreset(act)
  const open = async (file: string, suggestions: readonly RuleSuggestion[], of: UndoStep | undefined) =>
    setQuestion({ file, suggestions, step: of, shop: await shopOf(importer, draftId, file) })
  const ask = () => {
    grid.current?.commit()
    const last = workbook.history.newest
    const now = last && !isKept(last) ? correctionOf(workbook, last) : undefined
    if (!now || !last) return askForCell()
    const suggestions = suggestionsOf(now, joinedCorrection(workbook, last))
    if (suggestions.length === 0) return announce(t('nothing'))
    void open(now.file, suggestions, last)
  }
  /** The active cell, to which the operator may have come back. */
  const askForCell = () => {
    grid.current?.commit()
    const active = grid.current?.selection.active
    const correction = active ? correctionAt(workbook, active) : undefined
    const suggestions = correction ? suggestRules(correction) : []
    if (!correction || suggestions.length === 0) return announce(t('nothing'))
    void open(correction.file, suggestions, undefined)
  }
  /** Called from the context menu: asks about the cell, else about the last act. */
  const askAtCell = () => {
    const active = grid.current?.selection.active
    const isOfCell = active && correctionAt(workbook, active)
    if (isOfCell) askForCell()
    else ask()
  }
  const close = () => {
    setQuestion(undefined)
    // The dialog returns the focus to where it was; the sheet takes it after that.
    requestAnimationFrame(() => grid.current?.focus())
  }
  const remember = async (rules: readonly NewRule[]): Promise<string | undefined> => {
    const input = rules.map(rule => ({
      rule: { ...rule, shops: [...rule.shops], conditions: [...rule.conditions] },
    }))
    const outcome = await save({ rules: input }).catch(() => undefined)
    if (!outcome?.ok) return outcome?.problem.message ?? t('offline')
    if (question?.step) setRemembered(new Set(remembered).add(question.step))
    const summary = importer.summaries.find(({ report }) => report.id === question?.file)
    setApplicable(
      summary && importer.canRead(summary)
        ? { file: summary.report.id, step: workbook.history.newest }
        : undefined,
    )
    close()
    announce(t('saved', { count: rules.length }))
    return undefined
  }
  useWindowKeys(event => {
    const isKey =
      letterOf(event) === 'r' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!isKey || !mayEdit) return false
    ask()
    return true
  })

  const current = offered && !isKept(offered.step) ? offered : undefined
  const offerButton = (
    <Tooltip text={t('lead')} keys="Alt+R" side="top">
      <Button
        size="small"
        variant="quiet"
        className="order-1 shrink-0"
        aria-keyshortcuts="Alt+R"
        onClick={() => current && void open(current.file, current.suggestions, current.step)}
      >
        {t('offer')}
      </Button>
    </Tooltip>
  )
  const applyButton = (
    <Button
      size="small"
      variant="quiet"
      className="order-1 shrink-0"
      onClick={() => {
        if (applicable) importer.readAgain(applicable.file, { rules: 'apply' })
        setApplicable(undefined)
        grid.current?.focus()
      }}
    >
      {t('now')}
    </Button>
  )
  const offer: ReactNode = current
    ? offerButton
    : applicable && applicable.step === step && step !== undefined && applyButton
  return {
    offer,
    acts: (): readonly MenuAct[] =>
      mayEdit && !workbook.isReadOnly
        ? [{ id: 'remember', label: t('offer'), keys: 'Alt+R', onSelect: askAtCell }]
        : [],
    dialog: question && (
      <RememberDialog
        sheet={workbook.sheet.id}
        file={{ draftId, sourceId: question.file }}
        isUploading={importer.summaries.some(
          ({ report, upload }) => report.id === question.file && upload.state === 'keeping',
        )}
        suggestions={question.suggestions}
        shop={question.shop}
        onSave={remember}
        onClose={close}
      />
    ),
  }
}

/** The ways to remember an act; a text that was divided in two acts comes first. */
function suggestionsOf(
  correction: FileCorrection,
  joined: FileCorrection | undefined,
): readonly RuleSuggestion[] {
  const split = joined ? suggestRules(joined).filter(({ reach }) => reach === 'split') : []
  return [...split, ...suggestRules(correction)]
}

/** The shop that a file came from, with its name; undefined where nothing is known of the file now. */
async function shopOf(
  importer: ImportController,
  draftId: string,
  sourceId: string,
): Promise<RuleShop | undefined> {
  const report = importer.summaries.find(one => one.report.id === sourceId)?.report
  const stored = report ? undefined : await findStoredFile({ draftId, sourceId })
  const table = report?.mapping ?? stored?.tables[0]
  if (!table) return undefined
  const file = rememberedName(report?.name ?? stored?.name ?? '')
  // Our own format has a name, but is not a shop.
  const name = table.recipe.id === OWN_RECIPE_ID ? file : table.recipe.name || file
  return { shops: shopKeys(table), shopName: name.slice(0, 120) }
}
