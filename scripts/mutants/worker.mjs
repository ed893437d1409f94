/**
 * A vitest process that runs tests against one changed file after the other, in memory: files on the disk do not
 * change. Its parent ends it when a mutant is endless.
 */
import { createVitest } from 'vitest/node'
import { aliases } from '../lib/build/aliases.mjs'
import { inRoot, root } from '../lib/root.mjs'

/** The path and the changed source of the current mutant. */
let mutant

const inMemory = {
  name: 'mutant',
  enforce: 'pre',
  load: id => (id.split('?')[0] === mutant?.path ? mutant.source : undefined),
}

/** Resolves to a vitest that finds the tests of this project by their paths. */
const vitest = await createVitest(
  'test',
  {
    config: false,
    root,
    include: ['{lib,components,app,scripts}/**/*.test.ts'],
    watch: false,
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    reporters: [{}],
    setupFiles: [inRoot('scripts', 'mutants', 'no-shrinking.mjs')],
    globalSetup: [inRoot('testing', 'store', 'database-templates.ts')],
  },
  { resolve: { alias: aliases }, plugins: [inMemory] },
)

process.on('message', async ({ path, source, tests }) => {
  if (mutant) vitest.invalidateFile(mutant.path)
  mutant = source === undefined ? undefined : { path, source }
  vitest.invalidateFile(path)
  const project = vitest.getRootProject()
  vitest.state.filesMap.clear()
  const specifications = tests.map(test => project.createSpecification(test))
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const failed = testModules.find(module => !module.ok())
    const passed = testModules.reduce(
      (sum, module) => sum + [...module.children.allTests('passed')].length,
      0,
    )
    process.send({
      isRed: failed !== undefined || unhandledErrors.length > 0,
      by: failed && nameOf(failed),
      passed,
    })
  } catch (error) {
    process.send({ isRed: true, by: String(error), passed: 0 })
  }
})
process.send('ready')

function nameOf(module) {
  const [test] = module.children.allTests('failed')
  return test ? test.fullName : (module.errors()[0]?.message ?? module.moduleId)
}

process.on('disconnect', () => process.exit())
