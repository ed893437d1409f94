import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { RegisteredRecords } from './registered-records'

/** The first operator of every server under test. */
export const operatorAccount = { email: 'mina@shop.example', password: 'a long enough pass phrase' }

/** The limit for a server to respond, in milliseconds; many servers share two slow cores. */
const STARTS_WITHIN = 120_000

/** Credentials of a caller of the embedded service. */
export interface Credentials {
  readonly accessToken: string
  readonly secretKey: string
}

/** An order in the embedded service; `order` is the whole order as it was sent. */
export interface RegisteredOrder {
  readonly orderId: string
  readonly mallOrderNumber: string
  readonly order: unknown
}

/** A product in the embedded service. */
export interface RegisteredProduct {
  readonly shopProductId: string
  readonly product: unknown
}

const runFile = promisify(execFile)

/** A built Lading with its own data, on its own port, which it keeps over restarts. */
export class Server {
  private child: ChildProcess | undefined
  private records: RegisteredRecords | undefined
  private output = ''

  private constructor(
    readonly port: number,
    /** The folder of its database and keys. */
    readonly dataDir: string,
    private readonly variables: Readonly<Record<string, string>>,
    private readonly isSupervised: boolean,
  ) {}

  /**
   * Starts a server; `variables` are added to its environment, with its port for `{port}`.
   * @param isSupervised whether it runs under `npm start`, which restarts it when it ends
   */
  static async start(
    variables: Readonly<Record<string, string>> = {},
    isSupervised = false,
  ): Promise<Server> {
    const dataDir = mkdtempSync(join(tmpdir(), 'lading-e2e-'))
    const server = new Server(await freePort(), dataDir, variables, isSupervised)
    await server.boot()
    return server
  }

  /** Its origin, without a trailing slash. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Its whole output so far, over all restarts. */
  get log(): string {
    return this.output
  }

  /** Nothing reads its output from now on: it cannot write its log. */
  loseLog(): void {
    this.child?.stdout?.destroy()
    this.child?.stderr?.destroy()
  }

  /** Kills it without warning, as a power cut would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** Stops it as an administrator does. @returns its exit code */
  async stop(): Promise<number | null> {
    const child = this.child
    await this.end('SIGTERM')
    return child?.exitCode ?? null
  }

  /** Ends it if it still runs, by default without warning, and starts it again on the same data. */
  async restart(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    await this.end(signal)
    await this.boot()
  }

  /** Ends it and removes its data. */
  async close(): Promise<void> {
    await this.end('SIGKILL')
    this.records?.close()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  /** Issues credentials of its embedded service, by the script of the administrators' command. */
  async issueCredentials(name: string): Promise<Credentials> {
    return JSON.parse(await this.runCommand('issue-credentials', '--name', name, '--json'))
  }

  /**
   * Runs a command of scripts/commands on the server's data, as an administrator on the server does.
   * @returns its output
   */
  async runCommand(name: string, ...words: string[]): Promise<string> {
    const args = ['--conditions=react-server', '--import', 'tsx', `scripts/commands/${name}.ts`, ...words]
    return (await runFile(process.execPath, args, { env: this.environment() })).stdout
  }

  /** The orders of its embedded service with these numbers, read from the database by another process. */
  async registered(numbers: readonly string[]): Promise<RegisteredOrder[]> {
    const { orders } = await this.stored()
    const wanted = new Set(numbers)
    return orders.filter(order => wanted.has(order.mallOrderNumber))
  }

  /** The products of its embedded service with these ids. */
  async registeredProducts(ids: readonly string[]): Promise<RegisteredProduct[]> {
    const { products } = await this.stored()
    const wanted = new Set(ids)
    return products.filter(product => wanted.has(product.shopProductId))
  }

  /** Runs a shell script as an operator of this server would. @returns its output */
  async runShell(script: string): Promise<string> {
    const env = { ...this.environment(), BASE_URL: this.url }
    return (await runFile('sh', ['-euc', script], { env })).stdout
  }

  private async stored(): Promise<{ orders: RegisteredOrder[]; products: RegisteredProduct[] }> {
    this.records ??= new RegisteredRecords(this.environment())
    return (await this.records.read()) as { orders: RegisteredOrder[]; products: RegisteredProduct[] }
  }

  private async boot(): Promise<void> {
    const next = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(this.port)]
    const preload = (name: string) => [
      '--import',
      new URL(`../../scripts/lib/process/${name}.mjs`, import.meta.url).href,
    ]
    const args = [
      ...preload('die-with-parent'),
      ...(this.isSupervised ? ['scripts/start.mjs'] : [...preload('hold-requests'), ...next]),
    ]
    const child = spawn(process.execPath, args, {
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        this.output += chunk
      })
    const deadline = Date.now() + STARTS_WITHIN
    while (!(await this.answers())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`The server does not answer. It printed:\n${this.output}`)
      await wait(25)
    }
  }

  /** The developer's own configuration must not reach a server under test. */
  private environment(): NodeJS.ProcessEnv {
    const { PATH, HOME, TMPDIR, SystemRoot } = process.env
    return {
      ...Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, SystemRoot }).filter(([, value]) => value)),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOST: '127.0.0.1',
      PORT: String(this.port),
      PUBLIC_URL: this.url,
      DATA_DIR: this.dataDir,
      OPERATOR_EMAIL: operatorAccount.email,
      OPERATOR_PASSWORD: operatorAccount.password,
      ...Object.fromEntries(
        Object.entries(this.variables).map(([name, value]) => [
          name,
          value.replace('{port}', String(this.port)),
        ]),
      ),
    }
  }

  private async answers(): Promise<boolean> {
    return fetch(`${this.url}/healthz`).then(
      response => response.ok,
      () => false,
    )
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child
    this.child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.')
  return address.port
}
