'use client'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { copyText } from '@/components/ui/copy-text'
import { useToast } from '@/components/ui/feedback/toast'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import { keyText } from '@/lib/desk-api/runs/unconfirmed-key'
import type { Resolution } from '@/lib/ledger/rules/resolutions'
import { confirmRejection } from './actions'

interface Props {
  request: UnknownRequest
  numbers: readonly string[]
  /** The status that a person may confirm to mean a rejection. */
  rejectedStatus: number | null
  /** Whether the quarantine is over. */
  isOpen: boolean
  mayResolve: boolean
  onAsk: (resolution: Resolution) => void
  onDone: (sentence: string) => void
  onProblem: (sentence: string) => void
}

/** What may be done with all orders of a request at once. */
export function WholeRequest(props: Props) {
  const { request, numbers, rejectedStatus, isOpen, mayResolve, onAsk, onDone, onProblem } = props
  const t = useTranslations('unknown')
  const { announce } = useToast()
  const [isBusy, start] = useAction()
  const { attemptId } = request

  const copy = async () => {
    if (await copyText(numbers.join('\n'))) announce(t('copied', { count: numbers.length }))
    else onProblem(t('notCopied'))
  }
  const refuse = () =>
    start(async () => {
      if (attemptId === null) return
      const outcome = await confirmRejection({ attemptId })
      if (outcome.ok) onDone(outcome.value)
      else onProblem(outcome.problem.message)
    })
  return (
    <>
      {mayResolve && rejectedStatus !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <Button variant="primary" disabled={isBusy} focusableWhenDisabled onClick={refuse}>
            {t('whole.refused')}
          </Button>
          <span className="max-w-140 text-ink-2">{t('whole.rejectedHint', { status: rejectedStatus })}</span>
        </p>
      )}
      <fieldset className="flex flex-wrap items-center gap-1.5 pt-1">
        <legend className="sr-only">{t('whole.label')}</legend>
        <Button size="small" onClick={copy}>
          {t('copy')}
        </Button>
        {mayResolve && (
          <>
            <Link
              href={`/unknown/paste?request=${keyText(request)}`}
              prefetch={false}
              className={buttonClasses('plain', 'small')}
            >
              {t('pasteList')}
            </Link>
            <Button size="small" onClick={() => onAsk('found')}>
              {t('whole.found')}
            </Button>
            {(['absent', 'abandon'] as const).map(choice => (
              <Button
                key={choice}
                variant={isOpen ? 'plain' : 'quiet'}
                size="small"
                disabled={!isOpen}
                focusableWhenDisabled
                onClick={() => onAsk(choice)}
              >
                {t(`whole.${choice}`)}
              </Button>
            ))}
          </>
        )}
      </fieldset>
      {!mayResolve && <p className="text-ink-2">{t('mayNot')}</p>}
    </>
  )
}
