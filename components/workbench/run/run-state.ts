import type { HaltedRegistration, RunView } from '@/lib/desk-api/runs/runs'
import type { Workbook } from '@/lib/sheet/workbook/workbook'

/** Whether the orders of a run are being frozen: none of them is sent yet. */
export const isPreparing = (run: RunView | null): boolean => run?.state === 'preparing'

/** Whether a run continues by itself. */
export const isRunning = (run: RunView | null): boolean => run?.state === 'running' || isPreparing(run)

/** Whether a run ended at a problem, or a person paused it. */
export const isStopped = (run: RunView | null): boolean => run?.state === 'stopped' || run?.state === 'paused'

/** Whether a run can be paused, resumed or cancelled: it continues, or it stopped before its end. */
export const isControllable = (run: RunView | null): run is RunView =>
  run !== null && (isRunning(run) || (isStopped(run) && run.left > 0))

/**
 * Orders of the sheet that wait in halted registrations.
 * @param isIncluded leaves out registrations
 */
export const countHalted = (
  halted: readonly HaltedRegistration[],
  isIncluded: (registration: HaltedRegistration) => boolean = () => true,
): number => halted.reduce((sum, one) => sum + (one.isHere && isIncluded(one) ? one.waiting : 0), 0)

/** Whether a run stopped at unconfirmed orders, so that its notice links to the unconfirmed orders. */
export const leadsToUnconfirmed = (run: RunView | null): boolean =>
  isStopped(run) && run?.problemCode === 'unknown_outcome'

/**
 * Whether a notice beside the sheet asks for a person: a run stopped, or orders of the sheet cannot continue by
 * themselves.
 */
export const needsPerson = (
  { run, alarms }: { readonly run: RunView | null; readonly alarms: readonly unknown[] },
  workbook: Pick<Workbook, 'count'>,
): boolean =>
  alarms.length > 0 ||
  (['unknown', 'waiting', 'again'] as const).some(status => workbook.count(status) > 0) ||
  // A check that a person paused has no problem, and no notice. A run that stopped at unconfirmed orders needs no person
  // once they are resolved and none of its orders is left.
  (isStopped(run) && run?.problem !== undefined && (run.problemCode !== 'unknown_outcome' || run.left > 0))
