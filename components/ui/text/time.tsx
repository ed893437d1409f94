'use client'
import { useCallback, useMemo } from 'react'
import { useLocale, useTimeZone } from 'use-intl'
import { type TimeKind, type TimeLocale, timeText, utcText } from '@/lib/words/time/time-text'
import { classes } from '../classes'
import { usePresentTime } from './use-present-time'

/** The language and the time zone in which times are written; the same object until one of them changes. */
export function useTimeLocale(): TimeLocale {
  const language = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return useMemo(() => ({ language, timeZone }), [language, timeZone])
}

/** Writes times inside sentences. Elsewhere `Time` shows UTC, too. */
export function useTimeText(): (at: string | number, kind: TimeKind) => string {
  const locale = useTimeLocale()
  const now = usePresentTime()
  return useCallback((at, kind) => timeText(at, kind, locale, now), [locale, now])
}

interface Props {
  /** ISO 8601. */
  at: string
  kind: TimeKind
  className?: string | undefined
}

/** A time in the zone of the operator; its tooltip says it in UTC. */
export function Time({ at, kind, className }: Props) {
  const text = useTimeText()
  return (
    <time dateTime={at} title={utcText(at)} className={classes('whitespace-nowrap', className)}>
      {text(at, kind)}
    </time>
  )
}

interface StackedProps {
  /** ISO 8601. */
  at: string
  kind: 'minute' | 'second'
  /** Shown in place of the time of day. */
  note?: string | undefined
}

/** A time for a column of a table: the day, and the time of day below it. */
export function StackedTime({ at, kind, note }: StackedProps) {
  const locale = useTimeLocale()
  const part = kind === 'minute' ? 'timeToMinute' : 'timeToSecond'
  return (
    <time dateTime={at} title={utcText(at)} className="whitespace-nowrap">
      {timeText(at, 'day', locale, 0)}
      <span className={classes('block text-xs', note === undefined && 'text-ink-3')}>
        {note ?? timeText(at, part, locale, 0)}
      </span>
    </time>
  )
}
