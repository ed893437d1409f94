import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** A message as an SMTP server got it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and text as they were sent, without the final dot and without doubled dots. */
  readonly source: string
}

/**
 * What the server does with a connection: `drop` closes it at once, `drop_after_data` takes the message and closes
 * without a response, `silent` never greets, `drips` sends a greeting without end, a byte at a time, `refuse_recipient` and `busy` respond with 550 and 451.
 */
export type SmtpMode = 'drop' | 'drop_after_data' | 'silent' | 'drips' | 'refuse_recipient' | 'busy'

/** An SMTP server on 127.0.0.1 without TLS that misbehaves as its settings reply. */
export class SmtpServer {
  readonly received: ReceivedMail[] = []
  /** What to do with the next connections, in their order; then nothing unusual. */
  readonly modes: SmtpMode[] = []
  connections = 0
  private readonly sockets = new Set<Socket>()
  private readonly server: Server = createServer(socket => this.talk(socket))

  /** How many connections are open. */
  get open(): number {
    return this.sockets.size
  }

  /** @returns its URL */
  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise(resolve => this.server.close(resolve))
  }

  private talk(socket: Socket): void {
    this.connections++
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const mode = this.modes.shift()
    if (mode === 'drop') return void socket.destroy()
    if (mode === 'silent') return
    if (mode === 'drips') {
      socket.write('220-')
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
      return
    }
    const reply = (line: string) => socket.write(`${line}\r\n`)
    let from = ''
    let to: string[] = []
    let data: string[] | undefined
    let rest = ''
    const take = (line: string): void => {
      if (data) {
        if (line !== '.') return void data.push(line.replace(/^\./, ''))
        this.received.push({ from, to, source: data.join('\r\n') })
        data = undefined
        if (mode === 'drop_after_data') return void socket.destroy()
        return void reply('250 queued')
      }
      const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
      if (/^(EHLO|HELO)/i.test(line)) reply('250 test')
      else if (/^MAIL FROM/i.test(line)) {
        from = address
        to = []
        reply(mode === 'busy' ? '451 try later' : '250 ok')
      } else if (/^RCPT TO/i.test(line)) {
        if (mode !== 'refuse_recipient') to.push(address)
        reply(mode === 'refuse_recipient' ? '550 no such user' : '250 ok')
      } else if (/^DATA/i.test(line)) {
        data = []
        reply('354 go on')
      } else if (/^QUIT/i.test(line)) {
        reply('221 bye')
        socket.end()
      } else reply('500 what?')
    }
    socket.setEncoding('utf8')
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    })
    reply('220 test')
  }
}
