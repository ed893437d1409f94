'use client'
import { useLocale, useTranslations } from 'use-intl'
import { EntryActs } from '@/app/(desk)/settings/entry-acts'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { originCountries } from '@/lib/contract/choices'
import type { ProductView } from '@/lib/desk-api/master/product-master'
import { columnOf, fieldNames, productSchema } from '@/lib/desk-api/master/product-master'
import { shownInFull } from '@/lib/sheet/schema/choices/shown-value'
import { type GoodsField, goodsKey, goodsKinds, isGoodsKind } from '@/lib/sheet/schema/goods'
import { sheets } from '@/lib/sheet/schema/sheets'
import { assumedUnit } from '@/lib/sheet/schema/units'
import { saveProduct } from './actions'

interface Props {
  /** The item code to change; absent: a new one. */
  product: ProductView | undefined
  onSaved: (code: string) => void
  onCancel: () => void
  /** Absent: there is nothing to delete. */
  onDelete: (() => void) | undefined
}

const originCountry = sheets['orders/japan'].columns.find(({ id }) => id === columnOf('originCountry'))

/** The facts about an item code, as the form holds them. */
export function textsOf(product: ProductView | undefined) {
  const storedText = (name: (typeof fieldNames)[number]) => product?.fields[columnOf(name)]?.text ?? ''
  const goods = (field: GoodsField) => product?.fields[goodsKey(field)]?.text ?? ''
  const kind = goods('kind')
  return {
    code: product?.code ?? '',
    name: storedText('name'),
    imageUrl: storedText('imageUrl'),
    itemUrl: storedText('itemUrl'),
    actualWeight: storedText('actualWeight'),
    originCountry: storedText('originCountry'),
    hscode: storedText('hscode'),
    material: storedText('material'),
    kind: isGoodsKind(kind) ? kind : ('' as const),
    group: goods('group'),
    supplyDays: goods('supplyDays'),
    unitPrice: goods('unitPrice'),
  }
}

/** The form for an item code. */
export function ProductForm({ product, onSaved, onCancel, onDelete }: Props) {
  const t = useTranslations('fill.master')
  const columns = useTranslations('columns.items')
  const locale = useLocale()
  const unitHint = (id: string) => {
    const unit = assumedUnit({ id })
    return unit && t('unit', { unit })
  }
  return (
    <Form
      schema={productSchema}
      initial={textsOf(product)}
      submit={t('save')}
      label={t('title')}
      others={<EntryActs t={word => t(word)} onCancel={onCancel} onDelete={onDelete} />}
      action={values => saveProduct({ ...values, before: product && textsOf(product) })}
      onAccepted={(_, values) => onSaved(values.code)}
    >
      <TextField name="code" label={columns('itemCode.name')} hint={t('codeHint')} autoComplete="off" />
      {fieldNames.map(name =>
        name === 'originCountry' ? (
          <ChoiceField
            key={name}
            name={name}
            label={columns(`${name}.name`)}
            choices={[
              { value: '', label: t('blank') },
              ...originCountries.map(value => ({ value, label: shownInFull(value, originCountry, locale) })),
            ]}
          />
        ) : (
          <TextField
            key={name}
            name={name}
            label={columns(`${name}.name`)}
            hint={unitHint(columnOf(name))}
            autoComplete="off"
          />
        ),
      )}
      <TextField
        name="unitPrice"
        label={t('goods.unitPrice')}
        hint={t('goods.unitPriceHint')}
        autoComplete="off"
      />
      <ChoiceField
        name="kind"
        label={t('goods.kind')}
        hint={t('goods.kindHint')}
        choices={[
          { value: '', label: t('blank') },
          ...goodsKinds.map(value => ({ value, label: t(`goods.kinds.${value}`) })),
        ]}
      />
      <TextField name="group" label={t('goods.group')} hint={t('goods.groupHint')} autoComplete="off" />
      <TextField
        name="supplyDays"
        label={t('goods.supplyDays')}
        hint={t('goods.supplyDaysHint')}
        autoComplete="off"
      />
    </Form>
  )
}
