'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { Dialog } from '@/components/ui/overlay/dialog'

/** New recovery codes, which are shown once. Only its button closes the dialog: an accidental click would lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations('secondFactor')
  const keyCaps = useKeyCaps()
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('copied'),
      // A page over plain HTTP from another machine has no clipboard, and a browser may refuse access to it.
      () => setCopied('notCopied'),
    )
  return (
    <Dialog
      open
      onClose={() => {}}
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
