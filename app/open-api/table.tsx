import type { ReactNode } from 'react'

type Props = {
  /** The accessible name of the table, for readers who do not see the text around it. */
  caption: string
  heads: readonly string[]
  children: ReactNode
}

/** A table that scrolls on its own on a narrow screen. */
export function Table({ caption, heads, children }: Props) {
  return (
    <div className="overflow-x-auto pt-2">
      <table className="w-full min-w-160 border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col" className="py-1 pr-3 text-left font-normal text-ink-3 text-xs">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
