import { FileUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from '@/components/ui/button'
import { warmWorker } from './spare-worker'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  onFiles: (files: readonly File[]) => void
  /** What asks for files; whatever else offers that presses it. */
  input: RefObject<HTMLInputElement | null>
}

/** What the picker offers first; what a file is is told by its content. */
const KINDS = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.html,.htm,.zip,.json'

/** Asks for files on this computer. */
export function UploadButton({ onFiles, input, variant = 'quiet', size = 'small' }: Props) {
  const t = useTranslations('intake.desk')
  return (
    <>
      <Button
        variant={variant}
        size={size}
        onClick={() => input.current?.click()}
        onPointerEnter={warmWorker}
        onFocus={warmWorker}
        title={`${t('upload')}, ${t('or')}`}
      >
        <FileUp aria-hidden />
        {t('upload')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={KINDS}
        aria-label={t('upload')}
        onClick={warmWorker}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // The same file chosen again is a choice, too.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
