import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type {
  Answer,
  ConnectionChoice,
  HalvingOffer as Offer,
  RunRequest,
  RunView,
  StartedRun,
} from './actions'
import { HalvingDialog } from './halving-dialog'
import { presses } from './presses'
import { useBackToSheet } from './use-back-to-sheet'
import { useConfirmedRegister } from './use-confirmed-register'

interface Props {
  /** Refused requests that nobody explained, newest first. */
  offers: readonly Offer[]
  /** The draft's latest run: what it found is told. */
  run: RunView | null
  connection: ConnectionChoice | undefined
  /** Whether nothing may begin now. */
  isBusy: boolean
  /** Whether this operator may register. */
  isAllowed: boolean
  request: Omit<RunRequest, 'clientRequestId'>
  /** Brings all edits to the server. @returns whether they are there */
  flush: () => Promise<boolean>
  follow: (started?: StartedRun) => Promise<void>
}

/**
 * Where requests were refused without a reason, the offer to find the orders that are to blame, and what was found.
 * Stands above the failures, because there is no cell it could stand on.
 */
export function HalvingOffer(props: Props) {
  const { offers, run, connection, isBusy, isAllowed, request, flush, follow } = props
  const t = useTranslations('halving')
  const [chosen, setChosen] = useState<Offer>()
  const attemptId = chosen?.attemptId ?? ''
  const { register, dialog } = useConfirmedRegister(
    input => presses.halve({ ...input, attemptId }),
    connection,
  )
  const [offer] = offers
  const found = run?.halving
  const begin = async (): Promise<Answer<StartedRun>> => {
    if (!(await flush())) return { ok: false, problem: { code: 'offline', message: t('offline') } }
    const answer = await register({ ...request, clientRequestId: crypto.randomUUID() })
    if (answer.ok) await follow(answer.value)
    return answer
  }
  const isFound = found !== undefined && found.alone.length + found.together.length > 0
  if (!offer && !chosen && !isFound) return null
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2 px-3.5 py-2.5 text-xs">
      {isFound && (
        <div role="status" className="flex flex-col gap-1">
          {found.alone.length > 0 && (
            <p>{t('alone', { count: found.alone.length, list: listOf(found.alone), rest: restOf(run) })}</p>
          )}
          {found.together.map(numbers => (
            <p key={numbers[0]}>{t('together', { count: numbers.length, list: listOf(numbers) })}</p>
          ))}
        </div>
      )}
      {offer && (
        <>
          <p>{t('offer', { orders: offer.orders, requests: offers.length })}</p>
          {isAllowed && <Find isBusy={isBusy} onPress={() => setChosen(offer)} />}
        </>
      )}
      {chosen && connection && (
        <HalvingDialog
          offer={chosen}
          connection={connection}
          begin={begin}
          onClose={() => setChosen(undefined)}
        />
      )}
      {dialog}
    </section>
  )
}

/** Opens the question; it goes with its offer once the search began. */
function Find({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useTranslations('halving')
  useBackToSheet()
  return (
    <Button size="small" className="self-start" disabled={isBusy} focusableWhenDisabled onClick={onPress}>
      {t('find')}
    </Button>
  )
}

/** What became of the orders that are not to blame: known once the search is over and leaves no doubt. */
const restOf = (run: RunView | null) =>
  run?.state === 'done' && run.unknown === 0 && run.registered + run.rejected === run.total
    ? 'accepted'
    : 'open'

/** Numbers of orders that are named in a sentence; of many, the first. */
const NAMED = 5

const listOf = (numbers: readonly string[]) =>
  numbers.slice(0, NAMED).join(', ') + (numbers.length > NAMED ? ' …' : '')
