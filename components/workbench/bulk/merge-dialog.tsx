import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { MergePlan } from '@/lib/sheet/acts/merge-orders'

interface Props {
  plan: MergePlan
  onMerge: (number: string) => void
  onClose: () => void
}

/** Asks for the number of the merged order, and shows where the orders differ. */
export function MergeDialog({ plan, onMerge, onClose }: Props) {
  const { workbook, words } = useWorkbench()
  const t = useTranslations('mergeOrders')
  useFocusSheetOnUnmount()
  const { orders, differing } = plan
  const [number, setNumber] = useState(orders.find(order => order.number !== '')?.number ?? '')
  return (
    <Dialog
      open
      onClose={onClose}
      width={520}
      title={t('title', { count: orders.length })}
      description={t('lead')}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => onMerge(number)}>
            {t('act', { count: orders.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1 font-medium">{t('number')}</legend>
          {orders.map(order => (
            <label key={order.firstLine} className="flex gap-2">
              <input
                type="radio"
                name="number"
                checked={order.number === number}
                onChange={() => setNumber(order.number)}
                className="mt-0.75 self-start accent-accent"
              />
              <span className="min-w-0 flex-1 truncate">{order.number || t('nameless')}</span>
              <span className="shrink-0 text-ink-2">{t('items', { count: order.lines })}</span>
            </label>
          ))}
        </fieldset>
        {differing.length === 0 ? (
          <p className="text-ink-2">{t('same')}</p>
        ) : (
          <section aria-label={t('differing')}>
            <h3 className="font-medium">{t('differing')}</h3>
            <p className="text-ink-2">{t('first')}</p>
            <ul className="mt-1.5 border-line border-t">
              {differing.map(({ column: id, texts }) => {
                const column = workbook.column(id)
                const [first, ...others] = [...new Set(texts.filter(text => text !== ''))]
                return (
                  <li key={id} className="flex gap-3 border-line-soft border-b py-1">
                    <span className="w-40 shrink-0 truncate">{column ? words.column(column).name : id}</span>
                    <span className="min-w-0 flex-1">
                      <b className="font-medium">{first}</b>
                      {others.map(text => (
                        <span key={text} className="text-ink-2">
                          {' · '}
                          <s>{text}</s>
                        </span>
                      ))}
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}
