import { Pause, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { RunView } from './actions'
import { type Steering, useSteer } from './use-steer'
import { useWaitingWords, type Waiting as What } from './waiting-words'

type Props = Omit<Steering, 'runId'> & { readonly run: RunView; readonly waiting: What }

/** Why nothing is being sent, or that a response is late, beside the sheet: with what can be done about it. */
export function Waiting({ run, waiting, ...desk }: Props) {
  const t = useTranslations('workbench.waiting')
  const buttons = useTranslations('workbench.run')
  const { sentence } = useWaitingWords()
  const { busy, pause, cancel } = useSteer({ ...desk, runId: run.runId })
  const said = sentence(waiting)
  // Seconds go by: only what it waits for is announced, once.
  const announced = useRef('')
  const what = waiting.kind === 'response' ? waiting.kind : said
  useEffect(() => {
    if (announced.current === what) return
    announced.current = what
    desk.announce(said)
  }, [what, said, desk.announce])
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2 px-3.5 py-2.5">
      <Notice tone="warn">{said}</Notice>
      <p className="flex gap-1.5">
        <Button size="small" disabled={busy} focusableWhenDisabled onClick={pause}>
          <Pause aria-hidden />
          {buttons('pause')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          focusableWhenDisabled
          title={buttons('cancelHint')}
          onClick={cancel}
        >
          <X aria-hidden />
          {t('cancel')}
        </Button>
      </p>
    </section>
  )
}
