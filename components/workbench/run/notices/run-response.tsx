import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/feedback/notice'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { isRunning } from '../run-state'
import { ResponseExcerpt } from './response-excerpt'

interface Props {
  run: RunView | null
  /** Whether this operator may read responses. */
  mayRead: boolean
}

/** The response that stopped a run, or an odd response after which the run went on. */
export function RunResponse({ run, mayRead }: Props) {
  const t = useTranslations('workbench.response')
  if (!run || (isRunning(run) && !run.notice)) return null
  const { attemptId, notice } = run
  const isShown = mayRead && attemptId !== undefined
  if (!isShown && !notice) return null
  return (
    <section aria-label={t('label')} className="flex flex-col gap-1.5 px-3.5 py-2.5">
      {notice ? (
        <Notice tone="warn">{notice}</Notice>
      ) : (
        <h2 className="font-semibold text-xs">{t('label')}</h2>
      )}
      {isShown && <ResponseExcerpt attemptId={attemptId} />}
    </section>
  )
}
