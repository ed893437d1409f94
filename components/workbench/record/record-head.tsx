import { ChevronLeft, ChevronRight, Image as ImageIcon, X } from 'lucide-react'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { OrderOutcome } from '@/lib/sheet/judge/status/outcomes'

interface Props {
  title: string
  /** The state of a record that cannot be changed any more. */
  locked: OrderOutcome['state'] | undefined
  orderId: string | undefined
  /** Undefined: there is no record before, or after, this one. */
  previous: (() => void) | undefined
  next: (() => void) | undefined
  /** How many images are not shown yet. */
  images: number
  onImages: () => void
  onClose: () => void
}

/** The title of the record, buttons to its neighbours, and why it is read-only. */
export function RecordHead({ title, locked, orderId, previous, next, images, onImages, onClose }: Props) {
  const t = useTranslations('recordPanel')
  const record = useContext(RecordTypeContext)
  const state = locked === 'registered' || locked === 'unknown' ? locked : 'busy'
  return (
    <header className="shrink-0">
      <div className="flex h-9 items-center gap-0.5 pr-1.5 pl-3.5">
        <h2 className="min-w-0 flex-1 truncate font-semibold text-ink-2 text-xs">{title}</h2>
        <IconButton
          label={t('images.show', { count: images })}
          onClick={onImages}
          disabled={images === 0}
          focusableWhenDisabled
        >
          <ImageIcon aria-hidden />
          {/* The label has the number with its counter: as a text, the bare number would not be a part of the name. */}
          {images > 0 && (
            <span aria-hidden data-count={images} className="before:content-[attr(data-count)]" />
          )}
        </IconButton>
        <IconButton
          label={t('previous', { record })}
          keys="Alt+PageUp"
          onClick={previous}
          disabled={!previous}
          focusableWhenDisabled
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          label={t('next', { record })}
          keys="Alt+PageDown"
          onClick={next}
          disabled={!next}
          focusableWhenDisabled
        >
          <ChevronRight aria-hidden />
        </IconButton>
        <IconButton label={t('close')} keys="Escape" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {locked !== undefined && (
        <p className="px-3.5 pb-2 text-ink-2 text-xs">
          {t(`locked.${state}`, state === 'registered' ? { orderId: orderId ?? 'none' } : {})}
        </p>
      )}
    </header>
  )
}
