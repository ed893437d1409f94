import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const all = ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts', 'app/**/*.test.ts']
const pure = ['lib/sheet/**/*.test.ts', 'lib/contract/**/*.test.ts', 'lib/words/**/*.test.ts']

export default defineConfig({
  resolve: {
    alias: {
      '@': here('.'),
      // The fence is for bundles; a unit test runs on the server by nature.
      'server-only': here('./node_modules/server-only/empty.js'),
    },
  },
  test: {
    projects: [
      {
        extends: true,
        // No database, no server, nothing kept in a module: files share a process and what it has read.
        test: { name: 'pure', include: pure, isolate: false },
      },
      { extends: true, test: { name: 'whole', include: all, exclude: [...configDefaults.exclude, ...pure] } },
    ],
    // Tests wait for disks and databases more than they compute: every core works.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
