import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import type { FileFailure, Stage } from '@/components/import/controller/state/state'
import { Button } from '@/components/ui/buttons/button'
import { Notice } from '@/components/ui/feedback/notice'

interface Props {
  importer: Pick<ImportController, 'queued' | 'cancel'>
  stage: Extract<Stage, { at: 'failed' }>
  /** Asks for another file. */
  onAsk: () => void
  /** Returns the focus to the sheet. */
  onReturn: () => void
}

/** Reports that a file was not read, and offers another one, or the next one. */
export function FailedFile({ importer, stage, onAsk, onReturn }: Props) {
  const t = useTranslations('intake.desk')
  const sentence = useFailureText()
  return (
    <div role="alert" className="py-1">
      <Notice tone="fail">
        <div className="-my-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 flex-1 basis-80">
            <b className="font-medium">{stage.name}</b> — {sentence(stage.failure)}
          </p>
          {importer.queued > 0 && (
            <span className="text-ink-2 text-xs">{t('waiting', { count: importer.queued })}</span>
          )}
          <Button size="small" onClick={onAsk}>
            {t('another')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              importer.cancel()
              onReturn()
            }}
          >
            {t(importer.queued > 0 ? 'goOn' : 'close')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** The sentence that says why a file was not read, and what to do. */
function useFailureText(): (failure: FileFailure) => string {
  const t = useTranslations('intake.failure')
  const desk = useTranslations('intake.desk')
  const sentence = (failure: FileFailure) => {
    switch (failure.code) {
      case 'no_rows':
      case 'gone':
      case 'unavailable':
        return desk(failure.code)
      case 'unclosed_quote':
      case 'lost_letters':
      case 'broken_letter':
        return t(failure.code, { at: failure.at })
      case 'unsupported':
      case 'packed':
      case 'locked':
        return t(failure.code, { found: failure.found })
      default:
        return t(failure.code, { most: 'most' in failure ? failure.most : 0 })
    }
  }
  return failure => {
    const within = 'within' in failure ? failure.within : undefined
    return within === undefined
      ? sentence(failure)
      : t('within', { file: within, sentence: sentence(failure) })
  }
}
