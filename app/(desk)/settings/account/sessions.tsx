'use client'
import { useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { cellClasses as cell, Moment } from '@/app/(desk)/settings/moment'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { endOtherSessions, endSession } from './actions'

/** A session as the page shows it. */
export interface ShownSession {
  readonly id: string
  /** Its browser and system, such as “Chrome on Windows”. */
  readonly device: string
  readonly address: string
  readonly startedAt: string
  readonly seenAt: string
  /** Whether it is the one that looks at the page. */
  readonly isHere: boolean
}

/** Where the operator is signed in, and the way to sign out there. */
export function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  const say = useTranslations('account.sessions')
  const { say: announce } = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useTransition()
  const hasOthers = sessions.some(session => !session.isHere)

  const tell = (sentence: string) => {
    setProblem(undefined)
    announce(sentence)
    // The button that was pressed goes away with its row.
    heading.current?.focus({ preventScroll: true })
  }
  const end = ({ id, device }: ShownSession) =>
    start(async () => {
      const outcome = await endSession({ id })
      if (outcome.ok) tell(say('ended', { device }))
      else setProblem(outcome.problem.message)
    })
  const endOthers = () =>
    start(async () => {
      const outcome = await endOtherSessions({})
      if (outcome.ok) tell(say('endedOthers', { count: outcome.value }))
      else setProblem(outcome.problem.message)
    })

  return (
    <section aria-labelledby="sessions">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2">
        <h2 id="sessions" ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          {say('title')}
        </h2>
        <p className="text-ink-2">{say('lead')}</p>
        {hasOthers && (
          <Button
            size="small"
            className="ml-auto"
            disabled={isBusy}
            focusableWhenDisabled
            onClick={endOthers}
          >
            {say('endOthers')}
          </Button>
        )}
      </div>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <table
        aria-labelledby="sessions"
        className="w-full min-w-150 table-fixed border-separate border-spacing-0 border-line-soft border-t"
      >
        <colgroup>
          <col />
          <col className="w-36" />
          <col className="w-36" />
          <col className="w-32" />
        </colgroup>
        <thead>
          <tr className="text-left text-ink-2 text-xs">
            {(['device', 'signedIn', 'seen'] as const).map(column => (
              <th key={column} scope="col" className={classes(cell, 'h-8 bg-panel font-medium')}>
                {say(`columns.${column}`)}
              </th>
            ))}
            <td className={classes(cell, 'bg-panel')} />
          </tr>
        </thead>
        <tbody>
          {sessions.map(session => (
            <tr key={session.id} className="h-12">
              <th scope="row" className={classes(cell, 'truncate text-left font-normal')}>
                <span className="font-medium">{session.device}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {session.address === '' ? say('noAddress') : session.address}
                </span>
              </th>
              <td className={cell}>
                <Moment at={session.startedAt} />
              </td>
              <td className={cell}>
                <Moment at={session.seenAt} />
              </td>
              <td className={classes(cell, 'text-right')}>
                {session.isHere ? (
                  <span className="pr-2 text-ink-2">{say('here')}</span>
                ) : (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={say('endWhich', { device: session.device })}
                    disabled={isBusy}
                    focusableWhenDisabled
                    onClick={() => end(session)}
                  >
                    {say('end')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!hasOthers && <p className="px-3.5 py-2.5 text-ink-2">{say('onlyThis')}</p>}
    </section>
  )
}
