'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ListWithPanel, useEntryPanel } from '@/app/(desk)/lists/list-with-panel'
import { useToast } from '@/components/ui/feedback/toast'
import type { ProductView } from '@/lib/desk-api/master/product-master'
import type { Sorting } from '@/lib/desk-api/sorting'
import { deleteProduct, saveProduct } from './actions'
import { ProductForm, textsOf } from './form'
import { ProductList } from './list'

interface Props {
  products: readonly ProductView[]
  sorting: Sorting<string>
  isSearch: boolean
  mayEdit: boolean
  /** The search above the list. */
  search: ReactNode
  /** Links to the other pages of the list. */
  children: ReactNode
}

/** The product master; the form for a new item code or for one of the list opens in a panel. */
export function ProductsScreen({ products, sorting, isSearch, mayEdit, search, children }: Props) {
  const t = useTranslations('fill.master')
  const { announce } = useToast()
  const panel = useEntryPanel<ProductView>()
  const edited = panel.entry
  const remove = async (product: ProductView) => {
    const { code } = product
    const outcome = await deleteProduct({ code })
    if (!outcome.ok) return announce(outcome.problem.message)
    panel.close()
    announce(t('deleted', { code }), { label: t('undo'), act: () => restore(product) })
  }
  const restore = async (product: ProductView) => {
    const outcome = await saveProduct(textsOf(product))
    announce(outcome.ok ? t('saved', { code: product.code }) : outcome.problem.message)
  }
  return (
    <ListWithPanel
      panel={panel}
      toolbar={search}
      newLabel={mayEdit ? t('new') : undefined}
      title={edited ? t('edit', { code: edited.code }) : t('new')}
      list={
        <>
          {products.length > 0 ? (
            <ProductList
              products={products}
              sorting={sorting}
              editedCode={edited?.code}
              onEdit={mayEdit ? panel.edit : undefined}
            />
          ) : (
            <p className="max-w-160 p-3.5 text-ink-2">{t(isSearch ? 'nothingFound' : 'empty')}</p>
          )}
          {children}
        </>
      }
      form={
        <ProductForm
          product={edited}
          onSaved={code => {
            announce(t('saved', { code }))
            panel.close()
          }}
          onCancel={panel.close}
          onDelete={edited && (() => remove(edited))}
        />
      }
    />
  )
}
