import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportController } from '@/components/import/controller/import-controller'
import { Button } from '@/components/ui/buttons/button'
import { ProgressBar } from '@/components/ui/feedback/progress-bar'

interface Props {
  doing: 'reading' | 'importing'
  /** Name of the file. */
  name: string
  importer: Pick<ImportController, 'queued' | 'progress' | 'subscribeProgress'>
  onCancel: () => void
}

/** The progress of an import, and the button that cancels it. */
export function Progress({ doing, name, importer, onCancel }: Props) {
  const t = useTranslations('intake.desk')
  const done = useSyncExternalStore(
    importer.subscribeProgress,
    () => importer.progress,
    () => 0,
  )
  const { queued } = importer
  return (
    <ProgressRow
      text={t(doing, { name })}
      note={queued > 0 ? t('waiting', { count: queued }) : undefined}
      done={done}
      onCancel={onCancel}
    />
  )
}

interface RowProps {
  /** The work under way. */
  text: string
  note?: string | undefined
  /** From 0 to 1. */
  done: number
  onCancel: () => void
}

/** A progress bar in a row, with a button that cancels. */
export function ProgressRow({ text, note, done, onCancel }: RowProps) {
  const t = useTranslations('intake.desk')
  const percent = Math.round(done * 100)
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 truncate text-ink-2">{text}</span>
      <ProgressBar label={text} done={done} className="w-60 shrink-0" />
      <span className="w-8 shrink-0 text-ink-3 text-xs">{percent}%</span>
      {note !== undefined && <span className="shrink-0 text-ink-3 text-xs">{note}</span>}
      <span className="flex-1" />
      <Button size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
