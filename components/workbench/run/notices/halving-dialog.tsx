import { useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Dialog } from '@/components/ui/overlay/dialog'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { useBusy } from '@/components/ui/use-busy'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { Result } from '@/lib/desk-api/result'
import type { HalvingOffer } from '@/lib/desk-api/runs/runs'

interface Props {
  offer: HalvingOffer
  connection: ConnectionChoice
  /** Starts the search. In production the operator first confirms the number of orders. */
  begin: () => Promise<Result<unknown>>
  onClose: () => void
}

/** Explains the cost of sending a rejected request again in halves, before anything is sent. */
export function HalvingDialog({ offer, connection, begin, onClose }: Props) {
  const t = useTranslations('halving')
  const record = useContext(RecordTypeContext)
  const [isBusy, whileBusy] = useBusy()
  const [problem, setProblem] = useState('')
  const { orders, likely, most } = offer
  const act = async () => {
    setProblem('')
    try {
      const result = await begin()
      if (result.ok) return onClose()
      if (result.problem.code !== 'cancelled') setProblem(result.problem.message)
    } catch {
      setProblem(t('offline'))
    }
  }
  return (
    <Dialog
      open
      onClose={() => {
        if (!isBusy) onClose()
      }}
      width={460}
      title={t('title', { record, orders })}
      description={t('how', { record })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button
            variant={connection.environment === 'production' ? 'production' : 'primary'}
            onClick={() => whileBusy(act)}
            disabled={isBusy}
            focusableWhenDisabled
          >
            {t(isBusy ? 'beginning' : 'begin')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-y py-2.5">
          <dt className="text-ink-2">{t('connection')}</dt>
          <dd className="min-w-0">
            <EnvironmentTag environment={connection.environment} name={connection.name} />
          </dd>
          <dt className="text-ink-2">{t('requests')}</dt>
          <dd>{t('cost', { record, likely, most })}</dd>
        </dl>
        <Notice tone="warn">
          {t('registered', { record, environment: connection.environment, name: connection.name })}
        </Notice>
        <p className="text-ink-2">{t('stops')}</p>
        <div role="alert">{problem !== '' && <Notice tone="fail">{problem}</Notice>}</div>
      </div>
    </Dialog>
  )
}
