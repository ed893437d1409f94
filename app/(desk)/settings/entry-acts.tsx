'use client'
import { Button } from '@/components/ui/buttons/button'

interface Props {
  /** Labels of the buttons: `cancel` and `delete`. */
  t: (word: 'cancel' | 'delete') => string
  onCancel: () => void
  /** Absent: the entry is new. */
  onDelete?: (() => void) | undefined
}

/** Actions on an entry, beside saving it. */
export function EntryActs({ t, onCancel, onDelete }: Props) {
  return (
    <>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      {onDelete && (
        <Button variant="quiet" className="ml-auto text-fail" onClick={onDelete}>
          {t('delete')}
        </Button>
      )}
    </>
  )
}
