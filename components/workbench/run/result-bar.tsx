import { CircleAlert, CircleCheck, Copy, X } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { buttonClasses } from '@/components/ui/buttons/button-classes'
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

/**
 * What a check or registration came to, and where to go from there. It counts what is left in the sheet now: an order
 * that is resolved is no longer unconfirmed. It is not announced here: the sentence of the status line is, which
 * these are parts of.
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
    <>
      <Icon className={`size-4 shrink-0 ${isGood ? 'text-ok' : 'text-warn'}`} aria-hidden />
      <strong
        className="min-w-0 max-w-full truncate font-semibold max-[640px]:flex-1 max-[640px]:whitespace-normal"
        title={summary}
      >
        {summary}
      </strong>
      <span
        // On a phone it ends the line of the summary, also when it is empty.
        className="min-w-0 truncate text-ink-2 text-xs not-empty:flex-1 max-[640px]:order-1 max-[640px]:basis-full"
        title={details || undefined}
      >
        {details}
      </span>
      {/* Behind the sentence of the status line; on a phone below it. */}
      <span className="order-2 ml-auto flex flex-wrap gap-2 max-[640px]:ml-0">
        {isRegistration && run.registered > 0 && mayEdit && (
          <a
            href={`/history/runs/${run.runId}/ids?format=xlsx&columns=used`}
            download
            className={buttonClasses(undefined, 'small')}
          >
            {t('ids', { record: workbook.sheet.recordType })}
          </a>
        )}
        {isRegistration && run.registered > 0 && workbook.sheet.recordType === 'order' && (
          <Button size="small" title={t('copyHint')} onClick={copyIds}>
            <Copy aria-hidden />
            {t('copy')}
          </Button>
        )}
        <Link
          href={`/history/runs/${run.runId}`}
          prefetch={false}
          className={buttonClasses(undefined, 'small')}
        >
          {t('run')}
        </Link>
        {mayEdit && (
          <Link
            href={`/${workbook.sheet.id}/new`}
            prefetch={false}
            className={buttonClasses(undefined, 'small')}
          >
            {t('newDraft')}
          </Link>
        )}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label={t('close')}
        title={t('close')}
        className="order-3 max-[640px]:order-0"
        onClick={() => {
          close()
          grid.current?.focus()
        }}
      >
        <X aria-hidden />
      </Button>
    </>
  )
}
