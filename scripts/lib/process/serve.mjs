import { inRoot } from '../root.mjs'
import { t } from '../terminal.mjs'
import { supervise } from './supervise.mjs'

/** Loaded into servers with `--import`, so that they end with this process. */
export const dieWithParent = new URL('./die-with-parent.mjs', import.meta.url).href

/** Loaded into servers with `--import`, so that no request passes before the server guards its requests. */
const holdRequests = new URL('./hold-requests.mjs', import.meta.url).href

/**
 * Milliseconds that a connection stays open without a request: longer than proxies keep theirs (Caddy two minutes). A
 * proxy that sends a request while Lading closes its connection responds 502, and its client cannot know whether the
 * request arrived.
 */
const KEEP_ALIVE_MS = 150_000

/** Whether a server responds at an address and can work. */
export const isResponding = address =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    response => response.ok,
    () => false,
  )

/**
 * The address at which this machine reaches a server: a browser cannot open an address that means "all interfaces".
 * @param {string} host that the server listens on
 * @param {number | string} port
 */
export function addressOf(host, port) {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${name}:${port}`
}

/** Prints where a server can be opened. */
export function announce(address) {
  const publicUrl = process.env.PUBLIC_URL
  console.log(`\n${publicUrl ? t('readyBehindProxy', { address, publicUrl }) : t('ready', { address })}`)
}

/** The arguments of Next's command line for the server of a command. */
export const nextArgs = (command, host, port) => [
  inRoot('node_modules/next/dist/bin/next'),
  command,
  ...['-H', host, '-p', String(port)],
]

/**
 * Serves a built application in a child process, which is started again after an unexpected end. With `--after-restore`
 * the requests that were under way at the time of the backup are marked unknown once, at the first start.
 * @returns the exit code for this process
 */
export function serveBuild(host, port) {
  const address = addressOf(host, port)
  return supervise({
    args: [
      ...process.execArgv,
      '--import',
      dieWithParent,
      '--import',
      holdRequests,
      ...nextArgs('start', host, port),
      '--keepAliveTimeout',
      String(KEEP_ALIVE_MS),
    ],
    cwd: inRoot(),
    env: isRestart => ({ ...process.env, ...(isRestart && { AFTER_RESTORE: '' }) }),
    isResponding: () => isResponding(address),
    onReady: () => announce(address),
  })
}

/** Sets the variables that the server reads as well, to know its own origin. */
export function setServerVariables(host, port, mode) {
  if (process.argv.includes('--after-restore')) process.env.AFTER_RESTORE = '1'
  process.env.HOST = host
  process.env.PORT = String(port)
  process.env.NODE_ENV = mode
}
