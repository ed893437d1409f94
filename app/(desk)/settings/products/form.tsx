'use client'
import { useTranslations } from 'use-intl'
import { EntryActs } from '@/app/(desk)/settings/entry-acts'
import { ChoiceField, TextField } from '@/components/forms/field'
import { Form } from '@/components/forms/form'
import { originCountries } from '@/lib/contract/choices'
import type { ProductView } from '@/lib/desk-api/product-master'
import { columnOf, fieldNames, productSchema } from '@/lib/desk-api/product-master'
import { saveProduct } from './actions'

interface Props {
  /** The item code to change; absent: a new one. */
  product: ProductView | undefined
  onSaved: (code: string) => void
  onCancel: () => void
  onDelete: () => void
}

/** The facts about an item code, as the form holds them. */
export function textsOf(product: ProductView | undefined) {
  const known = (name: (typeof fieldNames)[number]) => product?.fields[columnOf(name)]?.text ?? ''
  return {
    code: product?.code ?? '',
    name: known('name'),
    imageUrl: known('imageUrl'),
    itemUrl: known('itemUrl'),
    actualWeight: known('actualWeight'),
    originCountry: known('originCountry'),
    hscode: known('hscode'),
    material: known('material'),
  }
}

/** The form for an item code. */
export function ProductForm({ product, onSaved, onCancel, onDelete }: Props) {
  const t = useTranslations('fill.master')
  const columns = useTranslations('columns.items')
  return (
    <Form
      schema={productSchema}
      initial={textsOf(product)}
      focus={product ? 'actualWeight' : undefined}
      submit={t('save')}
      label={t('title')}
      others={product && <EntryActs t={t} onCancel={onCancel} onDelete={onDelete} />}
      onSubmit={async values => {
        const outcome = await saveProduct(values)
        if (!outcome.ok) return outcome.problem
        onSaved(values.code)
        return undefined
      }}
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
              ...originCountries.map(value => ({ value, label: value })),
            ]}
          />
        ) : (
          <TextField key={name} name={name} label={columns(`${name}.name`)} autoComplete="off" />
        ),
      )}
    </Form>
  )
}
