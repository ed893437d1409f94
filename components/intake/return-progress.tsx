import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'

interface Props {
  name: string
  /** From 0 to 1; undefined: it is compared still, and nobody knows how long that takes. */
  done: number | undefined
  onCancel: () => void
}

/** Says that a large file that came back is compared, or taken over, and lets it be called off. */
export function ReturnProgress({ name, done, onCancel }: Props) {
  const t = useTranslations('intake.return')
  const says = t(done === undefined ? 'comparing' : 'applying')
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('title', { name })}
      description={says}
      actions={<Button onClick={onCancel}>{t('cancel')}</Button>}
    >
      <ProgressBar label={says} done={done} />
    </Dialog>
  )
}
