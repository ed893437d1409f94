import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canRun, findProgram } from '../process/find-program.mjs'
import { freePort } from '../process/port.mjs'
import { onStop, run } from '../process/run.mjs'
import { Stop } from '../root.mjs'

/**
 * A PostgreSQL server for one test run, in a temporary folder (of `within`) and on a free port. Resolves to `{url,
 * pid, stop, crash}`, or to undefined when the machine has no PostgreSQL. `pid()` is the process id of the postmaster.
 * `crash` kills it (-9) and resolves once it runs again, recovered.
 * @param {{ within?: string, settings?: string[] }} [options] settings: `name=value`, as in postgresql.conf
 */
export async function startPostgres({ within, settings = [] } = {}) {
  const bin = findServer()
  if (!bin) return undefined
  const user = ordinaryUser()
  // Not os.tmpdir(): root's own may be closed to the user that the server runs as.
  const folder = mkdtempSync(
    join(within ?? (existsSync('/tmp') ? '/tmp' : process.cwd()), 'lading-postgres-'),
  )
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C', PGUSER: 'lading', PGDATABASE: 'postgres' } }

  // -N: a temporary server need not be synced at its creation. It syncs its commits as a real one does.
  const init = ['-D', data, '-U', 'lading', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
  if ((await run(join(bin, 'initdb'), init, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })) !== 0)
    throw new Stop('PostgreSQL is installed but could not make a database; its reason is above.')

  const port = await freePort()
  const given = ['max_connections=200', ...settings].flatMap(setting => ['-c', setting])
  const words = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...given]
  const start = () =>
    spawn(join(bin, 'postgres'), words, {
      ...options,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl+C ends the tests first and the server after them.
      detached: true,
    })
  let server = start()
  const stop = onStop(async () => {
    await end(server)
    rmSync(folder, { recursive: true, force: true })
  })
  await ready(server)
  const crash = async () => {
    const gone = new Promise(resolve => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
    // Child processes of the killed server end a moment later; until then a new server may refuse to start.
    for (let attempt = 1; ; attempt++) {
      server = start()
      try {
        return await ready(server)
      } catch (error) {
        if (attempt === 20) throw error
        await new Promise(resolve => setTimeout(resolve, 100))
      }
    }
  }
  const pid = () => server.pid ?? 0
  return { url: `postgres://lading@127.0.0.1:${port}/postgres`, pid, stop, crash }
}

/** The folder of the server's programs: Debian keeps them off the PATH, one folder a version. */
function findServer() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const brew = ['/opt/homebrew/opt', '/usr/local/opt']
    .filter(existsSync)
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .filter(path => /postgresql(@\d+)?$/.test(path))
  const onPath = findProgram(['postgres'])
  const folders = [
    ...versions.map(version => join(debian, version, 'bin')),
    ...brew.map(path => join(path, 'bin')),
    ...(onPath ? [join(onPath, '..')] : []),
  ]
  return folders.find(folder => canRun(join(folder, 'initdb')) && canRun(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root; under root it runs as this account. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const account = ['postgres', 'nobody']
    .map(name => accounts.find(line => line.startsWith(`${name}:`)))
    .find(Boolean)
  const [, , uid, gid] = (account ?? '').split(':')
  return uid ? { uid: Number(uid), gid: Number(gid) } : {}
}

/** Waits until the server accepts connections. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr.on('data', chunk => {
      log = (log + chunk).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.on('error', reject)
    server.on('exit', () => reject(new Stop(`PostgreSQL is installed but does not start:\n${log}`)))
  })
}

/** SIGINT is PostgreSQL's "fast" shutdown: open transactions are rolled back. */
function end(server) {
  return new Promise(resolve => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', resolve)
    server.kill('SIGINT')
  })
}
