/**
 * The page of a list that an address asks for, from 1. What is no whole number, or more pages than any list has, asks
 * for the first page: `1e308` would become an offset that no database takes.
 */
export function readPageNumber(value: string | readonly string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}
