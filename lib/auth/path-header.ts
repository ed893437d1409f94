import 'server-only'

/** Carries the path that a page was asked for, since a page is not told it. Set by proxy.ts; judged before use. */
export const PATH_HEADER = 'x-lading-path'
