'use client'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { readCount } from '@/components/ui/fields/read-count'
import { useTimeText } from '@/components/ui/text/time'
import type { DryRunView, PastedListScope } from '@/lib/desk-api/runs/unconfirmed'
import type { ListMeaning } from '@/lib/ledger/rules/console-list-plan'
import { Group } from './group'

interface Props {
  run: DryRunView
  scope: PastedListScope['scope']
  meaning: ListMeaning
  isProduction: boolean
  isBusy: boolean
  onApply: (typed: string, note: string) => void
}

/** What a list would do, group by group, and the button that does it. */
export function Report({ run, scope, meaning, isProduction, isBusy, onApply }: Props) {
  const t = useTranslations('unknown.paste')
  const states = useTranslations('history.states')
  const timeText = useTimeText()
  const [now] = useState(() => Date.now())
  const timeOf = (ms: number) => timeText(ms, 'clock')
  const isAll = meaning === 'all'
  const absent = isAll ? run.missing.filter(one => one.absentFrom <= now) : []
  const waiting = isAll ? run.missing.filter(one => one.absentFrom > now) : []
  const carried = run.notUnknown.filter(one => one.isCarried)
  const others = run.notUnknown.filter(one => !one.isCarried)
  const known = run.found.length + run.foundWithoutId.length + run.conflicts.length + carried.length
  const isStranger = known === 0
  const stateOf = ({ number, state }: DryRunView['notUnknown'][number]) =>
    [number, state && state !== 'DRAFT' && state !== 'VALIDATED' ? states(state) : t('unsent')] as const
  return (
    <div className="flex flex-col gap-3 px-3.5 pb-6">
      <p className="text-ink-2">{t('read', { lines: run.lines, repeated: run.repeated })}</p>
      {isStranger && <Notice tone="warn">{t('stranger', { scope })}</Notice>}
      {run.areIdsUnclear && <Notice tone="warn">{t('idsUnclear')}</Notice>}
      <Group
        tone="ok"
        title={t('groups.found', { count: run.found.length })}
        rows={run.found.map(one => [one.number, one.orderId])}
      />
      <Group
        tone="ok"
        title={t('groups.foundWithoutId', { scope, count: run.foundWithoutId.length })}
        rows={run.foundWithoutId.map(number => [number, ''])}
      />
      <Group
        tone="fail"
        title={t('groups.conflicts', { count: run.conflicts.length })}
        rows={run.conflicts.map(({ kind, number, id, other = '' }) => [
          number,
          t(`conflicts.${kind}`, { id, other }),
        ])}
      />
      <Group
        tone="warn"
        title={t('groups.absent', { count: absent.length })}
        rows={absent.map(one => [one.number, ''])}
      />
      <Group
        tone="plain"
        title={t('groups.waits', { count: waiting.length })}
        rows={waiting.map(one => [one.number, t('waitsFrom', { time: timeOf(one.absentFrom) })])}
      />
      <Group
        tone="plain"
        title={t('groups.missing', { count: isAll ? 0 : run.missing.length })}
        rows={isAll ? [] : run.missing.map(one => [one.number, ''])}
      />
      <Group
        tone="plain"
        title={t('groups.carried', { scope, count: carried.length })}
        rows={carried.map(stateOf)}
      />
      <Group
        tone="plain"
        title={t('groups.notInDoubt', { count: others.length })}
        rows={others.map(stateOf)}
      />
      {run.decisions === 0 ? (
        <Notice>{t('nothing')}</Notice>
      ) : (
        <Apply
          run={run}
          scope={scope}
          requiredCount={isProduction ? run.decisions : run.denials}
          time={run.absentFrom === undefined ? '' : timeOf(run.absentFrom)}
          isBusy={isBusy}
          onApply={onApply}
        />
      )}
    </div>
  )
}

interface ApplyProps extends Pick<Props, 'run' | 'scope' | 'isBusy' | 'onApply'> {
  /** What has to be typed; 0: nothing. */
  requiredCount: number
  time: string
}

function Apply({ run, scope, requiredCount, time, isBusy, onApply }: ApplyProps) {
  const t = useTranslations('unknown.paste')
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const isReady = requiredCount === 0 || readCount(typed) === requiredCount
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onApply(requiredCount === 0 ? '' : String(requiredCount), note)
  }
  return (
    <form onSubmit={apply} className="flex max-w-120 flex-col gap-2 border-line border-t pt-3">
      {run.denials > 0 && (
        <Notice tone="warn">{t('typedAbsent', { scope, count: run.denials, time })}</Notice>
      )}
      {requiredCount > 0 && (
        <Field label={t('typed', { count: requiredCount })}>
          <Input value={typed} onValueChange={setTyped} inputMode="numeric" autoComplete="off" />
        </Field>
      )}
      <Field label={t('note')}>
        <Input value={note} onValueChange={setNote} maxLength={500} autoComplete="off" />
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={!isReady || isBusy} focusableWhenDisabled>
          {t('apply', { scope, count: run.decisions })}
        </Button>
      </div>
    </form>
  )
}
