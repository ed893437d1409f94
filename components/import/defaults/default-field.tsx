import { type Ref, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { Select } from '@/components/ui/fields/select'
import { nameWarehouse, type Warehouse } from '@/lib/contract/warehouses'
import { offeredValues } from '@/lib/desk-api/master/presets'
import { suggestedRepair } from '@/lib/import/repair/suggested-repair'
import { WAREHOUSE_COLUMN } from '@/lib/sheet/judge/warnings/warehouses'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import type { Column } from '@/lib/sheet/schema/columns'
import { assumedUnit } from '@/lib/sheet/schema/units'
import { RepairHint } from './repair-hint'

interface Props {
  column: Column
  label: string
  value: string
  failure: string | undefined
  warehouses: readonly Warehouse[]
  onChange: (text: string) => void
  /** Receives the text field. */
  field: Ref<HTMLInputElement> | undefined
}

/** A field that is set once for all orders. */
export function DefaultField({ column, label, value, failure, warehouses, onChange, field }: Props) {
  const t = useTranslations('intake.defaults')
  const locale = useLocale()
  const choices =
    column.id === WAREHOUSE_COLUMN && warehouses.length > 0
      ? warehouses.map(warehouse => ({ value: warehouse.id, label: nameWarehouse(warehouse) }))
      : offeredValues(column)?.map(code => ({ value: code, label: shownInFull(code, column, locale) }))
  const input = useId()
  const unit = assumedUnit(column)
  const repair = choices ? undefined : suggestedRepair(value, column)
  const hint = unit
    ? t('unit', { unit })
    : column.id === WAREHOUSE_COLUMN && !choices
      ? t('warehouse')
      : undefined
  const onRepair = (text: string) => {
    onChange(text)
    document.getElementById(input)?.focus()
  }
  const suggestion = repair && <RepairHint column={column} repair={repair} onRepair={onRepair} />
  return (
    <Field label={label} hint={suggestion ?? hint} failure={failure} remedy={suggestion}>
      {choices ? (
        <Select choices={[{ value: '', label: t('blank') }, ...choices]} value={value} onChange={onChange} />
      ) : (
        <Input
          id={input}
          ref={field}
          value={value}
          autoComplete="off"
          onChange={event => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
