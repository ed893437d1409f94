'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useRuleText } from '@/components/import/rules/use-rule-text'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { ImportRule, NewRule } from '@/lib/import/rules/rule'
import { compareRules } from '@/lib/import/rules/rule-file'

interface Props {
  /** Name of the file. */
  file: string
  stored: readonly ImportRule[]
  rules: readonly NewRule[]
  /** @returns why they were not imported; undefined: they were */
  onImport: (rules: readonly NewRule[]) => Promise<string | undefined>
  onClose: () => void
}

/** Shows which rules of a file are new or different, before they are imported. */
export function ShareDialog({ file, stored, rules, onImport, onClose }: Props) {
  const t = useTranslations('rules.share')
  const { sentence, derivedName } = useRuleText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const changes = compareRules(stored, rules)
  const wanted = changes
    .filter(({ kind }) => kind !== 'same')
    .map(({ rule }) => ({ ...rule, name: rule.name || derivedName(rule) }))
  const act = () => start(async () => setProblem(await onImport(wanted)))
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={t('title', { file })}
      description={wanted.length === 0 ? t('nothing') : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {wanted.length > 0 && (
            <Button variant="primary" disabled={isBusy} focusableWhenDisabled onClick={act}>
              {t('act', { count: wanted.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className="flex flex-col">
        {[...changes.entries()].map(([at, change]) => {
          const says = sentence(change.rule)
          return (
            <li key={at} className="flex gap-3 border-line-soft border-t py-1.5">
              <span className="min-w-0 flex-1">
                {change.rule.name || says}
                {says !== change.rule.name && <span className="block text-ink-2 text-xs">{says}</span>}
                {change.kind === 'different' && (
                  <span className="block text-ink-3 text-xs">
                    {t('was', { rule: sentence(change.before) })}
                  </span>
                )}
              </span>
              <span
                className={
                  change.kind === 'same' ? 'text-ink-3' : change.kind === 'new' ? 'text-ink-2' : 'text-warn'
                }
              >
                {t(change.kind)}
              </span>
            </li>
          )
        })}
      </ul>
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </Dialog>
  )
}
