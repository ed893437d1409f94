'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useFocusLeft } from '@/app/(desk)/use-focus-left'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { type DataColumn, DataTable } from '@/components/ui/data/data-table'
import { Notice } from '@/components/ui/feedback/notice'
import { useToast } from '@/components/ui/feedback/toast'
import { ExternalText } from '@/components/ui/text/external-text'
import { UNKNOWN_COUNT_EVENT } from '@/components/workbench/run/notices/unknown-count-event'
import type { UnknownRequest } from '@/lib/desk-api/runs/unconfirmed'
import { keyText } from '@/lib/desk-api/runs/unconfirmed-key'
import type { Resolution } from '@/lib/ledger/rules/resolutions'
import { joinSentences } from '@/lib/words/sentences/join'
import { formId, OrderName, ResolveOrder, type ShownOrder } from './order-row'
import { QuarantineClock, useRemainingMs } from './quarantine-clock'
import { type PendingResolution, ResolveDialog } from './resolve-dialog'
import { WholeRequest } from './whole-request'

interface Props {
  request: UnknownRequest
  /** The page of requests beside them, from 1. */
  page: number
  /** The orders of this page. */
  rows: readonly ShownOrder[]
  /** The numbers of all unconfirmed orders of the request. */
  numbers: readonly string[]
  /** When orders can be resolved as not registered at the earliest, in milliseconds since the epoch. */
  absentFrom: number
  /** Whether the request is sent again by itself. */
  isReplayed: boolean
  /** Whether the service has provably finished the request. */
  isFinished: boolean
  /** The status that an operator can confirm to be a rejection. */
  rejectedStatus: number | null
  /** The place of the first row among all orders of the request, from 1. */
  from: number
  size: number
  mayResolve: boolean
}

/** What to do about an unconfirmed request, and its orders with the resolutions of each. */
export function Orders(props: Props) {
  const {
    request,
    page,
    rows,
    numbers,
    absentFrom,
    isFinished,
    isReplayed,
    rejectedStatus,
    from,
    size,
    mayResolve,
  } = props
  const t = useTranslations('unknown')
  const locale = useLocale()
  const { announce } = useToast()
  const [pending, setPending] = useState<PendingResolution>()
  const [problem, setProblem] = useState<string>()
  /** How orders were resolved here, by number. Until the list is loaded again, they stay in their places. */
  const [resolved, setResolved] = useState<ReadonlyMap<string, Resolution>>(new Map())
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const left = useRemainingMs(absentFrom)
  useFocusLeft()
  const { scope, count } = request
  // The link that turns the page is below the rows: the next ones are read from the top.
  const shownFrom = useRef(from)
  useEffect(() => {
    if (shownFrom.current === from) return
    shownFrom.current = from
    heading.current?.focus()
  }, [from])

  /** Announces the result. The pressed button is gone, so the focus moves to the heading. */
  const finish = (sentence: string) => {
    setProblem(undefined)
    setPending(undefined)
    announce(sentence)
    heading.current?.focus({ preventScroll: true })
  }

  /** Ticks a resolved order and moves the focus to the next unresolved one. */
  const tick = (order: ShownOrder, resolution: Resolution, sentence: string) => {
    finish(sentence)
    setResolved(before => new Map([...before, [order.number, resolution]]))
    window.dispatchEvent(new Event(UNKNOWN_COUNT_EVENT))
    const next = rows.slice(rows.indexOf(order) + 1).find(({ number }) => !resolved.has(number))
    const form = next && document.getElementById(formId(next.id))
    form?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
  }
  const reload = () => {
    router.refresh()
    setResolved(new Map())
    heading.current?.focus({ preventScroll: true })
  }
  // Both may be loaded again at any time, without the orders that were resolved here before.
  const open = numbers.filter(number => !resolved.has(number)).length
  const ticked = rows.filter(({ number }) => resolved.has(number)).length

  const isWhole = count <= size
  const end = Math.min(from + size - 1, count)
  const fact = (id: keyof ShownOrder['about'], at: number): DataColumn<ShownOrder> => ({
    id,
    heading: t(`columns.${id}`),
    width: widths[id],
    className: classes('truncate', at > 0 && 'text-ink-2'),
    title: order => order.about[id],
    ...(isWhole && { sortBy: order => order.about[id] }),
    cell: order => <ExternalText text={order.about[id] ?? ''} />,
  })
  return (
    <section aria-labelledby="what-to-do" className="border-line border-t pt-3">
      <div className="flex flex-col gap-2 px-3.5 pb-3">
        <h2 id="what-to-do" ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
          {t('whatToDo')}
        </h2>
        <p className="max-w-180">
          {joinSentences(locale, [t('instructions', { scope }), !isReplayed && t('notResent')])}
        </p>
        <QuarantineClock from={absentFrom} left={left} isFinished={isFinished} />
        <div role="alert">{problem !== undefined && <Notice tone="fail">{problem}</Notice>}</div>
        <WholeRequest
          request={request}
          numbers={numbers}
          rejectedStatus={rejectedStatus}
          isOpen={left === 0}
          mayResolve={mayResolve}
          onAsk={resolution => open > 0 && setPending({ resolution, count: open, request })}
          onDone={finish}
          onProblem={setProblem}
        />
      </div>
      <DataTable<ShownOrder>
        id={`unconfirmed-${scope}`}
        label={t('numbers')}
        className={mayResolve ? 'min-w-200 max-[1360px]:min-w-180' : ''}
        stacksBelow={720}
        rows={rows}
        rowKey={order => order.id}
        columns={[
          {
            id: 'number',
            heading: t('columns.number', { scope }),
            width: 'w-44 max-[1360px]:w-34',
            className: 'truncate',
            isRowHeader: true,
            ...(isWhole && { sortBy: order => order.number }),
            cell: order => <OrderName order={order} />,
          },
          ...recognised[scope].map(fact),
          ...(mayResolve
            ? [
                {
                  id: 'say',
                  heading: t('columns.say'),
                  width: acts[scope],
                  cell: (order: ShownOrder) => (
                    <ResolveOrder
                      order={order}
                      resolved={resolved.get(order.number)}
                      request={request}
                      isOpen={left === 0}
                      onAsk={resolution => setPending({ resolution, count: 1, request, order })}
                      onDone={sentence => tick(order, 'found', sentence)}
                      onProblem={setProblem}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {ticked > 0 && (
        <p className="flex items-center gap-2 px-3.5 py-2.5 text-ink-2">
          {t('reload.resolved', { count: ticked })}
          <Button size="small" onClick={reload}>
            {t('reload.act')}
          </Button>
        </p>
      )}
      {count > size && (
        <p className="flex items-center gap-2 px-3.5 py-2.5 text-ink-2">
          {from > 1 && (
            <Turn request={request} page={page} from={Math.max(1, from - size)} word={t('newer')} />
          )}
          {t('pageOf', { from, to: end, count })}
          {/* The resolved rows will no longer be in the list, so the next order moves up by as many places. */}
          {end < count && <Turn request={request} page={page} from={end + 1 - ticked} word={t('older')} />}
        </p>
      )}
      {pending && (
        <ResolveDialog
          pending={pending}
          absentFrom={absentFrom}
          onClose={() => setPending(undefined)}
          onDone={sentence => {
            const { order, resolution } = pending
            if (order) tick(order, resolution, sentence)
            else finish(sentence)
          }}
        />
      )}
    </section>
  )
}

/** The columns by which a person recognises a record. */
const recognised = {
  orders: ['recipient', 'item'],
  products: ['product', 'brand', 'price'],
} as const

/** A product has no id that could be typed. */
const acts = { orders: 'w-108 max-[1360px]:w-96', products: 'w-64' } as const

const widths: Readonly<Record<string, string | undefined>> = {
  recipient: 'w-36 max-[1360px]:w-28',
  brand: 'w-36 max-[1360px]:w-28',
  price: 'w-28 max-[1360px]:w-20',
}

interface TurnProps {
  request: UnknownRequest
  page: number
  from: number
  word: string
}

/** A link to other orders of the request; the list of requests stays on its page. */
const Turn = ({ request, page, from, word }: TurnProps) => (
  <Link
    href={`/unknown?page=${page}&request=${keyText(request)}&from=${from}`}
    scroll={false}
    className={buttonClasses('plain', 'small')}
  >
    {word}
  </Link>
)
