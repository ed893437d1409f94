'use client'
import Link from 'next/link'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { cellClasses } from '@/app/(desk)/drafts/cell-classes'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Foreign } from '@/components/ui/foreign'
import { Input } from '@/components/ui/input'
import { MiddleCut } from '@/components/ui/middle-cut'
import type { Resolution } from '@/lib/ledger/resolutions'
import type { RequestKey } from '@/lib/store/unknown'
import { settleOne } from './actions'
import type { Recognised } from './recognise'

/** An order in doubt, and by what it is recognised. */
export interface ShownOrder {
  readonly id: string
  readonly number: string
  /** Rows of the shop's file; '' where it came from none. */
  readonly fileRows: string
  /** By what a person recognises it. */
  readonly about: Recognised
}

interface Props {
  order: ShownOrder
  /** Which of the facts about it have columns here. */
  columns: readonly (keyof Recognised)[]
  request: RequestKey & { readonly scope: 'orders' | 'products' }
  /** Whether the quarantine is over. */
  isOpen: boolean
  maySettle: boolean
  /** Asks before something is denied. */
  onAsk: (resolution: Resolution) => void
  onDone: (sentence: string) => void
  onProblem: (sentence: string) => void
}

/** One order in doubt. Enter in its field says that it was found, with the id that stands there or without. */
export function OrderRow(props: Props) {
  const { order, columns, request, isOpen, maySettle, onAsk, onDone, onProblem } = props
  const say = useTranslations('unknown')
  const [orderId, setOrderId] = useState('')
  const [isBusy, start] = useTransition()
  const where = useTranslations('intake.return.where')
  const { id, number, fileRows, about } = order
  const name = (choice: Resolution) => say('choiceOf', { choice: say(`choices.${choice}`), number })

  const found = () =>
    start(async () => {
      const typed = orderId.trim() === '' ? {} : { orderId }
      const { attemptId } = request
      const outcome = await settleOne({ id, attemptId, resolution: 'found', typed: '', ...typed })
      if (outcome.ok) onDone(outcome.value)
      else onProblem(outcome.problem.message)
    })

  return (
    <tr className="*:h-10 hover:bg-panel">
      <th scope="row" className={`${cellClasses} truncate text-left font-medium`}>
        <Link href={`/history/orders/${id}`} prefetch={false} title={number} className="hover:underline">
          <MiddleCut text={number} />
        </Link>
        {fileRows !== '' && (
          <span className="block truncate font-normal text-ink-3 text-xs">
            {where('row', { row: fileRows })}
          </span>
        )}
      </th>
      {columns.map((column, at) => (
        <td
          key={column}
          className={classes(cellClasses, 'truncate', at > 0 && 'text-ink-2')}
          title={about[column]}
        >
          <Foreign text={about[column] ?? ''} />
        </td>
      ))}
      {maySettle && (
        <td className={cellClasses}>
          <form
            className="flex items-center gap-1.5"
            onSubmit={event => {
              event.preventDefault()
              found()
            }}
          >
            {request.scope === 'orders' && (
              <Input
                size="small"
                className="flex-1 tabular-nums"
                aria-label={say('orderIdOf', { number })}
                placeholder={say('columns.orderId')}
                inputMode="numeric"
                autoComplete="off"
                value={orderId}
                onValueChange={setOrderId}
              />
            )}
            <Button
              type="submit"
              size="small"
              aria-label={name('found')}
              disabled={isBusy}
              focusableWhenDisabled
            >
              {say('choices.found')}
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
                {say(`choices.${choice}`)}
              </Button>
            ))}
          </form>
        </td>
      )}
    </tr>
  )
}
