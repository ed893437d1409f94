import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { aliases } from './scripts/lib/build/aliases.mjs'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const all = ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts', 'app/**/*.test.ts']
/** They put other modules in the place of those, or another environment, that the others have read already. */
const alone = [
  'app/api/auth/**/route.test.ts',
  'app/proxy.test.ts',
  'lib/auth/sign-in/passwords.test.ts',
  'lib/auth/route.test.ts',
  'components/workbench/saving/journal/journal.test.ts',
  'components/workbench/saving/journal/open.test.ts',
  'components/workbench/saving/journal/room.test.ts',
]
/** No database, no server. */
const pure = ['lib/{contract,files,import,sheet,words}/**/*.test.ts', 'components/**/*.test.ts']
const skipped = process.env.SKIP_LONG_TESTS ? ['**/*.long.test.ts'] : []

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      // Files share a process and what it has read: half of their time would go into reading it again.
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: [...configDefaults.exclude, ...alone, ...skipped],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: all,
          exclude: [...configDefaults.exclude, ...alone, ...pure, ...skipped],
          isolate: false,
          globalSetup: [here('./testing/store/database-templates.ts')],
        },
      },
    ],
    // Tests wait for disks and databases more than they compute: every core works.
    maxWorkers: availableParallelism(),
    // Waiting ends as soon as it is over: the limit must not depend on the speed of the machine.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
