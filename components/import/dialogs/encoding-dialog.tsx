import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Dialog } from '@/components/ui/overlay/dialog'
import type { Encoding } from '@/lib/files/book/book'
import type { EncodingPreview } from '@/lib/files/book/read-error'
import { inOrderOfLanguage } from './encoding-order'

interface Props {
  name: string
  previews: readonly EncodingPreview[]
  onChoose: (encoding: Encoding) => void
  onClose: () => void
}

/** Asks for the encoding of a file, by its first lines in each. */
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

interface ChoicesProps {
  previews: readonly EncodingPreview[]
  disabled?: boolean
  onChoose: (encoding: Encoding) => void
  /** Label of an encoding's button. */
  words: (encoding: Encoding) => string
}

/** Encodings that fit a file, with its first lines in each. */
export function EncodingChoices({ previews, disabled = false, onChoose, words }: ChoicesProps) {
  const language = useLocale()
  return (
    <ul className="flex flex-col gap-2">
      {inOrderOfLanguage(previews, language).map(({ encoding, lines }) => (
        <li key={encoding} className="flex items-center gap-3 rounded-md border border-line p-2">
          <pre className="min-w-0 flex-1 overflow-hidden text-ellipsis font-sans text-xs">
            {lines.join('\n')}
          </pre>
          <Button size="small" disabled={disabled} focusableWhenDisabled onClick={() => onChoose(encoding)}>
            {words(encoding)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
