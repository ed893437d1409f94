'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { useTimeText } from '@/components/ui/time'
import type { IssuedSecret, IssuedSecrets } from '@/lib/desk-api/clients'

/** Secrets, shown once. Only its button closes the dialog: an accidental click would lose the secrets. */
export function IssuedDialog({ issued, onClose }: { issued: IssuedSecrets; onClose: () => void }) {
  const t = useTranslations('settings')
  return (
    <Dialog
      open
      onClose={() => {}}
      width={560}
      title={t('issued.title', { name: issued.client })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('issued.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">{t('issued.once')}</Notice>
        {issued.secrets.map(secret => (
          <Secret key={secret.kind} of={secret} />
        ))}
      </div>
    </Dialog>
  )
}

function Secret({ of: { kind, secret, expiresAt } }: { of: IssuedSecret }) {
  const t = useTranslations('settings')
  const time = useTimeText()
  const text = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const until =
    expiresAt === null ? t('issued.untilRevoked') : t('issued.until', { date: time(expiresAt, 'minute') })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied('yes')
    } catch {
      // A page over plain HTTP from another machine has no clipboard, and a browser may refuse access to it.
      text.current?.select()
      setCopied('no')
    }
  }
  return (
    <div className="flex items-start gap-2">
      <Field className="min-w-0 flex-1" label={t(`kinds.${kind}`)} hint={until}>
        <Input
          ref={text}
          readOnly
          value={secret}
          className="font-mono"
          onFocus={event => event.currentTarget.select()}
        />
      </Field>
      <div className="flex w-28 flex-col items-start gap-1 pt-5.5">
        <Button aria-label={t('issued.copyWhat', { what: t(`kinds.${kind}`) })} onClick={copy}>
          {t('issued.copy')}
        </Button>
        <span role="status" className="text-ink-2 text-xs">
          {copied && t(copied === 'yes' ? 'issued.copied' : 'issued.copyByHand')}
        </span>
      </div>
    </div>
  )
}
