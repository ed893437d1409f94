'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { testRules } from '@/components/import/rules/test-rules'
import { useRuleText } from '@/components/import/rules/use-rule-text'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useTimeText } from '@/components/ui/text/time'
import type { LastImport } from '@/lib/desk-api/master/import-rules'
import type { ImportRule } from '@/lib/import/rules/rule'
import type { RuleCount } from '@/lib/import/rules/rule-runner'
import { sheets } from '@/lib/sheet/schema/sheets'
import { findLastImport } from './actions'

interface Props {
  rule: ImportRule
  /** All rules, in their order. */
  rules: readonly ImportRule[]
  onClose: () => void
}

type Result =
  | { readonly at: 'none' }
  | { readonly at: 'failed' }
  | { readonly at: 'reading'; readonly file: LastImport }
  | { readonly at: 'done'; readonly file: LastImport; readonly count: RuleCount }

/** Shows what a rule would do with the last import of its shop. */
export function TestDialog({ rule, rules, onClose }: Props) {
  const t = useTranslations('rules.test')
  const [result, setResult] = useState<Result>()
  useEffect(() => {
    let isOver = false
    const show = (next: Result) => {
      if (!isOver) setResult(next)
    }
    void test(rule, rules, show)
    return () => {
      isOver = true
    }
  }, [rule, rules])
  return (
    <Dialog
      open
      onClose={onClose}
      width={640}
      title={t('title', { name: rule.name })}
      description={rule.isEnabled ? undefined : t('off')}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div role="status" className="min-h-10 text-ink-2">
        {result && <Outcome result={result} rule={rule} />}
      </div>
    </Dialog>
  )
}

/** Tests a rule behind the enabled rules before it, because it sees what they wrote. */
async function test(
  rule: ImportRule,
  rules: readonly ImportRule[],
  show: (result: Result) => void,
): Promise<void> {
  const found = await findLastImport({ sheet: rule.sheet, shops: [...rule.shops] })
  if (!found.ok) return show({ at: 'failed' })
  const file = found.value
  if (!file) return show({ at: 'none' })
  show({ at: 'reading', file })
  const before = rules.slice(
    0,
    rules.findIndex(({ id }) => id === rule.id),
  )
  const counts = await testRules(file, rule.sheet, [...before, { ...rule, isEnabled: true }])
  const count = counts?.find(one => one.rule.id === rule.id)
  show(count ? { at: 'done', file, count } : { at: 'failed' })
}

function Outcome({ result, rule }: { result: Result; rule: ImportRule }) {
  const t = useTranslations('rules.test')
  const time = useTimeText()
  const { columnName } = useRuleText()
  if (result.at === 'none') return t('none')
  if (result.at === 'failed') return t('failed')
  const file = t('file', { file: result.file.name, time: time(result.file.at, 'minute') })
  if (result.at === 'reading') return t('running', { file: result.file.name })
  const { cells, rows, examples } = result.count
  return (
    <>
      <p className="text-ink">{cells + rows === 0 ? t('zero') : t('count', { cells, rows })}</p>
      <p className="text-xs">{file}</p>
      {examples.length > 0 && (
        <table aria-label={t('examples')} className="mt-2 w-full table-fixed text-xs">
          <thead className="text-left text-ink-3">
            <tr>
              <th scope="col" className="py-1 font-medium">
                {t('order', { record: sheets[rule.sheet].recordType })}
              </th>
              <th scope="col" className="py-1 font-medium">
                {t('before')}
              </th>
              <th scope="col" className="py-1 font-medium">
                {t('after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {examples.map(({ number, column, before, after }) => (
              <tr key={`${number} ${column} ${before}`} className="border-line-soft border-t">
                <th scope="row" className="truncate py-1 pr-2 text-left font-normal">
                  {number} <span className="text-ink-3">{columnName(rule.sheet, column)}</span>
                </th>
                <td className="truncate py-1 pr-2" title={before}>
                  <del>{before}</del>
                </td>
                <td className="truncate py-1 text-ink" title={after}>
                  {after}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
