/**
 * What our downloads of ids put behind the shop's own columns (`history.download.columns` of the words): by it such a
 * file is known as ours when it comes back, whatever recipe its other columns follow.
 */
export const idsHeadings: readonly string[] = [
  'Order number (Lading)',
  'Order id (Lading)',
  'State (Lading)',
  'Connection (Lading)',
  'Registered at, UTC (Lading)',
  'Row in request (Lading)',
  'Personal data erased (Lading)',
]

/** Whether a file is a download of ids. @param headings made distinct, as `Understood` has them */
export const isIdsFile = (headings: readonly string[]): boolean => {
  const there = new Set(headings)
  return idsHeadings.every(heading => there.has(heading))
}
