'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { IssuedWebhook } from '@/lib/desk-api/notifications'

/** The signing secret of a new webhook, shown once. Only its button closes the dialog: a click beside it would lose it. */
export function SecretDialog({ issued, onClose }: { issued: IssuedWebhook; onClose: () => void }) {
  const t = useTranslations('notifications.secret')
  const text = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(issued.secret)
      setCopied('yes')
    } catch {
      // A page over plain HTTP from another machine has no clipboard, and a browser may refuse access to it.
      text.current?.select()
      setCopied('no')
    }
  }
  return (
    <Dialog
      open
      onClose={() => {}}
      width={560}
      title={t('title')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">{t('once')}</Notice>
        <div className="flex items-start gap-2">
          <Field className="min-w-0 flex-1" label={t('label')} hint={t('hint')}>
            <Input
              ref={text}
              readOnly
              value={issued.secret}
              className="font-mono"
              onFocus={event => event.currentTarget.select()}
            />
          </Field>
          <div className="flex w-28 flex-col items-start gap-1 pt-5.5">
            <Button onClick={copy}>{t('copy')}</Button>
            <span role="status" className="text-ink-2 text-xs">
              {copied && t(copied === 'yes' ? 'copied' : 'copyByHand')}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
