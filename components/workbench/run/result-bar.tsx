import { CircleAlert, CircleCheck, Copy, X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
import { classes } from '@/components/ui/classes'
import { useWorkbench } from '@/components/workbench/workbench-context'
import { useCopyOrderIds } from './use-copy-order-ids'
import type { EndedRun } from './use-ended-run'
import { useRunDetails } from './use-run-outcome'

interface Props {
  endedRun: EndedRun
  /** The name of the connection. */
  connection: string
  mayEdit: boolean
}

/** On a phone the links are below the sentence, and the button that closes the bar stays beside it. */
const linkOnPhone = 'max-[640px]:order-2'

/**
 * What a check or registration came to, and where to go from there. It counts what is left in the sheet now: an order
 * that is resolved is no longer unconfirmed. It is not announced here: the sentence in the status line is.
 */
export function ResultBar({ endedRun: { run, close }, connection, mayEdit }: Props) {
  const t = useTranslations('workbench.result')
  const { workbook, grid } = useWorkbench()
  const details = useRunDetails()(run)
  const copyIds = useCopyOrderIds().copy
  const isRegistration = run.kind === 'register'
  const errors = workbook.count('failing')
  const unknown = workbook.count('unknown')
  const isGood = errors + unknown === 0
  const count = isRegistration ? run.registered : Math.max(run.passed, workbook.count('ready'))
  const summary = t(run.kind, { count, connection, errors, unknown })
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    // The links keep their place at the end while the sentence before them counts.
    <section
      aria-label={t('label')}
      data-region="result"
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 max-[640px]:gap-y-1.5 max-[640px]:py-1"
    >
      <Icon className={`size-4 shrink-0 ${isGood ? 'text-ok' : 'text-warn'}`} aria-hidden />
      <strong
        className="min-w-0 max-w-full truncate font-semibold max-[640px]:flex-1 max-[640px]:whitespace-normal"
        title={summary}
      >
        {summary}
      </strong>
      <span
        className="min-w-0 flex-1 truncate text-ink-2 text-xs max-[640px]:order-2 max-[640px]:basis-full max-[640px]:empty:hidden"
        title={details || undefined}
      >
        {details}
      </span>
      {isRegistration && run.registered > 0 && mayEdit && (
        <a
          href={`/history/runs/${run.runId}/ids?format=xlsx&columns=used`}
          download
          className={classes(buttonClasses(undefined, 'small'), linkOnPhone)}
        >
          {t('ids', { record: workbook.sheet.recordType })}
        </a>
      )}
      {isRegistration && run.registered > 0 && workbook.sheet.recordType === 'order' && (
        <Button size="small" className={linkOnPhone} title={t('copyHint')} onClick={copyIds}>
          <Copy aria-hidden />
          {t('copy')}
        </Button>
      )}
      <Link
        href={`/history/runs/${run.runId}`}
        prefetch={false}
        className={classes(buttonClasses(undefined, 'small'), linkOnPhone)}
      >
        {t('run')}
      </Link>
      {mayEdit && (
        <Link
          href={`/${workbook.sheet.id}/new`}
          prefetch={false}
          className={classes(buttonClasses(undefined, 'small'), linkOnPhone)}
        >
          {t('newDraft')}
        </Link>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={t('close')}
        title={t('close')}
        className="max-[640px]:order-1"
        onClick={() => {
          close()
          grid.current?.focus()
        }}
      >
        <X aria-hidden />
      </Button>
    </section>
  )
}
