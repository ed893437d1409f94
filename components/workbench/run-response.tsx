import { useTranslations } from 'use-intl'
import { Notice } from '@/components/ui/notice'
import type { RunView } from './actions'
import { Response } from './response'
import { isRunning } from './use-run'

interface Props {
  run: RunView | null
  /** Whether this operator may read what came back. */
  mayRead: boolean
  announce: (sentence: string) => void
}

/** What came back of the request that stopped a run, or that is to be known of although the run went on. */
export function RunResponse({ run, mayRead, announce }: Props) {
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
      {isShown && <Response attemptId={attemptId} announce={announce} />}
    </section>
  )
}
