import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { SameParcel } from '@/lib/sheet/same-parcel'

/** Parcels that are shown at once: more of them nobody looks through, and the page would stand still. */
const MOST = 200

interface Props {
  parcels: readonly SameParcel[]
  nameOf: (column: string) => string
  onMerge: (chosen: readonly SameParcel[]) => void
  onClose: () => void
}

/** Orders that go to the same place: the operator says which of them travel together. */
export function SameParcelDialog({ parcels: all, nameOf, onMerge, onClose }: Props) {
  const t = useTranslations('mergeOrders')
  const [left, setLeft] = useState<ReadonlySet<SameParcel>>(new Set())
  const parcels = all.slice(0, MOST)
  const chosen = parcels.filter(parcel => !left.has(parcel))
  const toggle = (parcel: SameParcel) => {
    const next = new Set(left)
    if (!next.delete(parcel)) next.add(parcel)
    setLeft(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t('sameTitle')}
      description={parcels.length === 0 ? t('sameNone') : t('sameLead')}
      actions={
        <>
          <Button onClick={onClose}>{t(parcels.length === 0 ? 'close' : 'cancel')}</Button>
          {parcels.length > 0 && (
            <Button
              variant="primary"
              disabled={chosen.length === 0}
              focusableWhenDisabled
              onClick={() => onMerge(chosen)}
            >
              {t('sameAct', { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      <ul className="flex flex-col gap-1.5">
        {parcels.map(parcel => (
          <li key={parcel.leads[0]}>
            <label className="flex gap-2">
              <input
                type="checkbox"
                checked={!left.has(parcel)}
                onChange={() => toggle(parcel)}
                className="mt-0.75 self-start accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{parcel.name}</span>
                <span className="block truncate text-ink-2">{parcel.address}</span>
                <span className="block text-ink-2">{parcel.numbers.join(' · ')}</span>
                {parcel.differing.length > 0 && (
                  <span className="block text-warn">
                    {t('sameDiffers', { columns: parcel.differing.map(nameOf).join(', ') })}
                  </span>
                )}
              </span>
              <span className="shrink-0 text-ink-2">{t('orders', { count: parcel.leads.length })}</span>
            </label>
          </li>
        ))}
      </ul>
      {all.length > MOST && (
        <p className="pt-2 text-ink-2">{t('sameMore', { shown: MOST, count: all.length })}</p>
      )}
    </Dialog>
  )
}
