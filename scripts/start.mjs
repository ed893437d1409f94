/**
 * `npm start` and, with --dev, `npm run dev`: installs, builds, serves; says when it is ready. With --after-restore the
 * database was restored from a backup: what was on its way then is unknown, and registering waits for a person.
 *
 * The server runs in this very process: whatever ends the process ends the server, and its exit code is ours.
 */
import { createRequire } from 'node:module'
import { build } from './lib/build.mjs'
import { install } from './lib/install.mjs'
import { endWithNpm } from './lib/npm-parent.mjs'
import { claimPort } from './lib/port.mjs'
import { inRoot, runMain } from './lib/root.mjs'
import { stopOnSignals } from './lib/run.mjs'

runMain(async () => {
  const dev = process.argv.includes('--dev')
  const host = process.env.HOST || '127.0.0.1'
  const port = await claimPort(host, process.env.PORT || '3000')
  endWithNpm()
  const release = stopOnSignals()
  await install()
  if (!dev) await build()
  release()

  // The server reads these as well, to know its own origin.
  process.env.HOST = host
  process.env.PORT = String(port)
  if (process.argv.includes('--after-restore')) process.env.AFTER_RESTORE = '1'
  process.env.NODE_ENV = dev ? 'development' : 'production'
  serve(dev ? 'dev' : 'start', host, port)
  await sayWhenReady(host, port)
})

/** Next's own command line, loaded in place of being spawned. */
function serve(command, host, port) {
  const next = inRoot('node_modules/next/dist/bin/next')
  process.chdir(inRoot())
  // In development Next serves from a child of its own, which must not outlive us.
  const preload = new URL('./lib/die-with-parent.mjs', import.meta.url).href
  if (command === 'dev')
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`.trim()
  process.argv = [process.execPath, next, command, '-H', host, '-p', String(port)]
  createRequire(import.meta.url)(next)
}

async function sayWhenReady(host, port) {
  // An address that listens everywhere is not one that a browser can open.
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  const address = `http://${name}:${port}`
  while (!(await answers(`${address}/healthz`))) await new Promise(resolve => setTimeout(resolve, 25))
  const outside = process.env.PUBLIC_URL ? ` (${process.env.PUBLIC_URL})` : ''
  console.log(`\nLading is ready at ${address}${outside}`)
}

const answers = url =>
  fetch(url).then(
    answer => answer.ok,
    () => false,
  )
