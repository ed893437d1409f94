import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { copyText } from '@/components/ui/copy-text'
import { Clamped } from '@/components/ui/text/clamped'
import { ExternalText } from '@/components/ui/text/external-text'
import { useWorkbench } from '@/components/workbench/workbench-context'
import type { ExcerptView } from '@/lib/desk-api/runs/history'

interface Props {
  /** The request whose response it is. */
  attemptId: string
}

/**
 * The beginning of a response of the service, with links to the whole response and to a proof for the shipping company.
 */
export function ResponseExcerpt({ attemptId }: Props) {
  const t = useTranslations('workbench.response')
  const { announce } = useWorkbench()
  const [excerpt, setExcerpt] = useState<ExcerptView>()
  useEffect(() => {
    const stop = new AbortController()
    setExcerpt(undefined)
    fetchExcerpt(attemptId, stop.signal).then(found => !stop.signal.aborted && setExcerpt(found))
    return () => stop.abort()
  }, [attemptId])
  if (!excerpt) return null
  const { text, proof } = excerpt
  const copy = async () => announce(t((await copyText(proof)) ? 'copied' : 'notCopied'))
  return (
    <div className="flex flex-col items-start gap-1 text-xs">
      {text.trim() === '' ? (
        <p className="text-ink-3">{t('empty')}</p>
      ) : (
        <blockquote aria-label={t('quote')} className="max-w-full border-line border-l-2 pl-2 text-ink-2">
          <Clamped length={text.length} more={t('more')} less={t('less')}>
            <ExternalText text={text} className="whitespace-pre-wrap break-all font-mono" />
          </Clamped>
        </blockquote>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <Link
          href={`/history/requests/${attemptId}`}
          prefetch={false}
          target="_blank"
          className="text-accent hover:underline"
        >
          {t('whole')}
        </Link>
        {proof !== '' && (
          <Button size="small" onClick={copy}>
            {t('proof')}
          </Button>
        )}
      </p>
    </div>
  )
}

/** @returns undefined when no response came */
async function fetchExcerpt(attemptId: string, signal: AbortSignal): Promise<ExcerptView | undefined> {
  try {
    const response = await fetch(`/history/requests/${encodeURIComponent(attemptId)}/excerpt`, {
      cache: 'no-store',
      signal,
    })
    return response.ok ? ((await response.json()) as ExcerptView) : undefined
  } catch {
    return undefined
  }
}
