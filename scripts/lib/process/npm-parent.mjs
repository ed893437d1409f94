import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Ends this process, as an interrupt would, when the npm that runs it has died.
 * npm sends a signal only to the shell between npm and this process, and the shell does not forward it: without this
 * function the server would keep running, and hold its port, long after `npm start` was ended.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const npm = look(shell)?.parent
  if (!npm || npm === 1) return
  setInterval(() => {
    if (process.ppid !== shell || !isAlive(npm)) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

function isAlive(pid) {
  if (process.platform === 'linux') return (look(pid)?.state ?? 'Z') !== 'Z'
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** State (Z: dead, but its parent has not collected it) and parent of a process; undefined when there is none. */
function look(pid) {
  try {
    const line =
      process.platform === 'linux'
        ? // The name of the program is before them in brackets, and may itself contain brackets and spaces.
          readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
        : execFileSync('ps', ['-o', 'state=,ppid=', '-p', String(pid)], { encoding: 'utf8' })
    const [state, parent] = line.trim().split(/\s+/)
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}
