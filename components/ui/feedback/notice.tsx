import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes'

export type NoticeProps = {
  /** `fail`: something was refused; `warn`: something needs attention; `plain`: information. */
  tone?: 'fail' | 'warn' | 'plain'
  children: ReactNode
}

/** A sentence in its place on the page. The icon repeats the tone without colour. */
export function Notice({ tone = 'plain', children }: NoticeProps) {
  const Icon = tone === 'plain' ? Info : CircleAlert
  return (
    <div className={classes('flex gap-2 rounded-md border px-2.5 py-1.75 text-sm', tones[tone])}>
      <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <div className="min-w-0 text-ink">{children}</div>
    </div>
  )
}

const tones = {
  fail: 'border-fail bg-fail-bg text-fail',
  warn: 'border-warn bg-warn-bg text-warn',
  plain: 'border-line bg-panel text-ink-2',
}
