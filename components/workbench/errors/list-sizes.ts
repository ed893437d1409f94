/** A list of so many errors is shown as a whole. */
const MAX_WHOLE_LIST = 50
/** Groups that are rendered at first in a longer list, and that "more" adds. */
const GROUPS_PER_PAGE = 40
/** Entries that the first groups show then, and the others: where everything fails there are thousands. */
const ENTRIES = { many: 20, few: 5 }
const EXPANDED_GROUPS = 4

/** How many groups a list of `count` errors shows at first, and how many entries the group at a position. */
export const listSizes = (count: number): { pageSize: number; first: (position: number) => number } =>
  count <= MAX_WHOLE_LIST
    ? { pageSize: MAX_WHOLE_LIST, first: () => MAX_WHOLE_LIST }
    : { pageSize: GROUPS_PER_PAGE, first: at => (at < EXPANDED_GROUPS ? ENTRIES.many : ENTRIES.few) }
