'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useKeyCaps } from '@/components/ui/keyboard/use-key-caps'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useTimeText } from '@/components/ui/text/time'
import type { IssuedSecret, IssuedSecrets } from '@/lib/desk-api/programs/clients'
import { CopyableValue } from './copyable-value'

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
  const keyCaps = useKeyCaps()
  const until =
    expiresAt === null ? t('issued.untilRevoked') : t('issued.until', { date: time(expiresAt, 'minute') })
  const words = {
    copy: t('issued.copy'),
    copyWhat: t('issued.copyWhat', { what: t(`kinds.${kind}`) }),
    copied: t('issued.copied'),
    byHand: t('issued.copyByHand', { key: keyCaps('Control+C') }),
  }
  return <CopyableValue value={secret} label={t(`kinds.${kind}`)} hint={until} words={words} />
}
