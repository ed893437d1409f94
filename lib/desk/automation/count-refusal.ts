import 'server-only'
import { getTranslations } from '@/lib/words/server'

const t = getTranslations('automation.api')

/** What a registration would send: orders that are ready, and those that wait behind a paused or stopped run. */
export interface OrdersToSend {
  readonly ready: number
  readonly waiting: number
}

/** Why another count than a program confirmed is not registered, as a sentence. */
export const countRefusal = ({ ready, waiting }: OrdersToSend, confirm: number): string =>
  waiting === 0
    ? t('count', { ready, confirm })
    : t('countWaiting', { ready, waiting, sum: ready + waiting, confirm })
