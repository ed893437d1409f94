'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ImportFileButton } from '@/app/(desk)/settings/import-file-button'
import { useAction } from '@/app/(desk)/use-action'
import { RuleDialog } from '@/components/import/rules/rule-dialog'
import { emptyRule } from '@/components/import/rules/rule-draft'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import type { RuleRow } from '@/lib/desk-api/master/import-rules'
import type { Result } from '@/lib/desk-api/result'
import type { ImportRule, NewRule } from '@/lib/import/rules/rule'
import { readRuleFile } from '@/lib/import/rules/rule-file'
import { deleteRule, enableRule, moveRule, saveRules } from './actions'
import { RuleList } from './list'
import { ShareDialog } from './share-dialog'
import { TestDialog } from './test-dialog'

interface Props {
  rows: readonly RuleRow[]
  mayEdit: boolean
}

type Open =
  | { readonly kind: 'edit'; readonly rule: ImportRule | undefined }
  | { readonly kind: 'test'; readonly rule: ImportRule }
  | { readonly kind: 'share'; readonly file: string; readonly rules: readonly NewRule[] }

/** The list of rules, with everything that can be done to them. */
export function RulesScreen({ rows, mayEdit }: Props) {
  const t = useTranslations('rules')
  const { announce } = useToast()
  const [open, setOpen] = useState<Open>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const list = useRef<HTMLDivElement>(null)
  const rules = rows.flatMap(({ rule }) => rule ?? [])
  const close = () => setOpen(undefined)

  const run = (call: () => Promise<Result<unknown>>, sentence: string, undo?: () => void) =>
    start(async () => {
      const outcome = await call()
      if (!outcome.ok) announce(outcome.problem.message)
      else announce(sentence, undo && { label: t('done.undo'), act: undo })
    })
  const save = async (rule: NewRule, id?: string) => {
    const outcome = await saveRules({ rules: [{ rule: asInput(rule), ...(id !== undefined && { id }) }] })
    if (!outcome.ok) return outcome.problem.message
    close()
    announce(t('done.saved', { name: rule.name }))
    return undefined
  }
  const drop = (rule: ImportRule) => {
    const position = rows.findIndex(({ id }) => id === rule.id)
    const restore = () =>
      run(
        () => saveRules({ rules: [{ rule: asInput(rule), position }] }),
        t('done.saved', { name: rule.name }),
      )
    const remove = async () => {
      const outcome = await deleteRule({ id: rule.id })
      // The pressed button is gone with its rule.
      if (outcome.ok) list.current?.focus({ preventScroll: true })
      return outcome
    }
    run(remove, t('done.deleted', { name: rule.name }), restore)
  }
  const readFile = (text: string, file: string) => {
    const read = readRuleFile(text)
    if (read.ok) {
      setProblem(undefined)
      setOpen({ kind: 'share', file, rules: read.rules })
    } else {
      const { code, ...about } = read.failure
      setProblem(`${file} — ${t(`failure.${code}`, about)}`)
    }
  }
  const importRules = async (chosen: readonly NewRule[]) => {
    const outcome = await saveRules({ rules: chosen.map(rule => ({ rule: asInput(rule) })) })
    if (!outcome.ok) return outcome.problem.message
    close()
    announce(t('done.imported', { count: chosen.length }))
    return undefined
  }

  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-2 px-3.5 py-2">
        <p className="min-w-0 flex-1 basis-80 text-ink-2">{t('about')}</p>
        {rules.length > 0 && (
          <a href="/settings/rules/all/file" download className={buttonClasses('plain', 'small')}>
            {t('acts.exportAll')}
          </a>
        )}
        {mayEdit && (
          <>
            <ImportFileButton label={t('acts.import')} disabled={isBusy} onFile={readFile} />
            <Button size="small" onClick={() => setOpen({ kind: 'edit', rule: undefined })}>
              {t('acts.new')}
            </Button>
          </>
        )}
      </div>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <div ref={list} tabIndex={-1} className="outline-none">
        <RuleList
          rows={rows}
          mayEdit={mayEdit}
          isBusy={isBusy}
          onMove={({ id, name }, direction, place) =>
            run(() => moveRule({ id, direction }), t('done.moved', { name, place }))
          }
          onEnable={({ id, name, isEnabled }) =>
            run(
              () => enableRule({ id, isEnabled: !isEnabled }),
              t(isEnabled ? 'done.disabled' : 'done.enabled', { name }),
            )
          }
          onTest={rule => setOpen({ kind: 'test', rule })}
          onEdit={rule => setOpen({ kind: 'edit', rule })}
          onDelete={drop}
        />
      </div>
      {open?.kind === 'edit' && (
        <RuleDialog
          title={t(open.rule ? 'form.titleEdit' : 'form.titleNew')}
          initial={open.rule ? asInput(open.rule) : emptyRule('orders/japan')}
          shops={rules}
          canChooseSheet={!open.rule}
          emptyFor={emptyRule}
          onSave={rule => save(rule, open.rule?.id)}
          onClose={close}
        />
      )}
      {open?.kind === 'test' && <TestDialog rule={open.rule} rules={rules} onClose={close} />}
      {open?.kind === 'share' && (
        <ShareDialog
          file={open.file}
          stored={rules}
          rules={open.rules}
          onImport={importRules}
          onClose={close}
        />
      )}
    </>
  )
}

/** A rule as a request carries it: without its id. */
const asInput = ({ name, sheet, shops, shopName, isEnabled, conditions, action }: NewRule) => ({
  name,
  sheet,
  shopName,
  isEnabled,
  action,
  shops: [...shops],
  conditions: [...conditions],
})
