'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useBusy } from '@/components/ui/use-busy'
import type { NewRule } from '@/lib/import/rules/rule'
import { type SheetId, sheets } from '@/lib/sheet/schema/sheets'
import { finishedRule, problemOf } from './rule-draft'
import { RuleEditor } from './rule-editor'
import { type RuleShop, ShopChoice } from './shop-choice'
import { useRuleText } from './use-rule-text'

interface Props {
  title: string
  initial: NewRule
  /** Shops that the rule can be limited to. */
  shops: readonly RuleShop[]
  /** Whether the sheet can be chosen: only for a new rule. */
  canChooseSheet: boolean
  /** The first rule of a sheet that is chosen. */
  emptyFor: (sheet: SheetId) => NewRule
  /** @returns why it was not saved; undefined: it was */
  onSave: (rule: NewRule) => Promise<string | undefined>
  onClose: () => void
}

/** Creates or changes a rule. */
export function RuleDialog({ title, initial, shops, canChooseSheet, emptyFor, onSave, onClose }: Props) {
  const t = useTranslations('rules.form')
  const tProblem = useTranslations('rules.problem')
  const sheetNames = useTranslations('workbench.sheets')
  const { derivedName } = useRuleText()
  const [rule, setRule] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [isBusy, whileBusy] = useBusy()
  const finished = finishedRule(rule)
  const derived = derivedName(finished)
  const save = () => {
    const wrong = problemOf(finished)
    if (wrong) return setProblem(tProblem(wrong))
    void whileBusy(async () => setProblem(await onSave({ ...finished, name: finished.name || derived })))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      staysOpen
      width={600}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={isBusy} focusableWhenDisabled onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {canChooseSheet && (
          <Field label={t('sheet')}>
            <Select
              choices={Object.values(sheets).map(({ id }) => ({ value: id, label: sheetNames(id) }))}
              value={rule.sheet}
              onChange={sheet => setRule({ ...emptyFor(sheet), name: rule.name })}
            />
          </Field>
        )}
        <RuleEditor rule={rule} onChange={setRule} />
        <div className="grid grid-cols-2 gap-x-2">
          <Field label={t('name')}>
            <Input
              placeholder={problemOf(finished) === 'incomplete' ? '' : derived}
              maxLength={120}
              value={rule.name}
              onChange={event => setRule({ ...rule, name: event.currentTarget.value })}
            />
          </Field>
          <ShopChoice shops={shops} rule={rule} onChange={shop => setRule({ ...rule, ...shop })} />
        </div>
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
      </div>
    </Dialog>
  )
}
