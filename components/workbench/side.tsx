import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

/** What stands beside the sheet: the failure list, and above it one record as a form while that is open. */
export function Side({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  return (
    <div
      className={classes(
        'flex min-h-0 shrink-0 flex-col divide-y divide-line border-line border-l bg-panel',
        isWide ? 'w-90 max-[1100px]:w-76' : 'w-70 max-[1100px]:w-60 max-[900px]:w-48',
      )}
    >
      {children}
    </div>
  )
}
