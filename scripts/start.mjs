/**
 * `npm start` and, with --dev, `npm run dev`: installs, builds, serves; says when it is ready. With --after-restore the
 * database was restored from a backup: what was on its way then is unknown, and registering waits for a person.
 *
 * The server is a child of this process, which starts it again after an unexpected end. Whatever ends this process ends
 * the server, and the exit code of a server that is stopped, or does not start, is ours. In development Next, which
 * serves from a child of its own already, runs in this very process.
 */
import { createRequire } from 'node:module'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { endWithNpm } from './lib/npm-parent.mjs'
import { claimPort } from './lib/port.mjs'
import { inRoot, runMain } from './lib/root.mjs'
import { stopOnSignals } from './lib/run.mjs'
import { supervise } from './lib/supervise.mjs'
import { t } from './lib/terminal.mjs'

const dieWithParent = new URL('./lib/die-with-parent.mjs', import.meta.url).href

runMain(async () => {
  const dev = process.argv.includes('--dev')
  const host = process.env.HOST || '127.0.0.1'
  const port = await claimPort(host, process.env.PORT || '3000')
  endWithNpm()
  const release = stopOnSignals()
  await install()
  if (!dev) await build()
  release()

  if (process.argv.includes('--after-restore')) process.env.AFTER_RESTORE = '1'
  // The server reads these as well, to know its own origin.
  process.env.HOST = host
  process.env.PORT = String(port)
  process.env.NODE_ENV = dev ? 'development' : 'production'
  const next = inRoot('node_modules/next/dist/bin/next')
  const args = [next, dev ? 'dev' : 'start', '-H', host, '-p', String(port)]
  // An address that listens everywhere is not one that a browser can open.
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  const address = `http://${name}:${port}`
  const onReady = () => {
    const publicUrl = process.env.PUBLIC_URL
    console.log(`\n${publicUrl ? t('readyBehindProxy', { address, publicUrl }) : t('ready', { address })}`)
  }
  if (dev) return develop(args, () => answers(address), onReady)
  return supervise({
    args: [...process.execArgv, '--import', dieWithParent, ...args],
    cwd: inRoot(),
    // What was on its way when the backup was made is judged once, at the first start.
    env: isRestart => ({ ...process.env, ...(isRestart && { AFTER_RESTORE: '' }) }),
    answers: () => answers(address),
    onReady,
  })
})

/** Next's own command line, loaded in place of being spawned. */
async function develop(args, isReady, onReady) {
  process.chdir(inRoot())
  // In development Next serves from a child of its own, which must not outlive us.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${dieWithParent}`.trim()
  process.argv = [process.execPath, ...args]
  createRequire(import.meta.url)(args[0])
  while (!(await isReady())) await new Promise(resolve => setTimeout(resolve, 25))
  onReady()
}

const answers = address =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    answer => answer.ok,
    () => false,
  )
