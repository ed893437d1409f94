'use client'
import { useActionState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
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
  const [hasFailed, go, isBusy] = useActionState(async () => !(await openProvider(to)), false)
  return (
    // The action of a form: React repeats a press that comes before hydration.
    <form action={go} className="flex flex-col items-start gap-2">
      <Button
        type="submit"
        isNative
        autoFocus={isPrimary}
        variant={isPrimary ? 'primary' : 'plain'}
        disabled={isBusy}
        focusableWhenDisabled
      >
        {t('provider', { name })}
      </Button>
      <div role="alert">{hasFailed && !isBusy && <Notice tone="fail">{t('unreachable')}</Notice>}</div>
    </form>
  )
}
