import 'server-only'

/**
 * Carries the requested path to pages, which Next does not tell it. Set by proxy.ts; validated before use.
 */
export const PATH_HEADER = 'x-lading-path'
