import type { ReactNode } from 'react'

export type PageBarProps = {
  title: ReactNode
  /** Further text beside the title. */
  aside?: ReactNode
  /** Buttons at the right end. */
  children?: ReactNode
}

/** The bar at the top of a page, with its title and actions. */
export function PageBar({ title, aside, children }: PageBarProps) {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b px-3.5 py-2">
      <h1 className="truncate font-semibold text-base">{title}</h1>
      {aside !== undefined && <span className="min-w-0 flex-[1_1_0] truncate text-ink-3">{aside}</span>}
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
    </header>
  )
}
