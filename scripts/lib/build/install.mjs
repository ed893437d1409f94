import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { run } from '../process/run.mjs'
import { inRoot, Stop } from '../root.mjs'
import { t } from '../terminal.mjs'

const stampFile = inRoot('node_modules', '.lading-install')
const lockFile = inRoot('package-lock.json')

/**
 * Installs the packages of the lockfile, development ones included, unless exactly these are installed already.
 * @param {NodeJS.WriteStream} [output] where it reports what it does
 */
export async function install(output = process.stdout) {
  const lock = read(lockFile)
  if (!lock) throw new Stop(t('noLockfile', { command: 'git checkout package-lock.json' }))
  // Packages with native parts are platform-specific: a folder copied from another machine does not count.
  const stamp = createHash('sha256').update(`${process.platform}-${process.arch}\n${lock}`).digest('hex')
  if (read(stampFile) === stamp) return

  if (!isInstalled(JSON.parse(lock))) {
    output.write(`${t('installing')}\n`)
    // None of our packages needs its install script, and a malicious package would use one. The build needs development
    // packages even where NODE_ENV=production makes npm omit them.
    const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=notice']
    const code = await npm(args, output).catch(error => {
      throw new Stop(t('noNpm', { reason: error.message, command: `npm ${args.join(' ')}` }))
    })
    if (code !== 0) throw new Stop(t('installFailed'))
  }
  try {
    writeFileSync(stampFile, stamp)
  } catch {
    // The account of a service may only read what its owner installed. Without a stamp the next command checks the
    // packages again.
  }
}

/** npm passes its own path to its children; without it (`node scripts/start.mjs`) the PATH does. */
function npm(args, output) {
  const cli = process.env.npm_execpath
  const stdio = ['inherit', output, 'inherit']
  if (cli?.endsWith('.js') && !cli.includes('yarn') && !cli.includes('pnpm'))
    return run(process.execPath, [cli, ...args], { stdio })
  return run('npm', args, { stdio, shell: process.platform === 'win32' })
}

/** Whether npm's own record of node_modules matches the lockfile: `npm install` was run before. */
function isInstalled(lock) {
  const record = read(inRoot('node_modules', '.package-lock.json'))
  if (!record) return false
  const found = JSON.parse(record).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const there = found[path]
    return there ? there.version === wanted.version : isForeign(wanted)
  })
}

/** Whether npm omitted a package correctly: an optional one for another system. */
const isForeign = ({ optional, os, cpu, libc }) =>
  Boolean(optional && (libc || !os?.includes(process.platform) || !cpu?.includes(process.arch)))

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
