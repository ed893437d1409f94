/**
 * `node scripts/test-on-node.mjs 24`: runs the unit and database tests on another major version of Node, from the npm
 * registry. Further arguments are passed to them: `node scripts/test-on-node.mjs 22 lib/store`.
 * The package `node` fetches its program by an install script, which we never run; the packages from which it would
 * choose, one for each platform, are complete without it.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { install } from './lib/build/install.mjs'
import { run, stopOnSignals } from './lib/process/run.mjs'
import { inRoot, runMain, Stop } from './lib/root.mjs'

runMain(async () => {
  stopOnSignals()
  const [, , major = '', ...args] = process.argv
  if (!/^\d\d$/.test(major))
    throw new Stop('Say which major version of Node to test on: node scripts/test-on-node.mjs 24')
  await install()
  const node = await provideNode(major)
  console.log(`\nUnit and database tests on Node ${major}`)
  return run(node, [inRoot('scripts', 'test.mjs'), 'unit', ...args], {
    env: { PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, LADING_TESTS_ON: `Node ${major}` },
  })
})

/** The program of the newest release of a major version; it is cached. */
async function provideNode(major) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = inRoot('.lading', `node-${major}`)
  const program = join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // A package.json of its own; otherwise npm would install into the project.
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${major}`]
  const code = await run('npm', args, { cwd: folder, shell: platform === 'win' })
  if (code !== 0 || !existsSync(program)) throw new Stop(`npm could not install ${name}@${major}.`)
  return program
}
