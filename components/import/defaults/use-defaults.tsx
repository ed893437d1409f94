import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Summary } from '@/components/import/controller/state/state'
import { rememberedName } from '@/components/import/controller/use-recipes'
import { exportedBy, fileStatus } from '@/components/import/summary/file-status'
import type { Warehouse } from '@/lib/contract/warehouses'
import type { Defaults, LastSender, SavedDefaults } from '@/lib/desk-api/master/defaults'
import type { Result } from '@/lib/desk-api/result'
import { countMissing, MissingDefaultsFinder } from '@/lib/import/lines/fill/missing-defaults'
import { presetOfShop } from '@/lib/import/lines/fill/source-loader'
import { shopKeys } from '@/lib/import/match/shop-keys'
import { fetchLastSender, fetchPresets } from '@/lib/import/reader/lookups'
import type { CellAddress } from '@/lib/sheet/schema/line'
import type { UndoStep } from '@/lib/sheet/workbook/acts/history'
import type { Workbook } from '@/lib/sheet/workbook/workbook'
import { applyDefaults } from './apply-defaults'
import { DefaultsDialog, type DefaultsQuestion } from './dialog'
import { missingInDraft } from './missing-in-draft'

/** The server's action for what is set once. */
export type SaveDefaults = (input: Defaults) => Promise<Result<SavedDefaults>>

interface Options {
  readonly workbook: Workbook
  readonly warehouses: readonly Warehouse[]
  readonly nameOf: (column: string) => string
  readonly save: SaveDefaults
  /** Checks the draft. */
  readonly check: () => void
  readonly announce: (sentence: string) => void
  /** The active cell. */
  readonly at: () => CellAddress | null
  /** Whether no other file is under way, which may have questions of its own. */
  readonly isIdle: () => boolean
  /** Returns the focus to the sheet. */
  readonly onReturn: () => void
  /** Called with the act that filled the sheet with what was saved as a preset. */
  readonly onSaved: (act: UndoStep) => void
}

/** Setting once what a shop never exports. */
export interface DefaultsActs {
  /** Asks for what an import lacks; undefined: for what all orders of the draft lack. */
  ask(summary: Summary | undefined): Promise<void>
  /** Asks after the first import of a shop; a shop that has a preset is not asked about again. */
  askOnce(summary: Summary): Promise<void>
  readonly dialog: ReactNode
}

interface OpenQuestion extends DefaultsQuestion {
  readonly file: string | undefined
}

/** Asks for fields that a shop never exports, saves them and fills its orders. */
export function useDefaults(options: Options): DefaultsActs {
  const { workbook, warehouses, nameOf, save, check, announce, at, isIdle, onReturn, onSaved } = options
  const t = useTranslations('intake.defaults')
  const [question, setQuestion] = useState<OpenQuestion>()
  const { id: sheet, recordType } = workbook.sheet

  const open = async (summary: Summary | undefined, isOnlyOnce: boolean) => {
    const report = summary?.report
    const [missing, presets, sender] = await Promise.all([
      report ? missingInFile(workbook, report) : missingInDraft(workbook),
      fetchPresets(sheet).catch(() => undefined),
      fetchLastSender().catch((): LastSender => ({ name: '', contact: '' })),
    ])
    const shops = report ? shopKeys(report.mapping) : []
    const before = presetOfShop(presets ?? [], shops)
    // Nothing is asked unbidden while it is unknown what was set before.
    if (isOnlyOnce && (countMissing(missing) === 0 || before || !presets || !isIdle())) return
    if (countMissing(missing) === 0) return announce(t('nothing'))
    const name = report ? report.mapping.recipe.name || rememberedName(report.name) : t('draftName')
    setQuestion({
      sheet,
      missing,
      shops,
      name: before?.name ?? name,
      isKnown: before !== undefined,
      known: { sender, warehouses },
      count: report?.orders ?? workbook.orderCount,
      file: report?.id,
    })
  }
  const close = () => {
    setQuestion(undefined)
    // The dialog returns the focus to where it was; the sheet takes it after that.
    requestAnimationFrame(onReturn)
  }
  const apply = async (question: OpenQuestion, defaults: Defaults, isChecked: boolean) => {
    const saved = await save(defaults).catch(() => undefined)
    if (!saved?.ok) return saved?.problem.message ?? t('offline')
    const { preset } = saved.value
    const given = { defaults, items: question.missing.items, preset }
    const count = await applyDefaults(workbook, question.file, given, at())
    const act = workbook.history.newest
    if (preset !== undefined && count > 0 && act) onSaved(act)
    close()
    announce(preset === undefined ? t('applied', { count }) : t('appliedAndSaved', { count, name: preset }))
    if (isChecked) check()
    return undefined
  }

  return {
    ask: summary => open(summary, false),
    askOnce: summary => open(summary, true),
    dialog: question && (
      <DefaultsDialog
        question={question}
        record={recordType}
        nameOf={nameOf}
        onApply={(defaults, isChecked) => apply(question, defaults, isChecked)}
        canCheck={workbook.sheet.check !== undefined}
        onClose={close}
      />
    ),
  }
}

async function missingInFile(workbook: Workbook, { id, mapping }: Summary['report']) {
  const { signal } = new AbortController()
  const status = await fileStatus(workbook, id, exportedBy(mapping), new Set(), signal)
  return status?.missing ?? new MissingDefaultsFinder(workbook.sheet, () => false).result()
}
