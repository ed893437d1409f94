'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { InvitationLink } from '@/lib/desk-api/team'

/** A link, shown once. Only its button closes the dialog: an accidental click would lose the link. */
export function LinkDialog({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const t = useTranslations('team.link')
  const text = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'yes' | 'no'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url)
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
      title={t(`${link.kind}.title`, { email: link.email })}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Notice tone="warn">{t(`${link.kind}.once`)}</Notice>
        <div className="flex items-start gap-2">
          <Field className="min-w-0 flex-1" label={t('label')}>
            <Input
              ref={text}
              readOnly
              value={link.url}
              className="font-mono"
              onFocus={event => event.currentTarget.select()}
            />
          </Field>
          <div className="flex w-28 flex-col items-start gap-1 pt-5.5">
            <Button onClick={copy}>{t('copy')}</Button>
            <span role="status" className="text-ink-2 text-xs">
              {copied && t(copied === 'yes' ? 'copied' : 'byHand')}
            </span>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
