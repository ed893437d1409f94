import { useTranslations } from 'use-intl'
import { classes } from '@/components/ui/classes'
import { useWaitingSentences } from '@/components/workbench/run/progress/use-waiting-sentences'
import type { DraftRow, DraftStatusAt } from '@/lib/desk-api/drafts/drafts'

/** Counts of an environment that are shown, the most urgent first. */
const counts = [
  ['unknown', 'rounded bg-warn-bg px-1.5 font-semibold text-warn'],
  ['failing', 'font-medium text-fail'],
  ['busy', 'text-ink-2'],
  ['elsewhere', 'text-ink-2'],
  ['passed', 'text-ink-2'],
  ['registered', 'text-ok'],
] as const

/** The status of a draft's records: a line for each environment. */
export function DraftStatus({
  draft: { statuses, ownErrors, activeRun, waitsUntil, recordType, records },
}: {
  draft: DraftRow
}) {
  const { timeOf } = useWaitingSentences()
  const t = useTranslations('drafts')
  const restOf = (status: DraftStatusAt) =>
    (records ?? 0) - counts.reduce((sum, [count]) => sum + status[count], 0)
  return (
    <>
      {activeRun && (
        <span className="block font-medium text-accent">
          {t(`underWay.${activeRun}`)}
          {waitsUntil !== undefined && (
            <span className="text-warn"> {t('waitsUntil', { time: timeOf(waitsUntil) })}</span>
          )}
        </span>
      )}
      {statuses.map(status => (
        <span key={status.at} className="flex min-w-0 flex-wrap items-center gap-x-2.5 py-0.5">
          <span className="flex max-w-36 items-center gap-1.5 text-ink-3" title={status.at}>
            <i
              aria-hidden
              className={classes(
                'forced-color-adjust-none size-1.75 shrink-0 rounded-full',
                status.environment === 'production' ? 'bg-env-production' : 'bg-env',
              )}
            />
            <span className="truncate">{status.at}</span>
          </span>
          <span className="flex flex-wrap gap-x-2.5">
            {counts.map(
              ([count, ink]) =>
                status[count] > 0 && (
                  <span key={count} className={classes('whitespace-nowrap', ink)}>
                    {t(`counts.${count}`, { count: status[count] })}
                  </span>
                ),
            )}
            {restOf(status) > 0 && (
              <span className="whitespace-nowrap text-ink-3">
                {t('counts.rest', { count: restOf(status), record: recordType })}
              </span>
            )}
          </span>
        </span>
      ))}
      {statuses.length === 0 && !activeRun && (
        <span className="flex flex-wrap gap-x-2.5">
          {ownErrors > 0 && (
            <span className="whitespace-nowrap font-medium text-fail">
              {t('counts.failing', { count: ownErrors })}
            </span>
          )}
          {ownErrors < (records ?? 1) && (
            <span className="text-ink-3">
              {t(recordType === 'product' ? 'untouchedProducts' : 'untouched')}
            </span>
          )}
        </span>
      )}
    </>
  )
}
