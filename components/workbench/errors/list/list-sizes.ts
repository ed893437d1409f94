/**
 * Errors that are shown without a click, and groups that are rendered at first. A longer list shows as many, so that one
 * more error folds no group.
 */
const MAX_WHOLE_LIST = 50
/** Entries that the first groups show below them, and the others: where everything fails there are thousands. */
const ENTRIES = { many: 20, few: 5 }
const EXPANDED_GROUPS = 4

/**
 * How many groups a list shows at first, and how many entries the group at a position,
 * from the number of errors of each group.
 */
export const listSizes = (
  counts: readonly number[],
): { pageSize: number; first: (position: number) => number } => ({
  pageSize: MAX_WHOLE_LIST,
  first: at => {
    const above = counts.slice(0, at).reduce((sum, count) => sum + count, 0)
    return Math.max(MAX_WHOLE_LIST - above, at < EXPANDED_GROUPS ? ENTRIES.many : ENTRIES.few)
  },
})
