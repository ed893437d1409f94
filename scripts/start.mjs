/**
 * `npm start` and, with --dev, `npm run dev`: installs, builds, serves; reports when the server is ready. With
 * --after-restore the database was restored from a backup: requests that were under way at the time of the backup
 * become unknown, and registering waits for an operator.
 * The server is a child of this process, which starts it again after an unexpected end. The end of this process ends
 * the server, and this process exits with the code of a server that is stopped, or does not start. In development Next,
 * which already serves from its own child process, runs in this process.
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
  // The server reads these variables as well, to know its own origin.
  process.env.HOST = host
  process.env.PORT = String(port)
  process.env.NODE_ENV = dev ? 'development' : 'production'
  const next = inRoot('node_modules/next/dist/bin/next')
  const args = [next, dev ? 'dev' : 'start', '-H', host, '-p', String(port)]
  // A browser cannot open an address that means "all interfaces".
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
    // Requests that were under way at the time of the backup are marked unknown once, at the first start.
    env: isRestart => ({ ...process.env, ...(isRestart && { AFTER_RESTORE: '' }) }),
    answers: () => answers(address),
    onReady,
  })
})

/** Runs Next's own command line in this process. */
async function develop(args, isReady, onReady) {
  process.chdir(inRoot())
  // In development Next serves from a child process, which must not outlive this one.
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
