import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  /** Content beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of a page with its heading. */
export function Section({ id, title, aside, children }: Props) {
  return (
    <section aria-labelledby={id} className="shrink-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 pt-2 pb-1">
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
