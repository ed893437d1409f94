'use client'
import { Button } from '@/components/ui/button'

interface Props {
  /** Labels of the buttons: `cancel` and `delete`. */
  t: (word: 'cancel' | 'delete') => string
  onCancel: () => void
  onDelete: () => void
}

/** Actions on an existing entry, beside saving it. */
export function EntryActs({ t, onCancel, onDelete }: Props) {
  return (
    <>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button variant="quiet" className="ml-auto text-fail" onClick={onDelete}>
        {t('delete')}
      </Button>
    </>
  )
}
