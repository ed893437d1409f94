'use client'
import { Field as Base } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { classes } from '../classes'

export type FieldProps = {
  label: ReactNode
  /** A hint; the failure replaces it in the same place, so that nothing shifts. */
  hint?: ReactNode
  /** The failure and its remedy; it marks the control as invalid. */
  failure?: string | undefined
  /** What ends the failure at a press, below it. */
  remedy?: ReactNode
  disabled?: boolean
  className?: string
  /** The control: an `Input` or a `Select`. The field labels and describes it. */
  children: ReactNode
}

/** A label, a control, and a line below it with the hint or the failure. */
export function Field({ label, hint, failure, remedy, disabled = false, className, children }: FieldProps) {
  const failing = failure !== undefined
  return (
    <Base.Root invalid={failing} disabled={disabled} className={classes('flex flex-col gap-1', className)}>
      <Base.Label className="font-medium text-ink-2 text-xs">{label}</Base.Label>
      {children}
      <div className="min-h-4.25 text-xs">
        {failing ? (
          <>
            <Base.Error match className="text-fail">
              {failure}
            </Base.Error>
            {remedy}
          </>
        ) : (
          hint !== undefined && <Base.Description className="text-ink-3">{hint}</Base.Description>
        )}
      </div>
    </Base.Root>
  )
}
