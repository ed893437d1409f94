'use client'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { useHydrated } from '@/components/ui/use-hydrated'
import { openProvider } from './open-provider'

interface Props {
  /** What the company calls its sign-in provider. */
  name: string
  /** The path to open afterwards, on this origin. */
  to: string
  isPrimary: boolean
}

/** Leads to the company's sign-in provider. */
export function ProviderButton({ name, to, isPrimary }: Props) {
  const t = useTranslations('auth.signIn')
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, start] = useTransition()
  const isHydrated = useHydrated()
  const go = () =>
    start(async () => {
      setFailed(false)
      if (!(await openProvider(to))) setFailed(true)
    })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        autoFocus={isPrimary}
        variant={isPrimary ? 'primary' : 'plain'}
        disabled={isBusy || !isHydrated}
        focusableWhenDisabled
        onClick={go}
      >
        {t('provider', { name })}
      </Button>
      <div role="alert">{hasFailed && <Notice tone="fail">{t('unreachable')}</Notice>}</div>
    </div>
  )
}
