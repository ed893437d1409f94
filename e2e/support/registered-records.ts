import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { on } from 'node:events'

/** Reads from the database of a server, in a process of its own that stays, what its service holds. */
export class RegisteredRecords {
  private child: ChildProcessWithoutNullStreams | undefined
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
    const { stdin, stdout } = this.start()
    stdin.write('\n')
    const chunks: Buffer[] = []
    // Not by readline, which ends a line at U+2028, too: the texts of an order may contain it.
    for await (const [chunk] of on(stdout, 'data', { close: ['close'] })) {
      chunks.push(chunk)
      if (chunk.at(-1) === 0x0a) return JSON.parse(Buffer.concat(chunks).toString())
    }
    throw new Error('The process that looks into the database ended; its output is above.')
  }

  private start(): ChildProcessWithoutNullStreams {
    if (this.child?.exitCode === null && this.child.signalCode === null) return this.child
    const args = ['--conditions=react-server', '--import', 'tsx', 'scripts/commands/registered.ts']
    this.child = spawn(process.execPath, args, { env: this.environment })
    this.child.stderr.pipe(process.stderr)
    return this.child
  }
}
