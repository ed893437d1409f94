/** `npm run check`: all checks that do not run the code. Every check runs, even after another one failed. */
import { readFileSync } from 'node:fs'
import { install } from './lib/build/install.mjs'
import { lockfileProblems } from './lib/build/lockfile.mjs'
import { runPackage, stopOnSignals } from './lib/process/run.mjs'
import { inRoot, root, runMain } from './lib/root.mjs'

const print = problems => {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

async function types() {
  // Next writes the types of routes and of its own imports (styles, images); a fresh clone has none of them.
  const generated = await runPackage('next/dist/bin/next', ['typegen'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return generated === 0 && (await runPackage('typescript/bin/tsc', ['--noEmit'])) === 0
}

const checks = {
  types,
  'lint and format': async () =>
    (await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'])) === 0,
  // Its parser is a package, which a fresh clone gets by `install`.
  layers: async () => print((await import('./lib/layers/layers.mjs')).layerProblems(root)),
  // Its bundler is a package, too.
  'scripts of pages': async () => {
    const { budgetProblems, measurePages } = await import('./lib/browser/page-scripts.mjs')
    const budgets = JSON.parse(readFileSync(inRoot('scripts', 'page-budgets.json'), 'utf8'))
    return print(budgetProblems(await measurePages(root), budgets))
  },
  packages: () => print(lockfileProblems(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')))),
}

runMain(async () => {
  stopOnSignals()
  await install()
  const results = []
  for (const [name, check] of Object.entries(checks)) {
    console.log(`\n${name}`)
    results.push([name, await check()])
  }
  console.log('')
  for (const [name, good] of results) console.log(`${good ? '✓' : '✗'} ${name}`)
  return results.every(([, good]) => good) ? 0 : 1
})
