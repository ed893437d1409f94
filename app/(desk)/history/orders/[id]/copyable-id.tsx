'use client'
import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '@/components/ui/buttons/icon-button'
import { copyText } from '@/components/ui/copy-text'
import { useToast } from '@/components/ui/feedback/toast'

/** An id as text, with a button that copies it. */
export function CopyableId({ text }: { text: string }) {
  const t = useTranslations('history.order')
  const { announce } = useToast()
  const copy = async () => announce((await copyText(text)) ? t('copied', { id: text }) : t('notCopied'))
  return (
    <span className="flex items-center gap-1.5">
      <span className="truncate font-medium" title={text}>
        {text}
      </span>
      <IconButton label={t('copy')} onClick={copy}>
        <Copy aria-hidden />
      </IconButton>
    </span>
  )
}
