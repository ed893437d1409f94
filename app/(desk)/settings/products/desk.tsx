'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ListAndForm, usePicked } from '@/app/(desk)/settings/list-and-form'
import { useToast } from '@/components/ui/toast'
import type { ProductView } from '@/lib/desk-api/product-master'
import type { Sorting } from '@/lib/desk-api/sorting'
import { dropProduct, saveProduct } from './actions'
import { ProductForm, textsOf } from './form'
import { ProductList } from './list'

interface Props {
  products: readonly ProductView[]
  sorting: Sorting<string>
  isSearch: boolean
  mayEdit: boolean
  /** Links to the other pages of the list. */
  children: ReactNode
}

/** The product master and, beside it, the form: for a new item code, or for the selected one. */
export function Desk({ products, sorting, isSearch, mayEdit, children }: Props) {
  const t = useTranslations('fill.master')
  const { announce } = useToast()
  const { picked, pick, round, leave } = usePicked<ProductView>()
  const drop = async (product: ProductView) => {
    const { code } = product
    const outcome = await dropProduct({ code })
    if (!outcome.ok) return announce(outcome.problem.message)
    leave()
    announce(t('deleted', { code }), { label: t('undo'), act: () => bringBack(product) })
  }
  const bringBack = async (product: ProductView) => {
    const outcome = await saveProduct(textsOf(product))
    announce(outcome.ok ? t('saved', { code: product.code }) : outcome.problem.message)
  }
  return (
    <ListAndForm
      title={picked ? t('edit', { code: picked.code }) : t('new')}
      list={
        <>
          {products.length > 0 ? (
            <ProductList
              products={products}
              sorting={sorting}
              editedCode={picked?.code}
              onEdit={mayEdit ? pick : undefined}
            />
          ) : (
            <p className="max-w-160 p-3.5 text-ink-2">{t(isSearch ? 'nothingFound' : 'empty')}</p>
          )}
          {children}
        </>
      }
      form={
        mayEdit && (
          <ProductForm
            key={`${picked?.code ?? ''}/${round}`}
            product={picked}
            onSaved={code => {
              announce(t('saved', { code }))
              leave()
            }}
            onCancel={leave}
            onDelete={() => picked && drop(picked)}
          />
        )
      }
    />
  )
}
