import { WandSparkles } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import type { ImportReport, ReadOptions } from '@/lib/import/reader/protocol'

interface Props {
  report: Pick<ImportReport, 'name' | 'rules' | 'ruleState'>
  /** Whether the file can be read another way. */
  canRead: boolean
  onReadAgain: (options: ReadOptions) => void
}

/** Says how many cells the rules of the operators changed, and applies them or takes them back in one step. */
export function RulesLine({ report: { name, rules, ruleState }, canRead, onReadAgain }: Props) {
  const t = useTranslations('intake.desk.rules')
  const isApplied = ruleState === 'applied'
  // Skipped rows have a line of their own.
  const changing = rules.filter(({ cells }) => cells > 0)
  if (isApplied && changing.length === 0) return null
  const text = isApplied
    ? t('changed', {
        rules: changing.length,
        cells: changing.reduce((sum, { cells }) => sum + cells, 0),
      })
    : t(ruleState)
  const act = isApplied ? 'undo' : 'apply'
  return (
    <div
      className={classes(
        'flex items-center gap-2 text-xs',
        ruleState === 'failed' ? 'text-warn' : 'text-ink-2',
      )}
    >
      <WandSparkles aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate" title={changing.map(rule => rule.name).join('\n')}>
        {text}
      </span>
      <Button
        size="small"
        className="shrink-0"
        disabled={!canRead}
        focusableWhenDisabled
        aria-label={t(`${act}Of`, { name })}
        onClick={() => onReadAgain({ rules: isApplied ? 'none' : 'apply' })}
      >
        {t(act)}
      </Button>
    </div>
  )
}
