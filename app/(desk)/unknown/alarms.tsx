'use client'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import type { AlarmView } from '@/lib/desk-api/runs/unconfirmed'
import { acknowledgeAlarm } from './actions'

interface Props {
  alarms: readonly AlarmView[]
  mayAcknowledge: boolean
}

/** Late responses that contradict how an operator resolved an order: the parcel may be shipped twice. */
export const Alarms = (props: Props) => props.alarms.length > 0 && <AlarmList {...props} />

function AlarmList({ alarms, mayAcknowledge }: Props) {
  const t = useTranslations('unknown.alarms')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const list = useRef<HTMLElement>(null)
  useFocusLeft()
  const acknowledge = (alarmId: string) =>
    start(async () => {
      const outcome = await acknowledgeAlarm({ alarmId })
      setProblem(outcome.ok ? undefined : outcome.problem.message)
      // The pressed button is gone with its alarm.
      if (outcome.ok) list.current?.focus({ preventScroll: true })
    })
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={t('title')}
      className="flex flex-col gap-2 border-line border-b p-3.5 outline-none"
    >
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
