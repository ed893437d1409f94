/**
 * A positive integer in the query of an address, such as `?page=2`. Anything else means 1, and so does a number above
 * 999,999,999, which no list reaches: `1e308` would become an offset that no database accepts.
 */
export function readPositiveInteger(value: string | readonly string[] | undefined): number {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}
