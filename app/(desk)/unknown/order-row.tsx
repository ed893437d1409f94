'use client'
import { Check, ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '@/app/(desk)/use-action'
import { Button } from '@/components/ui/buttons/button'
import { Input } from '@/components/ui/fields/input'
import { MiddleCut } from '@/components/ui/text/middle-cut'
import type { RecognisableParts } from '@/lib/desk-api/runs/unconfirmed'
import type { RequestKey } from '@/lib/desk-api/runs/unconfirmed-key'
import type { Resolution } from '@/lib/ledger/rules/resolutions'
import { resolveOrder } from './actions'

/** An unconfirmed order, and by what it is recognised. */
export interface ShownOrder {
  readonly id: string
  readonly number: string
  /** Rows of the shop's file; '' where it came from none. */
  readonly fileRows: string
  /** The texts by which a person recognises the order. */
  readonly about: RecognisableParts
  /** Its address in the console of the shipping company; undefined: unknown. */
  readonly consolePage: string | undefined
}

interface Props {
  /** How it was resolved since the list was loaded. */
  resolved: Resolution | undefined
  order: ShownOrder
  request: RequestKey & { readonly scope: 'orders' | 'products' }
  /** Whether the quarantine is over. */
  isOpen: boolean
  /** Asks before something is denied, or recorded as registered without an id. */
  onAsk: (resolution: Resolution) => void
  onDone: (sentence: string) => void
  onProblem: (sentence: string) => void
}

/** The number of an order, with its page in the console and its rows of the shop's file. */
export function OrderName({ order: { id, number, fileRows, consolePage } }: { order: ShownOrder }) {
  const t = useTranslations('unknown')
  const where = useTranslations('intake.roundTrip.where')
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Link
          href={`/history/orders/${id}`}
          prefetch={false}
          title={number}
          className="min-w-0 text-accent hover:underline"
        >
          <MiddleCut text={number} />
        </Link>
        {consolePage !== undefined && (
          <a
            href={consolePage}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('consolePage', { number })}
            title={t('consolePage', { number })}
            className="-my-1 shrink-0 rounded-sm p-1.5 text-ink-3 hover:bg-shade hover:text-ink"
          >
            <ExternalLink className="size-3.5" aria-hidden />
          </a>
        )}
      </span>
      {fileRows !== '' && (
        <span className="block truncate font-normal text-ink-3 text-xs">
          {where('row', { row: fileRows })}
        </span>
      )}
    </>
  )
}

/** The name under which the form of an order is registered. */
export const formId = (orderId: string): string => `resolve-${orderId}`

/**
 * The ways to resolve one order. Enter in its field says that it was found: with the id in the field, or
 * after a question.
 */
export function ResolveOrder({ order, resolved, request, isOpen, onAsk, onDone, onProblem }: Props) {
  const t = useTranslations('unknown')
  const [orderId, setOrderId] = useState('')
  const [isBusy, start] = useAction()
  const sentId = useRef<string>(undefined)
  const { id, number } = order
  const name = (choice: Resolution) => t('choiceOf', { choice: t(`choices.${choice}`), number })

  const found = () => {
    if (orderId.trim() === '') return onAsk('found')
    if (sentId.current === orderId) return
    sentId.current = orderId
    start(async () => {
      try {
        const { attemptId } = request
        const outcome = await resolveOrder({ id, attemptId, resolution: 'found', typed: '', orderId })
        if (outcome.ok) onDone(outcome.value)
        else onProblem(outcome.problem.message)
      } finally {
        if (sentId.current === orderId) sentId.current = undefined
      }
    })
  }

  if (resolved !== undefined)
    return (
      <p className="flex min-h-6.5 items-center gap-1.5 text-ink-2">
        <Check className="size-4 shrink-0 text-ok" aria-hidden />
        {t(`choices.${resolved}`)}
      </p>
    )
  return (
    <form
      id={formId(id)}
      className="flex items-center gap-1.5 max-[640px]:flex-wrap"
      onSubmit={event => {
        event.preventDefault()
        found()
      }}
    >
      {request.scope === 'orders' && (
        <Input
          size="small"
          className="flex-1 tabular-nums"
          aria-label={t('orderIdOf', { number })}
          placeholder={t('columns.orderId')}
          inputMode="numeric"
          autoComplete="off"
          value={orderId}
          onValueChange={setOrderId}
        />
      )}
      {/* Not disabled while busy, which ends after the response is shown: Enter after a corrected id would do nothing. */}
      <Button type="submit" size="small" aria-label={name('found')}>
        {t('choices.found')}
      </Button>
      {(['absent', 'abandon'] as const).map(choice => (
        <Button
          key={choice}
          variant={isOpen ? 'plain' : 'quiet'}
          size="small"
          aria-label={name(choice)}
          disabled={!isOpen || isBusy}
          focusableWhenDisabled
          onClick={() => onAsk(choice)}
        >
          {t(`choices.${choice}`)}
        </Button>
      ))}
    </form>
  )
}
