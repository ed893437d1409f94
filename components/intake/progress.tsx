import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { Intake } from './intake'
import type { Stage } from './stage'

interface Props {
  stage: Extract<Stage, { at: 'reading' | 'bringing' }>
  intake: Pick<Intake, 'waiting' | 'done' | 'subscribeDone'>
  onCancel: () => void
}

/** How far a file is that comes in, and how it is called off. */
export function Progress({ stage, intake, onCancel }: Props) {
  const t = useTranslations('intake.desk')
  const done = useSyncExternalStore(
    intake.subscribeDone,
    () => intake.done,
    () => 0,
  )
  const { waiting } = intake
  return (
    <ProgressRow
      says={t(stage.at, { name: stage.name })}
      note={waiting > 0 ? t('waiting', { count: waiting }) : undefined}
      done={done}
      onCancel={onCancel}
    />
  )
}

interface RowProps {
  /** What is being done. */
  says: string
  note?: string | undefined
  /** From 0 to 1. */
  done: number
  onCancel: () => void
}

/** How far something is that takes a while, and how it is called off. */
export function ProgressRow({ says, note, done, onCancel }: RowProps) {
  const t = useTranslations('intake.desk')
  const percent = Math.round(done * 100)
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 truncate text-ink-2">{says}</span>
      <ProgressBar label={says} done={done} className="w-60 shrink-0" />
      <span className="w-8 shrink-0 text-ink-3 text-xs">{percent}%</span>
      {note !== undefined && <span className="shrink-0 text-ink-3 text-xs">{note}</span>}
      <span className="flex-1" />
      <Button size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
