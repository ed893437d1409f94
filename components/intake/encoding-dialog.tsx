import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Encoding, EncodingPreview } from '@/lib/intake/table'
import { EncodingChoices } from './encoding-choices'

interface Props {
  name: string
  previews: readonly EncodingPreview[]
  onChoose: (encoding: Encoding) => void
  onClose: () => void
}

/** Asks in which encoding a file reads right, by how it begins in each. */
export function EncodingDialog({ name, previews, onChoose, onClose }: Props) {
  const t = useTranslations('intake.desk')
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={t('encoding.title')}
      description={t('encoding.body', { name })}
      actions={<Button onClick={onClose}>{t('cancel')}</Button>}
    >
      <EncodingChoices
        previews={previews}
        onChoose={onChoose}
        words={encoding => t('encoding.choose', { encoding: t(`encodings.${encoding}`) })}
      />
    </Dialog>
  )
}
