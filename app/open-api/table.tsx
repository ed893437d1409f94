import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

type Props = {
  /** The accessible name of the table, for readers who do not see the text around it. */
  caption: string
  heads: readonly string[]
  children: ReactNode
}

/** On a narrow screen the cells of a row are below each other: a part that scrolls sideways cannot be reached by keys. */
const NARROW =
  'max-[640px]:block max-[640px]:[&_:is(tbody,tr,th,td)]:block max-[640px]:[&_thead]:sr-only max-[640px]:[&_code]:break-all max-[640px]:[&_code]:whitespace-normal max-[640px]:[&_tr]:py-1'

/** A table of the API page. */
export function Table({ caption, heads, children }: Props) {
  return (
    <div className="pt-2">
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
