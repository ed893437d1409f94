import { classes } from '../classes'

interface Props {
  /** The name of the work, for assistive technology. */
  label: string
  /** From 0 to 1; undefined while the duration is unknown. */
  done: number | undefined
  /** The progress in words, where a percentage says too little. */
  valueText?: string
  /** Shown in grey: the work has stopped. */
  isPaused?: boolean
  className?: string
}

/** The progress of longer work. */
export function ProgressBar({ label, done, valueText, isPaused = false, className = '' }: Props) {
  const percent = done === undefined ? undefined : Math.floor(done * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      // Forced colours remove backgrounds: the border and the bar use system colours.
      className={`block h-1 overflow-hidden rounded bg-line forced-colors:h-2 forced-colors:border ${className}`}
    >
      <span
        className={classes(
          'block h-full forced-color-adjust-none forced-colors:bg-[Highlight]',
          isPaused ? 'bg-ink-3' : 'bg-accent',
        )}
        style={{ width: `${percent ?? 0}%` }}
      />
    </span>
  )
}
