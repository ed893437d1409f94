/** What our downloads of ids put behind the shop's own columns, in this order; their words: `history.download.columns`. */
export const idsColumns = [
  'number',
  'orderId',
  'state',
  'connection',
  'registeredAt',
  'position',
  'erased',
] as const

/** Ends each of these headings, and is in no language: by it the file is known as ours. */
const OURS = ' (Lading)'

/** The heading of such a column. @param word in whatever language the file is written */
export const idsHeading = (word: string): string => `${word}${OURS}`

/**
 * Whether a file that comes back is a download of ids, whatever recipe its other columns follow, and in whatever
 * language its words were written.
 * @param headings made distinct, as `Understood` has them
 */
export const isIdsFile = (headings: readonly string[]): boolean =>
  headings.filter(heading => heading.endsWith(OURS)).length >= idsColumns.length
