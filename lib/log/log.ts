import 'server-only'
import { format } from 'node:util'
import { isAnonymous } from './caller'
import { LineLimit } from './line-limit'
import { redact, withoutPaths } from './redact'

/** What an entry is about: ids, counts, words of Lading's own. They are redacted all the same. */
export type About = Readonly<Record<string, string | number | boolean>>

/**
 * Writes down that something went wrong: the one door through which the server's own words come into the log. An entry
 * is a line of JSON, so nothing that was sent can begin a line of its own, and it holds neither secrets nor personal
 * data: of an error, its kind, its code, where it happened, and its redacted message.
 * @param event what happened, in words that are the same every time
 */
export function logFault(event: string, error?: unknown, about: About = {}): void {
  write('error', event, { ...redacted(about), ...(error !== undefined && { error: described(error) }) })
}

/** Writes down something that is no trouble: what runs, and since when. @param event as in `logFault` */
export function logNotice(event: string, about: About = {}): void {
  write('info', event, redacted(about))
}

/** Writes down something that should be changed, while all works. @param event as in `logFault` */
export function logWarning(event: string, about: About = {}): void {
  write('warn', event, redacted(about))
}

/** Writes an entry, unless requests that proved nothing of who sent them caused too many lately. */
function write(level: Level, event: string, rest: object): void {
  if (!isAnonymous() || anonymousLines().takes()) print(level, event, rest)
}

type Level = 'error' | 'warn' | 'info'

/** Where entries go. One line each; a process that dies loses none. */
function print(level: Level, event: string, rest: object): void {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...rest })}\n`)
}

/** Lines in a period that anonymous requests may cause: enough to notice them, too few to fill a disk. */
const ANONYMOUS_LINES = 20
const PERIOD_MS = 60_000

// Next compiles a module several times into one process; what they share has to lie outside of modules.
const shared = globalThis as { [key: symbol]: LineLimit | undefined }
const KEY = Symbol.for('lading.log.anonymous-lines')

function anonymousLines(): LineLimit {
  shared[KEY] ??= new LineLimit(ANONYMOUS_LINES, PERIOD_MS, count =>
    print('warn', 'lines about requests without credentials were left out', { count }),
  )
  return shared[KEY]
}

const redacted = (about: About): About =>
  Object.fromEntries(
    Object.entries(about).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )

/** Errors within errors, at most. */
const DEEPEST = 4

/** An error as the log tells it: without places of the code and of files where a stranger caused it. */
function described(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { thrown: typeof error, message: redact(String(error)) }
  const { code, syscall } = error as NodeJS.ErrnoException
  const hasPlaces = !isAnonymous()
  const inner =
    error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause]
  return {
    kind: redact(error.name),
    ...(code !== undefined && { code: redact(String(code)) }),
    ...(syscall !== undefined && { syscall: redact(syscall) }),
    message: hasPlaces ? redact(error.message) : withoutPaths(redact(error.message)),
    ...(hasPlaces && { at: framesOf(error) }),
    ...(inner.length > 0 &&
      depth < DEEPEST && { because: inner.slice(0, DEEPEST).map(one => described(one, depth + 1)) }),
  }
}

/** Where it happened: names of functions, and places in files. The message, with which a stack begins, is left out. */
function framesOf({ stack = '', message }: Error): readonly string[] {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length)
  return [...frames.matchAll(/^\s+at (.{1,300}:\d+:\d+\)?)$/gm)].slice(0, 12).map(([, frame = '']) => frame)
}

/**
 * Leads what others print as errors and warnings (Next, its libraries) through the same door. For a server that serves
 * operators; where a person develops, everything is printed as it is.
 */
export function holdConsole(): void {
  const hold =
    (level: 'error' | 'warn') =>
    (...parts: unknown[]) => {
      const errors = parts.filter(part => part instanceof Error)
      const texts = parts.filter(part => !(part instanceof Error))
      const message = texts.length > 0 ? { message: messageOf(plain(format(...texts))) } : {}
      const inner = errors.length > 0 ? { errors: errors.map(error => described(error)) } : {}
      write(level, 'console', { ...message, ...inner })
    }
  console.error = hold('error')
  console.warn = hold('warn')
}

/** What was printed, redacted; what a stranger caused, without the stack that may follow its first line. */
const messageOf = (text: string): string =>
  isAnonymous() ? withoutPaths(redact(text.split('\n', 1)[0] ?? '')) : redact(text)

/** Without the colours of terminals. */
const plain = (text: string): string =>
  text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '')
