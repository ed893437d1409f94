import type { ReactNode } from 'react'
import { GROUP_HEIGHT, GUTTER_WIDTH, HEADING_HEIGHT } from '@/components/grid/geometry/geometry'
import { ProductionStrip } from '@/components/workbench/run/production-strip'
import type { ConnectionChoice } from '@/lib/desk-api/connections/connections'

interface Props {
  name: string
  message: string
  connection: ConnectionChoice | undefined
  /** What is shown of the sheet already. */
  children?: ReactNode
}

/** The screen while its draft is loaded: every part has its final place, so that nothing jumps. */
export function DraftSkeleton({ name, message, connection, children }: Props) {
  return (
    <div aria-busy="true" className="relative flex h-full min-h-0 flex-col">
      <ProductionStrip connection={connection} />
      <header className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-3.5">
        <h1 className="min-w-20 max-w-64 min-[1400px]:max-w-100 max-[1100px]:max-w-40 shrink-0 truncate font-semibold text-base">
          {name}
        </h1>
        <p className="truncate text-ink-3">{message}</p>
      </header>
      <div className="h-10 shrink-0 border-line border-b max-[1340px]:h-18" />
      <div className="flex min-h-0 flex-1">
        {children ? (
          <div className="relative flex min-w-0 flex-1">{children}</div>
        ) : (
          <div className="min-w-0 flex-1">
            <div
              className="border-line border-b bg-panel"
              style={{ height: GROUP_HEIGHT + HEADING_HEIGHT }}
            />
            <div className="h-full border-line border-r bg-panel" style={{ width: GUTTER_WIDTH }} />
          </div>
        )}
        <div className="w-70 shrink-0 border-line border-l bg-panel max-[1100px]:w-60 max-[900px]:w-8 max-[640px]:hidden" />
      </div>
      <div className="h-8.5 shrink-0 border-line border-t" />
      <div className="h-7 shrink-0 border-line border-t" />
    </div>
  )
}
