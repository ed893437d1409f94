import 'server-only'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

// The only file that reads process.env. What each variable means is told in the README.

/** A key that seals credentials: its name and 32 bytes. */
export interface AppKey {
  readonly kid: string
  readonly bytes: Buffer
}

/** A range of addresses: its first one, and how many leading bits it fixes. */
export type AddressRange = readonly [first: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

const appKeySentence =
  'APP_KEYS must list keys, newest first, as name:base64 of 32 random bytes, such as k1:' +
  'followed by the output of `openssl rand -base64 32`; separate several by commas.'

const madeUpKey =
  'APP_KEYS must hold random keys in production: one of them repeats itself. Make it with `openssl rand -base64 32`.'

const int64Text = /^-?\d{1,19}$/

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'PORT must be a whole number from 1 to 65535, such as 3000.')
    .transform(Number)
    .refine(port => port >= 1 && port <= 65535, 'PORT must be a whole number from 1 to 65535, such as 3000.')
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'HOST must be an address to listen on, such as 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres://, or be left out.')
    .optional(),
  TEST_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'TEST_DATABASE_URL must start with postgres://, or be left out.')
    .optional(),
  PUBLIC_URL: z
    .string()
    .transform((url, context) => readOrigin(url, context, 'PUBLIC_URL must be'))
    .optional(),
  APP_KEYS: z.string().transform(readAppKeys).optional(),
  OPERATOR_EMAIL: z.email('OPERATOR_EMAIL must be an e-mail address, such as mina@shop.example.').optional(),
  OPERATOR_PASSWORD: z.string().optional(),
  OUTBOUND_ALLOW: z
    .string()
    .transform((list, context) =>
      splitList(list).map(url => readOrigin(url, context, 'OUTBOUND_ALLOW must list')),
    )
    .default([]),
  TRUSTED_PROXY: z.string().transform(readRanges).default([]),
  SANDBOX_WAREHOUSES: z
    .string()
    .transform(splitList)
    .refine(
      ids => ids.every(id => int64Text.test(id)),
      'SANDBOX_WAREHOUSES must list whole numbers separated by commas, such as 1,2,30.',
    )
    .transform(ids => ids.map(id => String(BigInt(id))))
    .default([]),
  MAX_BODY_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'MAX_BODY_MB must be a whole number of megabytes, such as 500, or be left out.')
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(Number.POSITIVE_INFINITY),
  DRAFT_FILES_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'DRAFT_FILES_MB must be a whole number of megabytes, such as 500.')
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(500 * 1024 * 1024),
  ALL_FILES_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'ALL_FILES_MB must be a whole number of megabytes, such as 20000.')
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(20_000 * 1024 * 1024),
  DISK_FLOOR_MB: z
    .string()
    .regex(/^\d{1,6}$/, 'DISK_FLOOR_MB must be a whole number of megabytes, such as 200.')
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(200 * 1024 * 1024),
  WATCHDOG_SECONDS: z
    .string()
    .regex(/^\d{1,6}$/, 'WATCHDOG_SECONDS must be a whole number of seconds, such as 30, or 0 for none.')
    .transform(seconds => Number(seconds) * 1000)
    .default(30_000),
  AFTER_RESTORE: z.string().optional(),
  BENCH: z.string().optional(),
  FAILPOINT: z.string().optional(),
  LADING_FAILPOINTS: z.string().optional(),
  NODE_ENV: z.string().optional(),
})

/** The environment as the code sees it. */
export interface Env {
  readonly port: number
  readonly host: string
  /** Directory of the database file and of generated keys; as written, so relative to where the process started. */
  readonly dataDir: string
  /** `postgres://…`; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** A PostgreSQL on which tests may make schemas of their own. */
  readonly testDatabaseUrl: string | undefined
  /** The origin that browsers use, without a slash at its end. */
  readonly publicUrl: string
  /** Newest first; absent: generated into `dataDir`. */
  readonly appKeys: readonly AppKey[] | undefined
  readonly operatorEmail: string | undefined
  readonly operatorPassword: string | undefined
  /** Origins on private addresses that a connection may point at. */
  readonly outboundAllow: readonly string[]
  /** Addresses whose `X-Forwarded-For` counts; empty: nobody's. */
  readonly trustedProxies: readonly AddressRange[]
  /** Warehouse ids as text; empty: any. */
  readonly sandboxWarehouses: readonly string[]
  /** The largest body that the service takes, in bytes; Infinity: any. */
  readonly maxBodyBytes: number
  /** How much the original files of one draft may take, as they are stored, in bytes. */
  readonly draftFileBytes: number
  /** The same for the files of all drafts together, in bytes. */
  readonly allFileBytes: number
  /** With less free on the disk of the embedded database nothing new is taken on, in bytes. */
  readonly diskFloor: number
  /** A server whose event loop is blocked for so long ends, in milliseconds; 0: never. */
  readonly watchdogMs: number
  /** This start follows the restoring of a backup (`npm start -- --after-restore`). */
  readonly afterRestore: boolean
  readonly bench: boolean
  /** Where this process shall kill itself, for crash tests; never set in production unless asked for twice. */
  readonly failpoint: string | undefined
  readonly production: boolean
}

/**
 * Reads variables.
 * @throws Error whose message names each variable that cannot be used and says what to write.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const read = variables.safeParse(filled)
  if (!read.success) throw new Error(read.error.issues.map(issue => issue.message).join('\n'))
  const v = read.data
  if (v.NODE_ENV === 'production' && v.APP_KEYS?.some(key => isMadeUp(key.bytes))) throw new Error(madeUpKey)
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    testDatabaseUrl: v.TEST_DATABASE_URL,
    publicUrl: v.PUBLIC_URL ?? `http://${bracketed(v.HOST)}:${v.PORT}`,
    appKeys: v.APP_KEYS,
    operatorEmail: v.OPERATOR_EMAIL,
    operatorPassword: v.OPERATOR_PASSWORD,
    outboundAllow: v.OUTBOUND_ALLOW,
    trustedProxies: v.TRUSTED_PROXY,
    sandboxWarehouses: v.SANDBOX_WAREHOUSES,
    maxBodyBytes: v.MAX_BODY_MB,
    draftFileBytes: v.DRAFT_FILES_MB,
    allFileBytes: v.ALL_FILES_MB,
    diskFloor: v.DISK_FLOOR_MB,
    watchdogMs: v.WATCHDOG_SECONDS,
    afterRestore: v.AFTER_RESTORE === '1',
    bench: v.BENCH === '1',
    failpoint: v.NODE_ENV !== 'production' || v.LADING_FAILPOINTS === '1' ? v.FAILPOINT : undefined,
    production: v.NODE_ENV === 'production',
  }
}

let known: Env | undefined

/** The variables of this process, read once, when first asked for. */
export function env(): Env {
  known ??= readEnv(process.env)
  return known
}

/** The origin at which this process reaches itself: a wildcard address is listened on, not called. */
export function ownOrigin({ host, port }: Pick<Env, 'host' | 'port'>): string {
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host)}:${port}`
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Whether 32 bytes look typed or repeated: random ones have more than twenty different values among them. */
const isMadeUp = (bytes: Buffer) => new Set(bytes).size < 16

function splitList(list: string): string[] {
  return list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
}

function readOrigin(url: string, context: z.RefinementCtx, subject: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isHttp = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
  const isBare = parsed?.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username
  if (parsed && isHttp && isBare) return parsed.origin
  context.addIssue(`${subject} an origin (scheme, host, port, no path), such as http://127.0.0.1:9900.`)
  return z.NEVER
}

function readRanges(list: string, context: z.RefinementCtx): AddressRange[] {
  const entries = splitList(list)
  if (entries.every(entry => ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry))) {
    return entries.map(entry => {
      if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
      const address = ipaddr.process(entry)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
  }
  context.addIssue(
    'TRUSTED_PROXY must list addresses or ranges of proxies, separated by commas, such as 127.0.0.1,10.0.0.0/8.',
  )
  return z.NEVER
}

function readAppKeys(list: string, context: z.RefinementCtx): AppKey[] {
  const keys = splitList(list).map(entry => {
    const [, kid = '', base64 = ''] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/=_-]+)$/.exec(entry) ?? []
    return { kid, bytes: Buffer.from(base64, 'base64') }
  })
  const kids = new Set(keys.map(key => key.kid))
  if (keys.length > 0 && kids.size === keys.length && keys.every(key => key.kid && key.bytes.length === 32)) {
    return keys
  }
  context.addIssue(appKeySentence)
  return z.NEVER
}
