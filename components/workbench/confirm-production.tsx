import { useContext, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { EnvironmentTag } from '@/components/ui/environment-tag'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import type { ConnectionChoice } from './actions'
import { RecordNoun } from './use-say'

/** What is to be confirmed. */
export interface AskedCount {
  readonly count: number
  /** What was confirmed before, when it is another count by now. */
  readonly before: number | undefined
  readonly isBusy: boolean
  /** @param typed undefined: nothing is to be registered */
  readonly answer: (typed: number | undefined) => void
}

interface Props {
  connection: ConnectionChoice
  asked: AskedCount
}

/** Asks to type how many records go to production before any of them does. */
export function ConfirmProduction({ connection, asked: { count, before, isBusy, answer } }: Props) {
  const say = useTranslations('production')
  const record = useContext(RecordNoun)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const confirm = () => {
    if (isBusy) return
    if (readCount(typed) === count) return answer(count)
    setFailure(typed.trim() === '' ? say('blank', { count }) : say('wrong', { typed: typed.trim(), count }))
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
      title={say('title', { count, record })}
      description={say('consequence', { count, record })}
      actions={
        <>
          <Button onClick={() => answer(undefined)} disabled={isBusy} focusableWhenDisabled>
            {say('cancel')}
          </Button>
          <Button variant="production" onClick={confirm} disabled={isBusy} focusableWhenDisabled>
            {say(isBusy ? 'registering' : 'register', { count })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 border-line border-y py-2.5">
          <dt className="text-ink-2">{say('connection')}</dt>
          <dd className="min-w-0">
            <EnvironmentTag environment={connection.environment} name={connection.name} />
          </dd>
          <dt className="text-ink-2">{say('address')}</dt>
          <dd className="truncate" title={connection.host}>
            {connection.host}
          </dd>
        </dl>
        <div role="alert">
          {before !== undefined && <Notice tone="warn">{say('changed', { count, before, record })}</Notice>}
        </div>
        <Field label={say('type', { count })} failure={failure}>
          <Input
            ref={input}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={event => {
              setTyped(event.currentTarget.value)
              setFailure(undefined)
            }}
            onKeyDown={event => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              confirm()
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** The whole number that somebody typed, in digits of any width and with whatever parts thousands; undefined for none. */
export function readCount(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,.'’٬]/gu, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}
