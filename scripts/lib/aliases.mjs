import { inRoot } from './root.mjs'

/** What imports mean outside a bundle; for vitest. */
export const aliases = {
  '@': inRoot(),
  // The fence is for bundles; a unit test runs on the server by nature.
  'server-only': inRoot('node_modules', 'server-only', 'empty.js'),
}
