/**
 * The page of a list that an address asks for, from 1. Anything but a whole number, or a number of more pages than any
 * list has, means the first page: `1e308` would become an offset that no database accepts.
 */
export function readPageNumber(value: string | readonly string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}
