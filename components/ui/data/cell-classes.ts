import { classes } from '../classes'

/** On a tablet the columns are closer together; the outer edges stay in line with the rest of the page. */
export const cellPadding = classes(
  'px-3.5',
  'min-[640px]:max-[900px]:not-first:pl-2 min-[640px]:max-[900px]:not-last:pr-2',
)
export const cellClasses = classes('border-line-soft border-b', cellPadding)

/** Stacked, the cells of a row are below each other, or beside each other where there is room for their headings. */
export const stackedRow = classes(
  'stacked:grid stacked:grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] stacked:items-baseline stacked:pt-2',
)
/** A stacked row ends with a line. */
export const stackedRowEnd = 'stacked:border-line-soft stacked:border-b stacked:pb-2'
/** An empty cell takes no room. */
export const stackedCell = classes(
  'stacked:block stacked:h-auto! stacked:border-b-0 stacked:px-3.5! stacked:py-0.5 stacked:text-left',
  'stacked:whitespace-normal stacked:[overflow-wrap:anywhere] stacked:has-[>div:empty]:hidden',
)
/** The cell that names a stacked row is its first line. */
export const stackedHeader = 'stacked:col-span-full stacked:order-first'
/** Its buttons have a line of their own, on which the text of the first one is in line with the other texts. */
export const stackedButtons = 'stacked:col-span-full stacked:pl-1!'
/** The heading beside a value: the text of `data-label`. */
export const stackedLabel = classes(
  'stacked:grid stacked:grid-cols-[6.5rem_minmax(0,1fr)] stacked:items-baseline stacked:gap-2',
  'stacked:before:text-ink-3 stacked:before:text-xs stacked:before:content-[attr(data-label)]',
)
