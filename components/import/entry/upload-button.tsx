import { FileUp } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { prewarmWorker } from '@/components/import/controller/files/reader-worker'
import { Button, type ButtonProps } from '@/components/ui/buttons/button'
import { FILE_KINDS } from './file-kinds'

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  onFiles: (files: readonly File[]) => void
  /** The file input; other controls open it by a click. */
  input: RefObject<HTMLInputElement | null>
  labelClassName?: string
}

/** The button that opens the file picker. */
export function UploadButton({ onFiles, input, variant = 'quiet', size = 'small', labelClassName }: Props) {
  const t = useTranslations('intake.desk')
  return (
    <>
      <Button
        variant={variant}
        size={size}
        onClick={() => input.current?.click()}
        onPointerEnter={prewarmWorker}
        onFocus={prewarmWorker}
        title={t('uploadOrDrop')}
      >
        <FileUp aria-hidden />
        <span className={labelClassName}>{t('upload')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FILE_KINDS}
        aria-label={t('upload')}
        onClick={prewarmWorker}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // Choosing the same file again must be a change.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
