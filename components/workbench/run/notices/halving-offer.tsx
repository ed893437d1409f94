import { useContext, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { useFocusSheetOnUnmount } from '@/components/workbench/keys/use-focus-sheet-on-unmount'
import { RecordTypeContext } from '@/components/workbench/use-workbench-translations'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'
import type { Result } from '@/lib/desk-api/result'
import type { HalvingOffer as Offer, RunView, StartedRun } from '@/lib/desk-api/runs/runs'
import { firstOf } from '@/lib/words/sentences/join'
import { useConfirmedRegister } from '../start/use-confirmed-register'
import type { Runs } from '../use-runs'
import { HalvingDialog } from './halving-dialog'

interface Props {
  runs: Runs
  connection: ConnectionChoice | undefined
  /** Whether this operator may register. */
  isAllowed: boolean
}

/**
 * Offers to find the orders that cause rejections without a reason, and shows the result of the search. The notice is
 * above the failures, because there is no cell to mark.
 */
export function HalvingOffer({ runs, connection, isAllowed }: Props) {
  const { offers, run, isBusy, newRequest, startHalving, flush, follow } = runs
  const t = useTranslations('halving')
  const record = useContext(RecordTypeContext)
  const locale = useLocale()
  const listOf = (numbers: readonly string[]) => firstOf(locale, numbers, MAX_NAMED)
  const [chosen, setChosen] = useState<Offer>()
  const attemptId = chosen?.attemptId ?? ''
  const { register, dialog } = useConfirmedRegister(
    input => startHalving({ ...input, attemptId }),
    connection,
    noWarnings,
  )
  const [offer] = offers
  const found = run?.halving
  const begin = async (): Promise<Result<StartedRun>> => {
    if (!(await flush())) return { ok: false, problem: { code: 'offline', message: t('offline') } }
    try {
      const result = await register(newRequest())
      if (result.ok) await follow(result.value)
      return result
    } catch (error) {
      // The server may have started the run nevertheless.
      void follow()
      throw error
    }
  }
  const isFound = found !== undefined && found.alone.length + found.together.length > 0
  if (!offer && !chosen && !isFound) return null
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2 px-3.5 py-2.5 text-xs">
      {isFound && (
        <div role="status" className="flex flex-col gap-1">
          {found.alone.length > 0 && (
            <p>
              {t('alone', {
                record,
                count: found.alone.length,
                list: listOf(found.alone),
                rest: restOf(run),
              })}
            </p>
          )}
          {found.together.map(numbers => (
            <p key={numbers[0]}>{t('together', { count: numbers.length, list: listOf(numbers) })}</p>
          ))}
        </div>
      )}
      {offer && (
        <>
          <p>{t('offer', { record, orders: offer.orders, requests: offers.length })}</p>
          {isAllowed && <FindButton isBusy={isBusy} onPress={() => setChosen(offer)} />}
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

/** The orders of a rejected request have no status of their own by which their warnings are found. */
const noWarnings = () => undefined

/** Opens the dialog. The button disappears with its offer once the search has begun. */
function FindButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const t = useTranslations('halving')
  const record = useContext(RecordTypeContext)
  useFocusSheetOnUnmount()
  return (
    <Button size="small" className="self-start" disabled={isBusy} focusableWhenDisabled onClick={onPress}>
      {t('find', { record })}
    </Button>
  )
}

/** Whether the other orders were accepted: known once the search is over and left no order unconfirmed. */
const restOf = (run: RunView | null) =>
  run?.state === 'done' && run.unknown === 0 && run.registered + run.rejected === run.total
    ? 'accepted'
    : 'open'

/** Order numbers that a sentence names. */
const MAX_NAMED = 5
