import { classes } from '../classes'

/** On a tablet the columns are closer together; the outer edges stay in line with the rest of the page. */
export const cellPadding = classes(
  'px-3.5',
  'min-[641px]:max-[900px]:not-first:pl-2 min-[641px]:max-[900px]:not-last:pr-2',
)
export const cellClasses = classes('border-line-soft border-b', cellPadding)

/** On a phone a row ends with a line, and its cells are below each other; an empty cell takes no room. */
export const phoneRowEnd = 'max-[640px]:border-line-soft max-[640px]:border-b max-[640px]:pb-2'
export const phoneCell = classes(
  'max-[640px]:block max-[640px]:h-auto! max-[640px]:border-b-0 max-[640px]:py-0.5 max-[640px]:text-left',
  'max-[640px]:whitespace-normal max-[640px]:[overflow-wrap:anywhere] max-[640px]:has-[>div:empty]:hidden',
)
/** The heading beside a value: the text of `data-label`. */
export const phoneLabel = classes(
  'max-[640px]:grid max-[640px]:grid-cols-[6.5rem_minmax(0,1fr)] max-[640px]:items-baseline max-[640px]:gap-2',
  'max-[640px]:before:text-ink-3 max-[640px]:before:text-xs max-[640px]:before:content-[attr(data-label)]',
)
