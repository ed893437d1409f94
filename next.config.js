// One copy of each, whether Next or Lading loads it; most servers load none but the first.
const openTelemetry = [
  'api',
  'context-async-hooks',
  'core',
  'exporter-trace-otlp-http',
  'exporter-trace-otlp-proto',
  'resources',
  'sdk-trace-base',
].map(name => `@opentelemetry/${name}`)

/** @type {import('next').NextConfig} */
export default {
  // Native modules cannot be bundled; they are loaded from node_modules at run time. Packages that call Node's `assert`
  // must not be bundled: to word a failure Node parses the line of the call, and a bundle is one line of a megabyte,
  // parsed again for every request (docs/decisions/0049). e2e/server/server-chunks.long.spec.ts finds others.
  serverExternalPackages: [
    '@photostructure/sqlite',
    '@node-rs/argon2',
    'pg',
    'undici',
    'openid-client',
    'prom-client',
    ...openTelemetry,
  ],
  poweredByHeader: false,
  // No page of ours uses Next's image service, and it would fetch and decode for anybody: /_next/image is a 404.
  images: { unoptimized: true },
  reactStrictMode: true,
  // `npm run check` owns the types; a build is for running.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // In development Next would write the arguments of actions into its log, secrets included.
  logging: { serverFunctions: false },
  // Every language is compiled here, for browser and server alike, and filled in by what reads compiled messages alone:
  // a browser has no reader of ICU messages (docs/decisions/0040).
  turbopack: {
    rules: { './lib/words/*.json': { loaders: ['./lib/words/compile/loader.cjs'], type: 'json' } },
    resolveAlias: { 'use-intl/format-message': './lib/words/compile/format.mjs' },
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
