import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'

/** Reads from the database of a server, in a process of its own that stays, what its service holds. */
export class RegisteredRecords {
  private child: ChildProcessWithoutNullStreams | undefined
  private lines: Interface | undefined
  /** Reads follow each other. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  /** The current output of scripts/commands/registered.ts. */
  read(): Promise<unknown> {
    const response = this.last.then(() => this.readNow())
    this.last = response.catch(() => undefined)
    return response
  }

  close(): void {
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  private async readNow(): Promise<unknown> {
    const lines = this.start()
    const line = once(lines, 'line')
    this.child?.stdin.write('\n')
    const ended = once(lines, 'close').then(() => {
      throw new Error('The process that looks into the database ended; its output is above.')
    })
    const [text] = await Promise.race([line, ended])
    return JSON.parse(String(text))
  }

  private start(): Interface {
    if (this.child && this.child.exitCode === null && this.lines) return this.lines
    const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/commands/registered.ts']
    this.child = spawn(process.execPath, args, { env: this.environment })
    this.child.stderr.pipe(process.stderr)
    this.lines = createInterface({ input: this.child.stdout })
    return this.lines
  }
}
