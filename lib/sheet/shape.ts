import type { Texts } from './draft'

/**
 * Blank texts in some columns, to copy and fill in. An engine makes a hash table of every object whose names are
 * computed one by one, which is slow to read and to copy; what was parsed has a shape, and its copies share it.
 */
export const blankShape = (columns: readonly string[]): Texts =>
  JSON.parse(JSON.stringify(Object.fromEntries(columns.map(column => [column, '']))))
