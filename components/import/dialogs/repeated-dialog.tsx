import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { ReadOptions, RepeatedRows } from '@/lib/import/reader/protocol'
import { firstOf } from '@/lib/words/sentences/join'

interface Props {
  /** Name of the file. */
  name: string
  repeated: RepeatedRows
  onChoose: (repeated: NonNullable<ReadOptions['repeated']>) => void
  onClose: () => void
}

/** Orders that the dialog names. */
const NAMED_ORDERS = 5

/** Asks whether rows that repeat an earlier row of their order are items, or the same export twice. */
export function RepeatedDialog({ name, repeated: { rows, orders, first }, onChoose, onClose }: Props) {
  const t = useTranslations('intake.desk')
  const locale = useLocale()
  return (
    <Dialog
      open
      // For three buttons side by side in every language.
      width={600}
      onClose={onClose}
      title={t('repeated.title')}
      description={t('repeated.body', { name, rows, orders })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button onClick={() => onChoose('all')}>{t('repeated.all')}</Button>
          <Button variant="primary" onClick={() => onChoose('once')}>
            {t('repeated.once')}
          </Button>
        </>
      }
    >
      {first.length > 0 && (
        <p className="text-ink-2 text-xs">
          {t('repeated.orders', {
            count: orders,
            list: firstOf(locale, first.slice(0, NAMED_ORDERS), NAMED_ORDERS, orders),
          })}
        </p>
      )}
    </Dialog>
  )
}
