/** Characters at the end of an identifier that always show where it is cut, because identifiers often begin alike. */
export const SHOWN_END = 6
