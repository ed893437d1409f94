'use client'
import { useOptimistic, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReauthentication } from '@/app/(desk)/reauthentication'
import { useAction } from '@/app/(desk)/use-action'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { Tick } from '@/components/ui/fields/tick'
import { setSecondFactorPolicy } from './actions'

/** Whether registrars and administrators need a second factor. It applies at once. */
export function SecondFactorPolicy({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations('team.secondFactor')
  const { announce } = useToast()
  const withReauthentication = useReauthentication()
  const [isBusy, start] = useAction()
  const [shown, setShown] = useOptimistic(isRequired)
  const [problem, setProblem] = useState<string>()
  const choose = (next: boolean) =>
    start(async () => {
      setShown(next)
      setProblem(undefined)
      const outcome = await withReauthentication(() => setSecondFactorPolicy({ isRequired: next }))
      if (outcome.ok) announce(t(next ? 'nowRequired' : 'nowOptional'))
      else setProblem(outcome.problem.message)
    })
  return (
    <section aria-labelledby="second-factor-policy" className="max-w-140 px-3.5 py-3">
      <h2 id="second-factor-policy" className="pb-1.5 font-semibold text-base">
        {t('title')}
      </h2>
      <label className="flex items-baseline gap-2">
        <Tick
          type="checkbox"
          checked={shown}
          disabled={isBusy}
          onChange={event => choose(event.target.checked)}
          className="translate-y-px accent-accent"
        />
        {t('require')}
      </label>
      <p className="pt-0.5 pl-5 text-ink-3 text-xs">{t('requireHint')}</p>
      <div role="alert" className={problem === undefined ? undefined : 'pt-2'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
    </section>
  )
}
