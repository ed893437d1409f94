import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import type { SameParcel } from '@/lib/sheet/acts/same-parcel'
import { listOf } from '@/lib/words/sentences/join'

/** At most this many parcels are listed: operators do not read more, and the page would be slow. */
const MAX_PARCELS = 200

interface Props {
  parcels: readonly SameParcel[]
  nameOf: (column: string) => string
  onMerge: (chosen: readonly SameParcel[]) => void
  onClose: () => void
}

/** Lists orders with the same recipient; the operator chooses which of them become one parcel. */
export function SameParcelDialog({ parcels: all, nameOf, onMerge, onClose }: Props) {
  const t = useTranslations('mergeOrders')
  useFocusSheetOnUnmount()
  const locale = useLocale()
  const [excluded, setExcluded] = useState<ReadonlySet<SameParcel>>(new Set())
  const parcels = all.slice(0, MAX_PARCELS)
  const chosen = parcels.filter(parcel => !excluded.has(parcel))
  const toggle = (parcel: SameParcel) => {
    const next = new Set(excluded)
    if (!next.delete(parcel)) next.add(parcel)
    setExcluded(next)
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
          <li key={parcel.firstLines[0]}>
            <label className="flex gap-2">
              <input
                type="checkbox"
                checked={!excluded.has(parcel)}
                onChange={() => toggle(parcel)}
                className="mt-0.75 self-start accent-accent"
              />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{parcel.name}</span>
                <span className="block truncate text-ink-2">{parcel.address}</span>
                <span className="block text-ink-2">{parcel.numbers.join(' · ')}</span>
                {parcel.differing.length > 0 && (
                  <span className="block text-warn">
                    {t('sameDiffers', {
                      columns: listOf(locale, parcel.differing.map(nameOf), 'conjunction'),
                    })}
                  </span>
                )}
              </span>
              <span className="shrink-0 text-ink-2">{t('orders', { count: parcel.firstLines.length })}</span>
            </label>
          </li>
        ))}
      </ul>
      {all.length > MAX_PARCELS && (
        <p className="pt-2 text-ink-2">{t('sameMore', { shown: MAX_PARCELS, count: all.length })}</p>
      )}
    </Dialog>
  )
}
