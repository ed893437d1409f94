'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { readCount } from '@/components/ui/fields/read-count'
import { FormDialog } from '@/components/ui/overlay/form-dialog'
import { useTimeText } from '@/components/ui/text/time'
import { environmentOrigin } from '@/lib/desk-api/environment-id'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import type { Resolution } from '@/lib/ledger/rules/resolutions'
import { resolveOrder, resolveRequest } from './actions'
import type { ShownOrder } from './order-row'

/** What an operator is about to record, and for how many orders. */
export interface PendingResolution {
  readonly resolution: Resolution
  readonly count: number
  readonly request: UnknownRequest
  /** Absent: all orders of the request. */
  readonly order?: ShownOrder
}

interface Props {
  pending: PendingResolution
  /** Milliseconds since the epoch. */
  absentFrom: number
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Asks before orders are resolved, which cannot be undone: the operator types their number. */
export function ResolveDialog({ pending, absentFrom, onClose, onDone }: Props) {
  const t = useTranslations('unknown.dialog')
  const timeText = useTimeText()
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const first = useRef<HTMLInputElement>(null)
  const { resolution, count, request, order } = pending
  const where = request.connection ?? environmentOrigin(request.envId)
  const time = timeText(absentFrom, 'clock')
  // One order that was found needs no count. Everything else may say that an order was not registered.
  const isCounted = order === undefined || resolution !== 'found'
  const isReady =
    (!isCounted || readCount(typed) === count) && (resolution !== 'abandon' || note.trim() !== '')

  const resolve = () =>
    start(async () => {
      const { attemptId, runId } = request
      const about = { resolution, typed: isCounted ? String(count) : '', note }
      const outcome = order
        ? await resolveOrder({ id: order.id, attemptId, ...about })
        : await resolveRequest({ request: { attemptId, runId }, ...about })
      if (outcome.ok) onDone(outcome.value)
      else setProblem(outcome.problem.message)
    })
  return (
    <FormDialog
      staysOpen
      width={460}
      title={
        order
          ? t('titleOf', { number: order.number, title: t(`titles.${resolution}`, { count }) })
          : t(`titles.${resolution}`, { count })
      }
      description={t(`bodies.${resolution}`, { scope: request.scope, count, where, time })}
      cancel={t('cancel')}
      submit={t(`confirm.${resolution}`)}
      isReady={isReady}
      isBusy={isBusy}
      problem={problem}
      initialFocus={first}
      onSubmit={resolve}
      onClose={onClose}
    >
      {isCounted && (
        <Field label={t('typed', { count })}>
          <Input ref={first} value={typed} onValueChange={setTyped} inputMode="numeric" autoComplete="off" />
        </Field>
      )}
      <Field label={t(resolution === 'abandon' ? 'noteNeeded' : 'note')}>
        <Input
          ref={isCounted ? undefined : first}
          value={note}
          onValueChange={setNote}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
    </FormDialog>
  )
}
