import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { Select } from '@/components/ui/fields/select'
import { TextArea } from '@/components/ui/fields/text-area'
import { blankTests, type RuleCondition, textTests } from '@/lib/import/rules/rule'

interface Props {
  condition: RuleCondition
  /** Its number, from 1. */
  at: number
  columns: readonly { readonly value: string; readonly label: string }[]
  onChange: (condition: RuleCondition) => void
  onRemove: () => void
}

const tests = [...textTests, ...blankTests]
/** Lines of the field of several texts. */
const MAX_LINES = 5

/** One condition: a column, a comparison and its texts. */
export function ConditionRow({ condition, at, columns, onChange, onRemove }: Props) {
  const t = useTranslations('rules.form')
  const { column } = condition
  const texts = 'texts' in condition ? condition.texts : undefined
  const change = (test: RuleCondition['test']) =>
    onChange(
      test === 'blank' || test === 'filled' ? { column, test } : { column, test, texts: texts ?? [''] },
    )
  const write = (written: readonly string[]) => {
    if ('texts' in condition) onChange({ ...condition, texts: written })
  }
  const label = `${t('condition', { at })}: ${t('value')}`
  return (
    <fieldset className="flex items-start gap-1.5" aria-label={t('condition', { at })}>
      <Select
        className="w-44 shrink-0"
        label={`${t('condition', { at })}: ${t('column')}`}
        choices={columns}
        value={column}
        onChange={next => onChange({ ...condition, column: next })}
      />
      <Select
        className="w-32 shrink-0"
        label={`${t('condition', { at })}: ${t('test')}`}
        choices={tests.map(value => ({ value, label: t(`tests.${value}`) }))}
        value={condition.test}
        onChange={change}
      />
      <div className="min-w-0 flex-1">
        {texts && (
          <TextArea
            aria-label={label}
            title={t('values')}
            placeholder={condition.test === 'matches' ? t('patternHint') : ''}
            rows={Math.min(texts.length, MAX_LINES)}
            value={texts.join('\n')}
            onChange={event => write(event.currentTarget.value.split('\n'))}
          />
        )}
      </div>
      <IconButton label={t('removeCondition', { at })} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </fieldset>
  )
}
