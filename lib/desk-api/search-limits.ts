/** Characters of a text that is searched for. */
export const MAX_SEARCH_TEXT = 200
