'use client'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { DataTable } from '@/components/ui/data/data-table'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { StackedTime } from '@/components/ui/text/time'
import { endOtherSessions, endSession } from './actions'

/** A session as the page shows it. */
export interface ShownSession {
  readonly id: string
  /** Browser and system, for example “Chrome on Windows”. */
  readonly device: string
  readonly address: string
  readonly startedAt: string
  readonly seenAt: string
  /** Whether it is the session that shows the page. */
  readonly isHere: boolean
}

/** The operator's sessions, with a button to end each. */
export function Sessions({ sessions }: { sessions: readonly ShownSession[] }) {
  const t = useTranslations('account.sessions')
  const { announce } = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, start] = useAction()
  const hasOthers = sessions.some(session => !session.isHere)

  const finish = (sentence: string) => {
    setProblem(undefined)
    announce(sentence)
    // The pressed button disappears with its row.
    heading.current?.focus({ preventScroll: true })
  }
  const end = ({ id, device }: ShownSession) =>
    start(async () => {
      const outcome = await endSession({ id })
      if (outcome.ok) finish(t('ended', { device }))
      else setProblem(outcome.problem.message)
    })
  const endOthers = () =>
    start(async () => {
      const outcome = await endOtherSessions({})
      if (outcome.ok) finish(t('endedOthers', { count: outcome.value }))
      else setProblem(outcome.problem.message)
    })

  return (
    <section aria-labelledby="sessions">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2">
        <h2 id="sessions" ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          {t('title')}
        </h2>
        <p className="text-ink-2">{t('lead')}</p>
        {hasOthers && (
          <Button
            size="small"
            className="ml-auto"
            disabled={isBusy}
            focusableWhenDisabled
            onClick={endOthers}
          >
            {t('endOthers')}
          </Button>
        )}
      </div>
      <div role="alert" className={problem === undefined ? undefined : 'px-3.5 pb-3'}>
        {problem !== undefined && <Notice tone="fail">{problem}</Notice>}
      </div>
      <DataTable
        id="sessions"
        label={t('title')}
        className="min-w-150 border-line-soft border-t"
        rows={sessions}
        rowKey={session => session.id}
        columns={[
          {
            id: 'device',
            heading: t('columns.device'),
            className: 'truncate',
            isRowHeader: true,
            sortBy: session => session.device,
            cell: session => (
              <>
                {session.device}
                <span className="block truncate font-normal text-ink-3 text-xs">
                  {session.address === '' ? t('noAddress') : session.address}
                </span>
              </>
            ),
          },
          {
            id: 'signedIn',
            heading: t('columns.signedIn'),
            width: 'w-36',
            className: 'whitespace-nowrap',
            sortsDescendingFirst: true,
            sortBy: session => session.startedAt,
            cell: session => <StackedTime at={session.startedAt} kind="minute" />,
          },
          {
            id: 'seen',
            heading: t('columns.seen'),
            width: 'w-36',
            className: 'whitespace-nowrap',
            sortsDescendingFirst: true,
            sortBy: session => session.seenAt,
            cell: session => <StackedTime at={session.seenAt} kind="minute" />,
          },
          {
            id: 'acts',
            heading: '',
            width: 'w-32',
            className: 'whitespace-nowrap text-right',
            cell: session =>
              session.isHere ? (
                <span className="pr-2 text-ink-2">{t('here')}</span>
              ) : (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t('endWhich', { device: session.device })}
                  disabled={isBusy}
                  focusableWhenDisabled
                  onClick={() => end(session)}
                >
                  {t('end')}
                </Button>
              ),
          },
        ]}
      />
      {!hasOthers && <p className="px-3.5 py-2.5 text-ink-2">{t('onlyThis')}</p>}
    </section>
  )
}
