import 'server-only'
import { randomInt } from 'node:crypto'
import { format } from 'node:util'
import { publish } from '@/lib/telemetry/events'
import { currentRequestId, isAnonymous } from './caller'
import { LineLimit } from './line-limit'
import { redact, withoutPaths } from './redact'

/** Details of an entry: ids, counts, Lading's own texts. They are redacted, too. */
export type LogDetails = Readonly<Record<string, string | number | boolean>>

/** Without digits, which are redacted, and without vowels, so that no id is a word. */
const FAULT_LETTERS = 'bcdfghjkmnpqrstvwxz'

/** An id by which an operator can report a fault and an administrator finds it in the log: eight letters. */
export const newFaultId = (): string =>
  Array.from({ length: 8 }, () => FAULT_LETTERS[randomInt(FAULT_LETTERS.length)]).join('')

/**
 * Logs that something went wrong. An entry is one line of JSON, so no sent text can start a line of its own. It has
 * neither secrets nor personal data: of an error it has the kind, the code, the stack frames and the redacted message.
 * @param event what happened, in words that are the same every time
 */
export function logFault(event: string, error?: unknown, about: LogDetails = {}): void {
  write('error', event, { ...redactAll(about), ...(error !== undefined && { error: describeError(error) }) })
}

/** Logs a normal event whose details may contain texts from outside. @param event as in `logFault` */
export function logNotice(event: string, about: LogDetails = {}): void {
  write('info', event, redactAll(about))
}

/** Logs something that should be changed although everything works. @param event as in `logFault` */
export function logWarning(event: string, about: LogDetails = {}): void {
  write('warn', event, redactAll(about))
}

/**
 * Logs a normal event.
 * @param event as in `logFault`
 * @param about contains no texts from outside: it is not redacted
 */
export function logActivity(event: string, about: object): void {
  print('info', event, about)
}

/** Writes an entry, unless unauthenticated requests caused too many lately. */
function write(level: Level, event: string, rest: object): void {
  if (isAnonymous() && !anonymousLines().allows()) return
  const request = currentRequestId()
  print(level, event, request === undefined ? rest : { request, ...rest })
}

type Level = 'error' | 'warn' | 'info'

/** Writes an entry to stderr, synchronously: a process that dies loses none. */
function print(level: Level, event: string, rest: object): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...rest })}\n`)
  publish('logLine', { level })
}

/** Lines per period that unauthenticated requests may cause: enough to notice them, too few to fill a disk. */
const ANONYMOUS_LINES = 20
const PERIOD_MS = 60_000

// Next compiles a module several times into one process, so shared state is kept on globalThis.
const shared = globalThis as { [key: symbol]: LineLimit | undefined }
const KEY = Symbol.for('lading.log.anonymous-lines')

function anonymousLines(): LineLimit {
  shared[KEY] ??= new LineLimit(ANONYMOUS_LINES, PERIOD_MS, count =>
    print('warn', 'lines about requests without credentials were left out', { count }),
  )
  return shared[KEY]
}

const redactAll = (about: LogDetails): LogDetails =>
  Object.fromEntries(
    Object.entries(about).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )

/** Deepest nesting of errors within errors. */
const MAX_DEPTH = 4

/** An error as it is logged: without stack frames and paths when an unauthenticated request caused it. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { thrown: typeof error, message: redact(String(error)) }
  const { code, syscall } = error as NodeJS.ErrnoException
  const showsPlaces = !isAnonymous()
  const inner =
    error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause]
  return {
    kind: redact(error.name),
    ...(code !== undefined && { code: redact(String(code)) }),
    ...(syscall !== undefined && { syscall: redact(syscall) }),
    message: showsPlaces ? redact(error.message) : withoutPaths(redact(error.message)),
    ...(showsPlaces && { at: stackFrames(error) }),
    ...(inner.length > 0 &&
      depth < MAX_DEPTH && { because: inner.slice(0, MAX_DEPTH).map(one => describeError(one, depth + 1)) }),
  }
}

/** Stack frames: functions and places in files, without the message at the start of a stack. */
function stackFrames({ stack = '', message }: Error): readonly string[] {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length)
  return [...frames.matchAll(/^\s+at (.{1,300}:\d+:\d+\)?)$/gm)].slice(0, 12).map(([, frame = '']) => frame)
}

/**
 * Keeps this process alive while its output cannot be written, because the disk of the log is full or the reader of the
 * pipe is gone: Node would end it, and with it the wait for the response of a registration. The lines are lost.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

/**
 * Redirects `console.error` and `console.warn` of Next and its libraries into the log. Only for production: in
 * development everything is printed as it is.
 */
export function holdConsole(): void {
  const hold =
    (level: 'error' | 'warn') =>
    (...parts: unknown[]) => {
      const errors = parts.filter(part => part instanceof Error)
      const texts = parts.filter(part => !(part instanceof Error))
      const message = texts.length > 0 ? { message: messageOf(withoutColours(format(...texts))) } : {}
      const inner = errors.length > 0 ? { errors: errors.map(error => describeError(error)) } : {}
      write(level, 'console', { ...message, ...inner })
    }
  console.error = hold('error')
  console.warn = hold('warn')
}

/** A printed text, redacted; without a stack when an unauthenticated request caused it. */
const messageOf = (text: string): string =>
  isAnonymous() ? withoutPaths(redact(text.split('\n', 1)[0] ?? '')) : redact(text)

/** Removes terminal colours. */
const withoutColours = (text: string): string =>
  text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '')
