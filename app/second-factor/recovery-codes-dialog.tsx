'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { copyText } from '@/components/ui/copy-text'
import { Notice } from '@/components/ui/feedback/notice'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { Dialog } from '@/components/ui/overlay/dialog'

interface Props {
  codes: readonly string[]
  onClose: () => void
  /** The element that gets the focus afterwards. */
  focusNext: () => HTMLElement | null
}

/** New recovery codes, which are shown once. Only its button closes the dialog: an accidental click would lose them. */
export function RecoveryCodesDialog({ codes, onClose, focusNext }: Props) {
  const t = useTranslations('secondFactor')
  const keyCaps = useKeyCaps()
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = async () => setCopied((await copyText(codes.join('\n'))) ? 'copied' : 'notCopied')
  return (
    <Dialog
      open
      onClose={() => {}}
      finalFocus={focusNext}
      title={t('codes')}
      actions={
        <>
          <span role="status" className="self-center text-ink-2 text-xs">
            {copied && t(copied, { key: keyCaps('Control+C') })}
          </span>
          <Button onClick={copy}>{t('copyCodes')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('saved')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">{t('codesOnce')}</Notice>
        <ol aria-label={t('codes')} className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono">
          {codes.map(code => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}
