interface Props {
  /** What is being done, for whoever does not see it. */
  label: string
  /** From 0 to 1; undefined: nobody knows how long it takes. */
  done: number | undefined
  className?: string
}

/** How far something is that takes a while. */
export function ProgressBar({ label, done, className = '' }: Props) {
  const percent = done === undefined ? undefined : Math.round(done * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      // Where the system chooses the colours it takes those of grounds away: the edge and the bar are drawn by its own.
      className={`block h-1 overflow-hidden rounded bg-line forced-colors:h-2 forced-colors:border ${className}`}
    >
      <span
        className="block h-full bg-accent forced-color-adjust-none forced-colors:bg-[Highlight]"
        style={{ width: `${percent ?? 0}%` }}
      />
    </span>
  )
}
