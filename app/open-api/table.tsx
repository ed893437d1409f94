import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

type Props = {
  /** The accessible name of the table, for readers who do not see the text around it. */
  caption: string
  heads: readonly string[]
  children: ReactNode
}

/**
 * Where there is little room the cells of a row are below each other: a part that scrolls sideways cannot be reached by
 * keys. The room is that of the table, which may have two columns of navigation beside it.
 */
const NARROW =
  '@max-xl:block @max-xl:[&_:is(tbody,tr,th,td)]:block @max-xl:[&_thead]:sr-only @max-xl:[&_code]:break-all @max-xl:[&_code]:whitespace-normal @max-xl:[&_tr]:py-1'

/** A table of the API page. */
export function Table({ caption, heads, children }: Props) {
  return (
    <div className="@container pt-2">
      <table className={classes('w-full border-collapse text-sm', NARROW)}>
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
