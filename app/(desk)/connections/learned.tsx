'use client'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { useToast } from '@/components/ui/feedback/toast'
import { useTimeText } from '@/components/ui/text/time'
import type { ConnectionView } from '@/lib/desk-api/connections/connections'
import type { LearnedLimit } from '@/lib/ledger/rules/learned-limit'
import { utcText } from '@/lib/words/time/time-text'
import { forgetLimits } from './actions'

interface Props {
  connection: ConnectionView
  learned: readonly LearnedLimit[]
  mayEdit: boolean
}

/**
 * The limits that the service of a connection has taught the runner, where they are below the chosen ones; else
 * nothing.
 */
export function Learned({ connection, learned, mayEdit }: Props) {
  const t = useTranslations('connections.learned')
  const time = useTimeText()
  const { announce } = useToast()
  const [isResetting, startResetting] = useAction()
  const { checkSize, registerSize, checkParallel } = connection
  const chosen = {
    check_size: checkSize,
    register_size: registerSize,
    check_parallel: checkParallel,
    product_size: 100,
  }
  const less = learned.filter(({ what, value }) => value < chosen[what])
  if (less.length === 0) return null
  const reset = () =>
    startResetting(async () => {
      const outcome = await forgetLimits({ id: connection.id })
      announce(outcome.ok ? t('forgotten', { name: connection.name }) : outcome.problem.message)
    })
  return (
    <div className="flex items-start gap-3 pt-1 text-xs">
      <ul className="min-w-0 py-0.75">
        {less.map(({ what, value, why, learnedAt }) => (
          <li key={what} title={utcText(learnedAt)}>
            {t(what, {
              value,
              why: t(why, { date: time(learnedAt, 'day') }),
            })}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <Button
          size="small"
          variant="quiet"
          onClick={reset}
          disabled={isResetting}
          focusableWhenDisabled
          aria-label={t('resetOf', { name: connection.name })}
        >
          {t('reset')}
        </Button>
      )}
    </div>
  )
}
