import type { RunView } from './runs'

/** A run whose orders are being frozen: none of them has an outcome. */
export const preparingRun = (run: Pick<RunView, 'runId' | 'kind' | 'done' | 'total'>): RunView => ({
  ...run,
  state: 'preparing',
  left: run.total - run.done,
  passed: 0,
  failed: 0,
  registered: 0,
  rejected: 0,
  unknown: 0,
  refused: [],
})
