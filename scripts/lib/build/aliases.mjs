import { inRoot } from '../root.mjs'

/** Aliases of imports outside a bundle; for vitest. */
export const aliases = {
  '@': inRoot(),
  // The check is for bundles; a unit test always runs on the server.
  'server-only': inRoot('node_modules', 'server-only', 'empty.js'),
}
