import 'server-only'

/**
 * Carries the requested path to pages, which do not get it from Next. Set by proxy.ts; validated before use.
 */
export const PATH_HEADER = 'x-lading-path'
