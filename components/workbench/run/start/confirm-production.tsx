import { useContext, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { ConfirmField } from '@/components/ui/fields/confirm-field'
import { readCount } from '@/components/ui/fields/read-count'
import { Dialog } from '@/components/ui/overlay/dialog'
import { EnvironmentTag } from '@/components/ui/text/environment-tag'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { WarnedStatus } from './list-ready-warnings'
import { ReadyWarnings } from './ready-warnings'

/** A question for the number of records to register. */
export interface CountRequest {
  readonly count: number
  /** The number that was confirmed before it changed. */
  readonly before: number | undefined
  readonly isBusy: boolean
  /** The status of the records whose warnings are shown; undefined: no warnings are shown. */
  readonly warned: WarnedStatus | undefined
  /** @param typed undefined: the operator cancelled */
  readonly answer: (typed: number | undefined) => void
}

interface Props {
  connection: ConnectionChoice
  request: CountRequest
}

/** Asks the operator to type how many records are to be registered in production. */
export function ConfirmProduction({ connection, request }: Props) {
  const { count, before, isBusy, warned, answer } = request
  const t = useTranslations('production')
  const record = useContext(RecordTypeContext)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const confirm = () => {
    if (isBusy) return
    if (readCount(typed) === count) return answer(count)
    setFailure(typed.trim() === '' ? t('blank', { count }) : t('wrong', { typed: typed.trim(), count }))
    input.current?.select()
  }
  return (
    <Dialog
      open
      onClose={() => {
        if (!isBusy) answer(undefined)
      }}
      width={440}
      initialFocus={input}
      title={t('title', { count, record })}
      description={t('consequence', { count, record })}
      actions={
        <>
          <Button onClick={() => answer(undefined)} disabled={isBusy} focusableWhenDisabled>
            {t('cancel')}
          </Button>
          <Button variant="production" onClick={confirm} disabled={isBusy} focusableWhenDisabled>
            {t(isBusy ? 'registering' : 'register', { count })}
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
          <dt className="text-ink-2">{t('address')}</dt>
          <dd className="truncate" title={connection.host}>
            {connection.host}
          </dd>
        </dl>
        {warned && <ReadyWarnings connection={connection.name} status={warned} />}
        <div role="alert">
          {before !== undefined && <Notice tone="warn">{t('changed', { count, before, record })}</Notice>}
        </div>
        <ConfirmField
          ref={input}
          label={t('type', { count })}
          typed={typed}
          onType={text => {
            setTyped(text)
            setFailure(undefined)
          }}
          failure={failure}
          onConfirm={confirm}
          isNumber
        />
      </div>
    </Dialog>
  )
}
