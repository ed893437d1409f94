'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { ListedProduct } from '@/lib/store/product-list'
import { columnOf, type fieldNames, troubleOf } from './schema'

interface Props {
  products: readonly ListedProduct[]
  editedCode: string | undefined
  /** Absent: to look at only. */
  onEdit: ((product: ListedProduct) => void) | undefined
}

const cell = 'border-line-soft border-b px-3.5'
const shown = ['name', 'actualWeight', 'originCountry', 'hscode', 'material'] as const

/** Codes and what is known of each. */
export function ProductList({ products, editedCode, onEdit }: Props) {
  const say = useTranslations('fill.master')
  const columns = useTranslations('columns.items')
  const format = useFormatter()
  return (
    <table
      aria-label={say('title')}
      className="w-full min-w-200 table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        <col className="w-34" />
        <col />
        <col className="w-19" />
        <col className="w-19" />
        <col className="w-24" />
        <col className="w-26" />
        <col className="w-36" />
        {onEdit && <col className="w-24" />}
      </colgroup>
      <thead>
        <tr className="text-left text-ink-2 text-xs">
          <th scope="col" className={`${cell} h-8 bg-panel font-medium`}>
            {columns('itemCode.label')}
          </th>
          {shown.map(name => (
            <th key={name} scope="col" className={`${cell} bg-panel font-medium`}>
              {columns(`${name}.label`)}
            </th>
          ))}
          <th scope="col" className={`${cell} bg-panel font-medium`}>
            {say('source')}
          </th>
          {onEdit && <td className={`${cell} bg-panel`} />}
        </tr>
      </thead>
      <tbody>
        {products.map(product => (
          <tr key={product.code} className={classes('*:h-11', product.code === editedCode && 'bg-sel')}>
            <th scope="row" title={product.code} className={`${cell} truncate text-left font-medium`}>
              {product.code}
              {product.parent !== null && (
                <span className="block truncate font-normal text-ink-3 text-xs">
                  {say('optionOf', { code: product.parent })}
                </span>
              )}
            </th>
            {shown.map(name => (
              <Known key={name} product={product} name={name} />
            ))}
            <td className={`${cell} truncate text-ink-2`}>
              {say(`sources.${product.source}`)}
              <span className="block truncate text-ink-3 text-xs">
                {[format.dateTime(new Date(product.updatedAt), { dateStyle: 'medium' }), product.updatedBy]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </td>
            {onEdit && (
              <td className={`${cell} text-right`}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={say('edit', { code: product.code })}
                  onClick={() => onEdit(product)}
                >
                  {say('change')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Known({ product, name }: { product: ListedProduct; name: (typeof fieldNames)[number] }) {
  const text = product.fields[columnOf(name)]?.text
  const image = product.fields[columnOf('imageUrl')]?.text
  // What a file or a registration said was asked of nobody: it is marked as an order would mark it.
  const wrong = text === undefined ? undefined : troubleOf(name, text)
  return (
    <td
      title={wrong === undefined ? text : `${text}: ${wrong}`}
      className={classes(
        cell,
        'truncate',
        text === undefined && 'text-ink-3',
        wrong !== undefined && 'text-fail',
      )}
    >
      {text ?? '—'}
      {wrong !== undefined && <span className="block truncate text-xs">{wrong}</span>}
      {name === 'name' && image !== undefined && (
        <span title={image} className="block truncate text-ink-3 text-xs">
          {image}
        </span>
      )}
    </td>
  )
}
