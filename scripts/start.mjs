/**
 * `npm start` and, with --dev, `npm run dev`: installs, builds, serves; reports when the server is ready. With
 * --after-restore the database was restored from a backup: requests that were under way at the time of the backup
 * become unknown, and registering waits for an operator.
 * The server is a child of this process, which starts it again after an unexpected end. The end of this process ends
 * the server, and this process exits with the code of a server that is stopped, or does not start. In development Next,
 * which already serves from its own child process, runs in this process.
 */
import { createRequire } from 'node:module'
import { build } from './lib/build/build.mjs'
import { install } from './lib/build/install.mjs'
import { endWithNpm } from './lib/process/npm-parent.mjs'
import { claimPort } from './lib/process/port.mjs'
import { stopOnSignals } from './lib/process/run.mjs'
import {
  addressOf,
  announce,
  dieWithParent,
  isResponding,
  nextArgs,
  serveBuild,
  setServerVariables,
} from './lib/process/serve.mjs'
import { inRoot, runMain } from './lib/root.mjs'

runMain(async () => {
  const dev = process.argv.includes('--dev')
  const host = process.env.HOST || '127.0.0.1'
  const port = await claimPort(host, process.env.PORT || '3000')
  endWithNpm()
  const release = stopOnSignals()
  await install()
  if (!dev) await build()
  release()
  setServerVariables(host, port, dev ? 'development' : 'production')
  return dev ? develop(host, port) : serveBuild(host, port)
})

/** Runs Next's own command line in this process. */
async function develop(host, port) {
  process.chdir(inRoot())
  // In development Next serves from a child process, which must not outlive this one.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${dieWithParent}`.trim()
  const args = nextArgs('dev', host, port)
  process.argv = [process.execPath, ...args]
  createRequire(import.meta.url)(args[0])
  const address = addressOf(host, port)
  while (!(await isResponding(address))) await new Promise(resolve => setTimeout(resolve, 25))
  announce(address)
}
