import type { ReactNode } from 'react'

export type PageBarProps = {
  title: ReactNode
  /** Further text beside the title. */
  aside?: ReactNode
  /** Buttons at the right end, or tabs, which get a row of their own. */
  children?: ReactNode
}

/** The bar at the top of a page, with its title and actions. */
export function PageBar({ title, aside, children }: PageBarProps) {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b px-3.5 py-2">
      <h1 className="truncate font-semibold text-base">{title}</h1>
      {aside !== undefined && <span className="min-w-0 flex-auto text-ink-3">{aside}</span>}
      {/* Beside a title, tabs would move from page to page, and cut off what the page says about itself. */}
      <div className="ml-auto flex flex-wrap items-center gap-2 has-[>nav]:-mx-2.25 has-[>nav]:basis-full">
        {children}
      </div>
    </header>
  )
}
