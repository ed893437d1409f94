'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/buttons/button'
import { classes } from '@/components/ui/classes'
import { ExternalText } from '@/components/ui/text/external-text'
import { MiddleCut } from '@/components/ui/text/middle-cut'

/** Rows of a group that are shown at once. */
const PAGE_SIZE = 100

interface Props {
  tone: 'ok' | 'warn' | 'fail' | 'plain'
  title: string
  /** A number and its status. */
  rows: readonly (readonly [number: string, about: string])[]
}

/** Numbers with the same result. Groups without problems start closed, so that the others are seen first. */
export function Group({ tone, title, rows }: Props) {
  const t = useTranslations('unknown.paste')
  const [from, setFrom] = useState(0)
  if (rows.length === 0) return null
  const shown = rows.slice(from, from + PAGE_SIZE)
  return (
    <details open={tone === 'fail' || tone === 'warn' || rows.length <= 10} className="group">
      <summary className={classes('font-medium', inks[tone])}>{title}</summary>
      <table className="mt-1 w-full max-w-160 table-fixed">
        <tbody>
          {shown.map(([number, about]) => (
            <tr key={number} className="*:h-7 *:border-line-soft *:border-b *:px-2">
              <th scope="row" className="truncate text-left font-normal" title={number}>
                <MiddleCut text={number} />
              </th>
              <td className="truncate text-ink-2 tabular-nums" title={about}>
                <ExternalText text={about} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > PAGE_SIZE && (
        <p className="flex items-center gap-2 py-1.5 text-ink-2 text-xs">
          <Button
            size="small"
            disabled={from === 0}
            focusableWhenDisabled
            onClick={() => setFrom(from - PAGE_SIZE)}
          >
            {t('previous')}
          </Button>
          {t('shown', { from: from + 1, to: from + shown.length, count: rows.length })}
          <Button
            size="small"
            disabled={from + PAGE_SIZE >= rows.length}
            focusableWhenDisabled
            onClick={() => setFrom(from + PAGE_SIZE)}
          >
            {t('more', { count: Math.min(PAGE_SIZE, rows.length - from - shown.length) })}
          </Button>
        </p>
      )}
    </details>
  )
}

const inks = { ok: 'text-ok', warn: 'text-warn', fail: 'text-fail', plain: 'text-ink-2' }
