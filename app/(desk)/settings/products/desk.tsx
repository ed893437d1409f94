'use client'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '@/components/ui/toast'
import type { ListedProduct } from '@/lib/store/product-list'
import { dropProduct, saveProduct } from './actions'
import { ProductForm, textsOf } from './form'
import { ProductList } from './list'

interface Props {
  products: readonly ListedProduct[]
  isSearch: boolean
  mayEdit: boolean
  /** The way to the other pages of the list. */
  children: ReactNode
}

/** Codes of the product master and, beside them, the form: for a new one, or for the one that was picked. */
export function Desk({ products, isSearch, mayEdit, children }: Props) {
  const say = useTranslations('fill.master')
  const { say: announce } = useToast()
  const [edited, setEdited] = useState<ListedProduct>()
  // A form that was saved starts again from nothing.
  const [round, setRound] = useState(0)
  const leave = () => {
    setEdited(undefined)
    setRound(round + 1)
  }
  const drop = async (product: ListedProduct) => {
    const { code } = product
    const outcome = await dropProduct({ code })
    if (!outcome.ok) return announce(outcome.problem.message)
    leave()
    announce(say('deleted', { code }), { label: say('undo'), act: () => bringBack(product) })
  }
  const bringBack = async (product: ListedProduct) => {
    const outcome = await saveProduct(textsOf(product))
    announce(outcome.ok ? say('saved', { code: product.code }) : outcome.problem.message)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[1240px]:flex-row">
      <div className="min-w-0 shrink-0 overflow-auto min-[1240px]:flex-1">
        {products.length > 0 ? (
          <ProductList
            products={products}
            editedCode={edited?.code}
            onEdit={mayEdit ? setEdited : undefined}
          />
        ) : (
          <p className="max-w-160 p-3.5 text-ink-2">{say(isSearch ? 'nothingFound' : 'empty')}</p>
        )}
        {children}
      </div>
      {mayEdit && (
        <section
          aria-labelledby="product-form"
          className="flex-1 border-line border-t bg-panel p-3.5 min-[1240px]:w-90 min-[1240px]:flex-none min-[1240px]:overflow-y-auto min-[1240px]:border-t-0 min-[1240px]:border-l"
        >
          <h2 id="product-form" className="truncate pb-3 font-semibold text-base">
            {edited ? say('edit', { code: edited.code }) : say('new')}
          </h2>
          <div className="max-w-90">
            <ProductForm
              key={`${edited?.code ?? ''}/${round}`}
              product={edited}
              onSaved={code => {
                announce(say('saved', { code }))
                leave()
              }}
              onCancel={leave}
              onDelete={() => edited && drop(edited)}
            />
          </div>
        </section>
      )}
    </div>
  )
}
