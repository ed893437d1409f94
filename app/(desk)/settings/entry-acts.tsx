'use client'
import { Button } from '@/components/ui/button'

interface Props {
  /** What the buttons say: `cancel` and `delete`. */
  t: (word: 'cancel' | 'delete') => string
  onCancel: () => void
  onDelete: () => void
}

/** What can be done with an entry that is there already, beside saving it. */
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
