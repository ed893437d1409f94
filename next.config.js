/** @type {import('next').NextConfig} */
export default {
  // Native modules cannot be bundled; they are loaded from node_modules at run time.
  serverExternalPackages: ['@photostructure/sqlite', '@node-rs/argon2', 'pg'],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` owns the types; a build is for running.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // In development Next would write the arguments of actions into its log, secrets included.
  logging: { serverFunctions: false },
  // Every language is compiled here, for browser and server alike, and filled in by what reads compiled messages alone:
  // a browser has no reader of ICU messages (docs/decisions/0040).
  turbopack: {
    rules: { './lib/words/*.json': { loaders: ['./lib/words/loader.cjs'], type: 'json' } },
    resolveAlias: { 'use-intl/format-message': './lib/words/format.mjs' },
  },
  // What every answer says of itself; what differs from page to page is in proxy.ts.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Referrer-Policy', value: 'no-referrer' },
      ],
    },
  ],
}
