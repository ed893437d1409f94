'use client'
import { useTranslations } from 'use-intl'
import { useServerSorting } from '@/app/(desk)/lists/use-server-sorting'
import { useSchemaMessage } from '@/components/forms/use-schema-message'
import { Button } from '@/components/ui/buttons/button'
import { type DataColumn, DataTable } from '@/components/ui/data/data-table'
import { useTimeText } from '@/components/ui/text/time'
import type { ProductView } from '@/lib/desk-api/master/product-master'
import { columnOf, type fieldNames, validationFailure } from '@/lib/desk-api/master/product-master'
import type { Sorting } from '@/lib/desk-api/sorting'
import { utcText } from '@/lib/words/time/time-text'

interface Props {
  products: readonly ProductView[]
  sorting: Sorting<string>
  editedCode: string | undefined
  /** Absent: read-only. */
  onEdit: ((product: ProductView) => void) | undefined
}

const widths = {
  name: undefined,
  actualWeight: 'w-18',
  originCountry: 'w-18',
  hscode: 'w-22',
  material: 'w-22',
} as const

type ShownField = keyof typeof widths
const shownFields: readonly ShownField[] = ['name', 'actualWeight', 'originCountry', 'hscode', 'material']

/** Item codes with their facts. */
export function ProductList({ products, sorting, editedCode, onEdit }: Props) {
  const t = useTranslations('fill.master')
  const columnNames = useTranslations('columns.items')
  const time = useTimeText()
  const field = (name: ShownField): DataColumn<ProductView> => ({
    id: name,
    heading: columnNames(`${name}.label`),
    width: widths[name],
    className: 'truncate',
    ...(name === 'name' && { sortBy: () => undefined }),
    cell: product => <StoredValue product={product} name={name} />,
  })
  return (
    <DataTable
      id="product-master"
      label={t('title')}
      stacksBelow={800}
      canHideColumns
      rows={products}
      rowKey={product => product.code}
      rowClassName={product => product.code === editedCode && 'bg-sel'}
      sorting={useServerSorting(sorting)}
      columns={[
        {
          id: 'code',
          heading: columnNames('itemCode.label'),
          width: 'w-34',
          className: 'truncate',
          isRowHeader: true,
          title: product => product.code,
          sortBy: () => undefined,
          cell: product => (
            <>
              {product.code}
              {product.parent !== null && (
                <span className="block truncate font-normal text-ink-3 text-xs">
                  {t('optionOf', { code: product.parent })}
                </span>
              )}
            </>
          ),
        },
        ...shownFields.map(field),
        {
          id: 'source',
          heading: t('source'),
          width: 'w-36 min-[1240px]:w-48',
          className: 'truncate text-ink-2',
          sortsDescendingFirst: true,
          sortBy: () => undefined,
          cell: product => (
            <>
              {t(`sources.${product.source}`)}
              <span title={utcText(product.updatedAt)} className="block truncate text-ink-3 text-xs">
                {[time(product.updatedAt, 'day'), product.updatedBy].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        ...(onEdit
          ? [
              {
                id: 'acts',
                heading: '',
                width: 'w-18',
                className: 'text-right',
                cell: (product: ProductView) => (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={t('edit', { code: product.code })}
                    onClick={() => onEdit(product)}
                  >
                    {t('change')}
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function StoredValue({ product, name }: { product: ProductView; name: (typeof fieldNames)[number] }) {
  const text = product.fields[columnOf(name)]?.text
  const image = product.fields[columnOf('imageUrl')]?.text
  // A value from a file or a registration was checked by no form: it gets the marks that an order would show.
  const t = useTranslations('fill.master')
  const word = useSchemaMessage()
  const failure = text === undefined ? undefined : validationFailure(name, text)
  const problem = failure === undefined ? undefined : word(failure)
  if (text === undefined) return <span className="text-ink-3">—</span>
  return (
    <>
      <span
        title={problem === undefined ? text : t('valueProblem', { text, problem })}
        className={problem === undefined ? undefined : 'text-fail'}
      >
        {text}
        {problem !== undefined && <span className="block truncate text-xs">{problem}</span>}
      </span>
      {name === 'name' && image !== undefined && (
        <span title={image} className="block truncate text-ink-3 text-xs">
          {image}
        </span>
      )}
    </>
  )
}
