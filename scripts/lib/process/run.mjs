import { spawn } from 'node:child_process'
import { inRoot, root } from '../root.mjs'

const children = new Set()
const closers = new Set()
let stopping = false

/**
 * Runs a program in the project's folder and shows its output. Resolves to its exit code (128 when a signal ended it),
 * rejects when it cannot be started.
 */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, ...env },
    })
    children.add(child)
    child.on('error', reject)
    child.on('close', code => {
      children.delete(child)
      // During the cleanup after an interrupt, the next step must not begin.
      if (!stopping) resolve(code ?? 128)
    })
  })
}

/** Runs a JavaScript file of an installed package with this Node. */
export const runPackage = (file, args, options) =>
  run(process.execPath, [inRoot('node_modules', file), ...args], options)

/** Registers a cleanup for an interrupt; returns a function that runs it now. */
export function onStop(close) {
  closers.add(close)
  return async () => {
    if (closers.delete(close)) await close()
  }
}

/** From now on an interrupt ends the children first, then runs the registered cleanups, then exits. */
export function stopOnSignals() {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const stop = async code => {
    if (stopping) return
    stopping = true
    await Promise.all([...children].map(end))
    await Promise.allSettled([...closers].map(close => close()))
    process.exit(code)
  }
  const handlers = Object.entries(codes).map(([signal, code]) => [signal, () => stop(code)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/** Interrupts a child as a terminal would and, if the child does not end, kills it five seconds later. */
function end(child) {
  return new Promise(resolve => {
    const kill = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('close', () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill('SIGINT')
  })
}
