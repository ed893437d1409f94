import { useEffect, useId, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { GrowingTextArea } from '@/components/ui/fields/growing-text-area'
import { useWorkbench, useWorkbookVersion } from '@/components/workbench/workbench-context'
import { newLineId } from '@/lib/desk-api/drafts/ids'
import {
  axesOf,
  axesProblem,
  buildCombinations,
  MAX_OPTIONS,
  planCombinations,
  readAxisValues,
  writeAxisValues,
} from '@/lib/sheet/acts/combinations'
import { removeLines } from '@/lib/sheet/acts/lines'
import type { LineId } from '@/lib/sheet/schema/line'
import { axisNameColumn, axisValueColumn, MAX_AXES } from '@/lib/sheet/schema/product-rules'
import type { RecordField, RecordView } from '@/lib/sheet/workbook/record-view'
import { firstOf, listOf } from '@/lib/words/sentences/join'
import { type FieldsContext, RecordFields } from './record-fields'

/** Values that were typed and not built yet, by the first line of the product: they outlive the panel. */
export type TypedValues = Map<LineId, string[]>

/** The columns of the names of axes, which are shown beside their values. */
export const axisNames: ReadonlySet<string> = new Set(
  Array.from({ length: MAX_AXES }, (_, axis) => axisNameColumn(axis)),
)

/** Lines outside of all combinations that are named; the others are counted. */
const MAX_NAMED = 5

interface Props {
  view: RecordView
  /** The axes' names, which are cells of the product like any other. */
  names: readonly RecordField[]
  context: FieldsContext
  typedValues: TypedValues
  locked: boolean
}

/** Builds the options of a product from the values of its axes. Every product gets a new instance. */
export function OptionBuilder(props: Props) {
  const { view, names, context, typedValues, locked } = props
  const { workbook, announce } = useWorkbench()
  const version = useWorkbookVersion()
  const t = useTranslations('recordPanel.options')
  const locale = useLocale()
  const id = useId()
  const { draft } = workbook
  const { axes: read } = useMemo(() => ({ version, axes: axesOf(draft, view) }), [draft, version, view])
  const stored = JSON.stringify(read.map(axis => writeAxisValues(axis.values)))
  const { register, control, reset, getValues } = useForm<{ values: string[] }>({
    defaultValues: { values: typedValues.get(view.firstLine) ?? JSON.parse(stored) },
  })
  const typed = useWatch({ control, name: 'values' })
  const isBuilt = useRef(false)

  // The values are read from the lines until the operator types others.
  useEffect(() => {
    if (!typedValues.has(view.firstLine)) reset({ values: JSON.parse(stored) })
  }, [stored, reset, typedValues, view.firstLine])
  // Built values are read from the lines again when the product is shown the next time.
  useEffect(
    () => () => {
      if (isBuilt.current) typedValues.delete(view.firstLine)
    },
    [typedValues, view.firstLine],
  )

  // Typed names count before they are written, for an operator who presses Build at once.
  const typedNames = useWatch<Record<string, string>>({ name: names.map(name => name.name) })
  const values = typed.map(readAxisValues)
  const axes = read.map((axis, at) => ({
    name: typedNames[at] ?? axis.name,
    values: values[at]?.values ?? [],
  }))
  const failure = axesProblem(axes)
  const plan = failure ? undefined : planCombinations(draft, view, axes)
  const repeated = values.flatMap(axis => axis.repeated)
  const needsKey = view.lines.every(line => workbook.text({ line, column: workbook.sheet.key }).trim() === '')
  const canBuild = plan !== undefined && plan.missing.length > 0 && !needsKey
  const at = { line: view.firstLine, column: axisValueColumn(0) }

  const build = () => {
    if (!canBuild) return
    // An act in progress may remove the product, or add some of its options.
    workbook.finishActs()
    const product = workbook.index.find(view.firstLine)
    if (!product) return
    const { missing } = planCombinations(draft, product, axes)
    isBuilt.current = true
    workbook.perform(buildCombinations(draft, product, axes, newLineId), at)
    announce(t('built', { count: missing.length }))
  }
  const valuesAt = (line: LineId) => {
    const texts = axes.map((_, axis) => workbook.text({ line, column: axisValueColumn(axis) }).trim())
    return texts.filter(text => text !== '').join(' / ') || t('blank')
  }
  const sentence = () => {
    if (failure?.problem === 'too_many') return t('too_many', { count: failure.count, most: MAX_OPTIONS })
    if (failure) return t(failure.problem, 'axis' in failure ? { axis: failure.axis + 1 } : {})
    if (!plan) return ''
    const counts = axes.map(axis => axis.values.length).filter(count => count > 0)
    const formula = counts.length > 1 ? counts.join(' × ') : 'none'
    return t('plan', { formula, count: plan.count, there: plan.there.size, missing: plan.missing.length })
  }
  return (
    <fieldset aria-label={t('label')} className="mt-2 flex flex-col gap-2">
      {names.map((name, axis) => (
        <div key={name.name} className="grid grid-cols-[1fr_1.6fr] gap-x-2.5">
          <RecordFields fields={[name]} context={context} columns={1} />
          <div className="min-w-0">
            <label htmlFor={`${id}-${axis}`} className="block truncate pb-0.5 text-ink-2 text-xs">
              {t('values', { at: axis + 1 })}
            </label>
            <GrowingTextArea
              data-typed
              {...register(`values.${axis}`, {
                onChange: () => {
                  isBuilt.current = false
                  typedValues.set(view.firstLine, getValues('values'))
                },
              })}
              id={`${id}-${axis}`}
              aria-describedby={`${id}-hint`}
              rows={1}
              readOnly={locked}
              className="read-only:bg-shade"
            />
          </div>
        </div>
      ))}
      <p id={`${id}-hint`} className="text-ink-3 text-xs">
        {t('valuesHint')}
      </p>
      <div className="flex min-h-7 items-start gap-2">
        {/* Always there, so that screen readers read its changes. */}
        <div aria-live="polite" className="min-w-0 flex-1 pt-1 text-xs">
          <p className={failure && failure.problem !== 'none' ? 'text-warn' : 'text-ink-2'}>{sentence()}</p>
          {needsKey && <p className="text-ink-2">{t('needsKey')}</p>}
          {repeated.length > 0 && (
            <p className="text-ink-2">
              {t('repeated', { count: repeated.length, values: listOf(locale, repeated) })}
            </p>
          )}
        </div>
        {!locked && (
          <Button size="small" onClick={build} disabled={!canBuild} focusableWhenDisabled>
            {t('build', { count: canBuild ? plan.missing.length : 0 })}
          </Button>
        )}
      </div>
      {plan !== undefined && plan.outside.length > 0 && (
        <div className="flex items-start gap-2 text-xs">
          <p className="min-w-0 flex-1 break-words pt-1 text-warn">
            {t('outside', {
              count: plan.outside.length,
              values: firstOf(
                locale,
                plan.outside.slice(0, MAX_NAMED).map(valuesAt),
                MAX_NAMED,
                plan.outside.length,
              ),
            })}
          </p>
          {!locked && plan.there.size > 0 && (
            <Button size="small" onClick={() => removeLines(workbook, plan.outside, at)}>
              {t('removeOutside', { count: plan.outside.length })}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
