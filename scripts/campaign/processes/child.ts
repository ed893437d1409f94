import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { inRoot } from '@/scripts/lib/root.mjs'
import type { ProcessCommand, Reply } from './process-messages'

const orphan = pathToFileURL(inRoot('scripts', 'lib', 'process', 'die-with-parent.mjs')).href

/** A process that a campaign starts and kills. Its output is written to the log of the campaign. */
export class Child {
  readonly ended: Promise<NodeJS.Signals | null>
  private readonly waiting = new Map<number, (reply: Reply) => void>()
  private lastId = 0
  private isEnded = false
  private exitCode: number | null = null

  private constructor(readonly process: ChildProcess) {
    this.ended = once(process, 'exit').then(([code, signal]) => {
      this.isEnded = true
      this.exitCode = code
      for (const resolve of this.waiting.values()) resolve({ id: 0, error: 'it was killed' })
      return signal
    })
    process.on('message', (reply: Reply) => {
      this.waiting.get(reply.id)?.(reply)
      this.waiting.delete(reply.id)
    })
  }

  /** Starts a JavaScript file. @param cwd folder of the program; default: this one */
  static start(
    file: string,
    args: readonly string[],
    env: Record<string, string>,
    log: WriteStream,
    cwd = inRoot(),
  ): Child {
    const child = spawn(process.execPath, ['--conditions=react-server', '--import', orphan, file, ...args], {
      cwd,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.stderr?.pipe(log, { end: false })
    return new Child(child)
  }

  get isAlive(): boolean {
    return !this.isEnded
  }

  /** The exit code of a process that ended by itself, which is a fault of these processes; undefined: it did not. */
  get quit(): number | undefined {
    return this.exitCode ?? undefined
  }

  get pid(): number {
    return this.process.pid ?? 0
  }

  /** The first line that it prints; undefined when it ends before. */
  async firstLine(): Promise<string | undefined> {
    const { stdout } = this.process
    if (!stdout) return undefined
    const lines = createInterface({ input: stdout })
    const line = await Promise.race([once(lines, 'line'), this.ended])
    return Array.isArray(line) ? String(line[0]) : undefined
  }

  /** Sends a command. @returns the error; undefined: none */
  ask(order: ProcessCommand): Promise<string | undefined> {
    if (this.isEnded) return Promise.resolve('it was killed')
    const id = ++this.lastId
    return new Promise(resolve => {
      this.waiting.set(id, ({ error }) => resolve(error))
      this.process.send?.({ id, order }, error => {
        if (error) resolve('it was killed')
      })
    })
  }

  signal(signal: NodeJS.Signals) {
    this.process.kill(signal)
  }

  /** kill -9. @returns once the process has ended */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ended
  }
}
