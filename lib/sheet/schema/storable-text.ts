// What both databases store unchanged: PostgreSQL takes neither NUL nor half a surrogate pair, and SQLite replaces the
// half.

/** A text that both databases store unchanged. */
export const STORABLE_TEXT = /^[^\0\p{Cs}]*$/u

/** A text of one line without control characters, such as a name. */
export const STORABLE_LINE = /^[^\p{Cc}\p{Cs}]*$/u
