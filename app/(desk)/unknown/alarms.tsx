'use client'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { AlarmView } from '@/lib/desk-api/runs/unconfirmed'
import { acknowledgeAlarm } from './actions'

/** Late responses that contradict how an operator resolved an order: the parcel may be shipped twice. */
export function Alarms({
  alarms,
  mayAcknowledge,
}: {
  alarms: readonly AlarmView[]
  mayAcknowledge: boolean
}) {
  const t = useTranslations('unknown.alarms')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  if (alarms.length === 0) return null
  const acknowledge = (alarmId: string) =>
    start(async () => {
      const outcome = await acknowledgeAlarm({ alarmId })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
    })
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2 border-line border-b p-3.5">
      {alarms.map(alarm => (
        <Notice key={alarm.id} tone="fail">
          <p>{t(alarm.kind, alarm.values)}</p>
          <p className="mt-1 flex items-center gap-3">
            <Link href={alarm.path} prefetch={false} className="font-medium underline">
              {t(alarm.isAboutResponse ? 'openResponse' : 'open')}
            </Link>
            {mayAcknowledge && (
              <Button
                size="small"
                disabled={isBusy}
                focusableWhenDisabled
                onClick={() => acknowledge(alarm.id)}
              >
                {t('seen')}
              </Button>
            )}
          </p>
        </Notice>
      ))}
      <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
    </section>
  )
}
