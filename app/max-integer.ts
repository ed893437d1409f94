/** The largest number that an integer column of PostgreSQL holds; a larger one in a request would fail the statement. */
export const MAX_INTEGER = 2_147_483_647
