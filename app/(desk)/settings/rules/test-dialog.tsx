'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRuleText } from '@/components/import/rules/use-rule-text'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useTimeText } from '@/components/ui/text/time'
import type { ImportRule } from '@/lib/import/rules/rule'
import { sheets } from '@/lib/sheet/schema/sheets'
import { findLastImport } from './actions'
import { type TestResult, testRule } from './test-rule'

interface Props {
  rule: ImportRule
  /** All rules, in their order. */
  rules: readonly ImportRule[]
  onClose: () => void
}

/** Shows what a rule would do with the last import of its shop. */
export function TestDialog({ rule, rules, onClose }: Props) {
  const t = useTranslations('rules.test')
  const [result, setResult] = useState<TestResult>()
  useEffect(() => {
    let isOver = false
    const show = (next: TestResult) => {
      if (!isOver) setResult(next)
    }
    void testRule(rule, rules, findLastImport, show)
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

function Outcome({ result, rule }: { result: TestResult; rule: ImportRule }) {
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
