import { useEffect, useId, useMemo, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { inputClasses } from '@/components/ui/input'
import { readAxisValues, writeAxisValues } from '@/lib/sheet/axis-values'
import {
  axesOf,
  buildCombinations,
  MOST_OPTIONS,
  planCombinations,
  troubleOf,
} from '@/lib/sheet/combinations'
import type { LineId } from '@/lib/sheet/draft'
import { removeLines } from '@/lib/sheet/line-acts'
import { AXES, axisNameColumn, axisValueColumn } from '@/lib/sheet/products'
import type { RecordField, RecordView } from '@/lib/sheet/record-view'
import type { Workbook } from '@/lib/sheet/workbook'
import { newLineId } from './grid-source'
import { Fields, type FieldsContext } from './record-panel-fields'

/** Values that were typed and not built yet, by product: they wait where the panel is closed meanwhile. */
export type TypedValues = Map<LineId, string[]>

/** The columns of axes' names, which stand beside their values. */
export const axisNames: ReadonlySet<string> = new Set(
  Array.from({ length: AXES }, (_, axis) => axisNameColumn(axis)),
)

/** Lines of no combination that are named; the others are counted. */
const NAMED = 5

interface Props {
  workbook: Workbook
  /** Changes with the workbook. */
  version: number
  view: RecordView
  /** The axes' names, which are cells of the product like any other. */
  names: readonly RecordField[]
  context: FieldsContext
  typedValues: TypedValues
  locked: boolean
  announce: (sentence: string) => void
}

/** Builds the options of a product out of the values of its axes. Made anew for every product. */
export function Options(props: Props) {
  const { workbook, version, view, names, context, typedValues, locked, announce } = props
  const t = useTranslations('recordPanel.options')
  const id = useId()
  const { draft } = workbook
  const { axes: read } = useMemo(() => ({ version, axes: axesOf(draft, view) }), [draft, version, view])
  const said = JSON.stringify(read.map(axis => writeAxisValues(axis.values)))
  const { register, control, reset, getValues } = useForm<{ values: string[] }>({
    defaultValues: { values: typedValues.get(view.lead) ?? JSON.parse(said) },
  })
  const typed = useWatch({ control, name: 'values' })
  const isBuilt = useRef(false)

  // The lines say the values until somebody types others.
  useEffect(() => {
    if (!typedValues.has(view.lead)) reset({ values: JSON.parse(said) })
  }, [said, reset, typedValues, view.lead])
  // What was built is read back from the lines when the product is shown again.
  useEffect(
    () => () => {
      if (isBuilt.current) typedValues.delete(view.lead)
    },
    [typedValues, view.lead],
  )

  // Names count as they are typed; who presses Build at once need not wait until they are written.
  const typedNames = useWatch<Record<string, string>>({ name: names.map(name => name.name) })
  const values = typed.map(readAxisValues)
  const axes = read.map((axis, at) => ({
    name: typedNames[at] ?? axis.name,
    values: values[at]?.values ?? [],
  }))
  const trouble = troubleOf(axes)
  const plan = trouble ? undefined : planCombinations(draft, view, axes)
  const repeated = values.flatMap(axis => axis.repeated)
  const needsKey = view.lines.every(line => workbook.text({ line, column: workbook.sheet.key }).trim() === '')
  const canBuild = plan !== undefined && plan.missing.length > 0 && !needsKey
  const at = { line: view.lead, column: axisValueColumn(0) }

  const build = () => {
    if (!canBuild) return
    isBuilt.current = true
    workbook.perform(buildCombinations(draft, view, axes, newLineId), at)
    announce(t('built', { count: plan.missing.length }))
  }
  const valuesAt = (line: LineId) => {
    const texts = axes.map((_, axis) => workbook.text({ line, column: axisValueColumn(axis) }).trim())
    return texts.filter(text => text !== '').join(' / ') || t('blank')
  }
  const sentence = () => {
    if (trouble?.trouble === 'too_many') return t('too_many', { count: trouble.count, most: MOST_OPTIONS })
    if (trouble) return t(trouble.trouble, 'axis' in trouble ? { axis: trouble.axis + 1 } : {})
    if (!plan) return ''
    const counts = axes.map(axis => axis.values.length).filter(count => count > 0)
    const formula = counts.length > 1 ? counts.join(' × ') : 'none'
    return t('plan', { formula, count: plan.count, there: plan.there.size, missing: plan.missing.length })
  }
  return (
    <fieldset aria-label={t('label')} className="mt-2 flex flex-col gap-2">
      {names.map((name, axis) => (
        <div key={name.name} className="grid grid-cols-[1fr_1.6fr] gap-x-2.5">
          <Fields fields={[name]} context={context} columns={1} />
          <div className="min-w-0">
            <label htmlFor={`${id}-${axis}`} className="block truncate pb-0.5 text-ink-2 text-xs">
              {t('values', { at: axis + 1 })}
            </label>
            <textarea
              data-typed
              {...register(`values.${axis}`, {
                onChange: () => {
                  isBuilt.current = false
                  typedValues.set(view.lead, getValues('values'))
                },
              })}
              id={`${id}-${axis}`}
              aria-describedby={`${id}-hint`}
              rows={1}
              spellCheck={false}
              readOnly={locked}
              className={classes(
                inputClasses,
                'field-sizing-content block max-h-40 min-h-7.5 resize-none py-1 leading-5 read-only:bg-shade',
              )}
            />
          </div>
        </div>
      ))}
      <p id={`${id}-hint`} className="text-ink-3 text-xs">
        {t('valuesHint')}
      </p>
      <div className="flex min-h-7 items-start gap-2">
        {/* Always there, so that it is heard when it changes. */}
        <div aria-live="polite" className="min-w-0 flex-1 pt-1 text-xs">
          <p className={trouble && trouble.trouble !== 'none' ? 'text-warn' : 'text-ink-2'}>{sentence()}</p>
          {needsKey && <p className="text-ink-2">{t('needsKey')}</p>}
          {repeated.length > 0 && (
            <p className="text-ink-2">
              {t('repeated', { count: repeated.length, values: repeated.join(', ') })}
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
              values: [
                ...plan.outside.slice(0, NAMED).map(valuesAt),
                ...(plan.outside.length > NAMED ? ['…'] : []),
              ].join(', '),
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
