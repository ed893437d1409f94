import 'server-only'
import { isAbsolute, join } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'
import { type OidcSettings, oidcVariables, readOidc } from '@/lib/env/oidc'
import { readOrigin, splitList } from '@/lib/env/parse'
import { readTraceProtocol, type TraceProtocol, traceVariables } from '@/lib/env/traces'
import type { Language } from '@/lib/words/locale/languages'
import { withLanguage } from '@/lib/words/locale/request-locale'
import { terminalLanguage } from '@/lib/words/locale/terminal-language.mjs'
import { getTranslations } from '@/lib/words/server'

// The only file that reads process.env. The README describes each variable.

/** A key of the key ring: its name and 32 bytes. */
export interface AppKey {
  readonly kid: string
  readonly bytes: Buffer
}

/** The SMTP server that sends email, and the sender. */
export interface Smtp {
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte. */
  readonly url: string
  /** An address, or `Name <address>`. */
  readonly from: string
}

/** Where metrics are shown; without `port` and `token` they are not. */
export interface MetricsAddress {
  /** The port of a separate listener, on `host`. */
  readonly port: number | undefined
  readonly host: string
  /** What callers must send; with a token `/metrics` also exists at the address of the desk. */
  readonly token: string | undefined
}

/** A CIDR range: first address, and number of fixed leading bits. */
export type AddressRange = readonly [first: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

const t = getTranslations('terminal.variables')

/** A URL that pg can read: it accepts one without a host, for a socket. */
const isPostgresUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'))

const postgresUrl = (name: string) =>
  z.string().refine(isPostgresUrl, { error: () => t('databaseUrl', { name }) })

/** An attacker who has a backup can try passphrases without limit. */
const MIN_PASSPHRASE_LENGTH = 12
const int64Text = /^-?\d{1,19}$/

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: () => t('port') })
    .transform(Number)
    .refine(port => port >= 1 && port <= 65535, { error: () => t('port') })
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: () => t('host') })
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl('DATABASE_URL').optional(),
  TEST_DATABASE_URL: postgresUrl('TEST_DATABASE_URL').optional(),
  PUBLIC_URL: z
    .string()
    .transform((url, context) => readOrigin(url, context, () => t('origin', { name: 'PUBLIC_URL' })))
    .optional(),
  APP_KEYS: z.string().transform(readAppKeys).optional(),
  OPERATOR_EMAIL: z.email({ error: () => t('operatorEmail') }).optional(),
  OPERATOR_PASSWORD: z.string().optional(),
  OUTBOUND_ALLOW: z
    .string()
    .transform((list, context) =>
      splitList(list).map(url => readOrigin(url, context, () => t('origins', { name: 'OUTBOUND_ALLOW' }))),
    )
    .default([]),
  TRUSTED_PROXY: z.string().transform(readRanges).default([]),
  SANDBOX_WAREHOUSES: z
    .string()
    .transform(splitList)
    .refine(ids => ids.every(id => int64Text.test(id)), { error: () => t('warehouses') })
    .transform(ids => ids.map(id => String(BigInt(id))))
    .default([]),
  MAX_BODY_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, {
      error: () => t('optionalMegabytes', { name: 'MAX_BODY_MB', example: '500' }),
    })
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(Number.POSITIVE_INFINITY),
  SMTP_URL: z
    .string()
    .refine(url => /^smtps?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '', {
      error: () => t('smtpUrl'),
    })
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, {
      error: () => t('smtpFrom', { example: 'Lading <lading@example.com>' }),
    })
    .optional(),
  ...oidcVariables,
  DRAFT_FILES_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, {
      error: () => t('megabytes', { name: 'DRAFT_FILES_MB', example: '500' }),
    })
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(500 * 1024 * 1024),
  ALL_FILES_MB: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, {
      error: () => t('megabytes', { name: 'ALL_FILES_MB', example: '20000' }),
    })
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(20_000 * 1024 * 1024),
  INBOX_DIR: z
    .string()
    .refine(isAbsolute, { error: () => t('inboxDir', { example: '/srv/lading/inbox' }) })
    .optional(),
  DISK_FLOOR_MB: z
    .string()
    .regex(/^\d{1,6}$/, { error: () => t('megabytes', { name: 'DISK_FLOOR_MB', example: '200' }) })
    .transform(megabytes => Number(megabytes) * 1024 * 1024)
    .default(200 * 1024 * 1024),
  WATCHDOG_SECONDS: z
    .string()
    .regex(/^\d{1,6}$/, { error: () => t('watchdog') })
    .transform(seconds => Number(seconds) * 1000)
    .default(30_000),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: () => t('metricsPort') })
    .transform(Number)
    .refine(port => port >= 1 && port <= 65535, { error: () => t('metricsPort') })
    .optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: () => t('metricsHost') })
    .default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, { error: () => t('metricsToken') })
    .optional(),
  LOG_REQUESTS: z
    .string()
    .regex(/^[01]$/, { error: () => t('logRequests') })
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, { error: () => t('backupEvery') })
    .transform(readDuration)
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, { error: () => t('backupKeep') })
    .transform(Number)
    .default(14),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, { error: () => t('backupPassphrase', { min: MIN_PASSPHRASE_LENGTH }) })
    .optional(),
  BACKUP_BEFORE_UPGRADE: z.enum(['on', 'off'], { error: () => t('backupBeforeUpgrade') }).default('on'),
  ...traceVariables,
  NOTIFICATIONS: z.enum(['on', 'off'], { error: () => t('notifications') }).default('on'),
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
  /**
   * Directory of the database file and of generated keys, relative to the working directory of the process.
   */
  readonly dataDir: string
  /** `postgres://…`; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** A PostgreSQL server on which tests may create databases. */
  readonly testDatabaseUrl: string | undefined
  /** The origin that browsers use, without a trailing slash. */
  readonly publicUrl: string
  /** Newest first; absent: generated into `dataDir`. */
  readonly appKeys: readonly AppKey[] | undefined
  readonly operatorEmail: string | undefined
  readonly operatorPassword: string | undefined
  /** Origins on private addresses that connections may use. */
  readonly outboundAllow: readonly string[]
  /** Absent: this server sends no email. */
  readonly smtp: Smtp | undefined
  /** Absent: people sign in only with passwords. */
  readonly oidc: OidcSettings | undefined
  /** Addresses whose `X-Forwarded-For` is trusted; empty: none. */
  readonly trustedProxies: readonly AddressRange[]
  /** Warehouse ids as text; empty: any. */
  readonly sandboxWarehouses: readonly string[]
  /** The largest body that the service accepts, in bytes; Infinity: any. */
  readonly maxBodyBytes: number
  /** Maximum bytes of the stored original files of one draft. */
  readonly draftFileBytes: number
  /** Maximum bytes of the stored original files of all drafts. */
  readonly allFileBytes: number
  /** The folder whose files become drafts; absent: none is watched. */
  readonly inboxDir: string | undefined
  /** With fewer free bytes on the disk of the embedded database, Lading accepts nothing new. */
  readonly diskFloor: number
  /** The server exits if its event loop is blocked for this long, in milliseconds; 0: never. */
  readonly watchdogMs: number
  readonly metrics: MetricsAddress
  /**
   * How traces are sent, if OpenTelemetry's variables ask for it; the endpoint and the rest are read by its packages.
   */
  readonly traceProtocol: TraceProtocol | undefined
  /** Origins of services that get the id of a trace, besides the embedded one. */
  readonly traceOrigins: readonly string[]
  /** Whether each request is logged. */
  readonly logsRequests: boolean
  /** Where backups are kept. */
  readonly backupDir: string
  /** Milliseconds between two scheduled backups; absent: none is scheduled. */
  readonly backupEveryMs: number | undefined
  /** How many backups the schedule keeps. */
  readonly backupKeep: number
  /** Encrypts backups, and opens encrypted ones. */
  readonly backupPassphrase: string | undefined
  /** Whether the database is copied before an upgrade migrates it. */
  readonly backupBeforeUpgrade: boolean
  /** Whether this server sends webhooks and emails. */
  readonly sendsNotifications: boolean
  /** Whether this start follows the restore of a backup (`npm start -- --after-restore`). */
  readonly afterRestore: boolean
  readonly bench: boolean
  /** The failpoint at which this process kills itself, for crash tests; in production only with LADING_FAILPOINTS=1. */
  readonly failpoint: string | undefined
  readonly production: boolean
  /** The language of this process's output on its terminal. */
  readonly terminalLanguage: Language
}

/**
 * Reads the variables.
 * @throws Error whose message names each invalid variable and the valid form
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  return withLanguage(terminalLanguage(source), () => readVariables(source))
}

function readVariables(source: Readonly<Record<string, string | undefined>>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()))
  const read = variables.safeParse(filled)
  if (!read.success) throw new Error(read.error.issues.map(issue => issue.message).join('\n'))
  const v = read.data
  if (v.NODE_ENV === 'production' && v.APP_KEYS?.some(key => isMadeUp(key.bytes)))
    throw new Error(t('weakKey'))
  if ((v.SMTP_URL === undefined) !== (v.SMTP_FROM === undefined)) throw new Error(t('smtpPair'))
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
    smtp: v.SMTP_URL && v.SMTP_FROM ? { url: v.SMTP_URL, from: v.SMTP_FROM } : undefined,
    oidc: readOidc(v),
    trustedProxies: v.TRUSTED_PROXY,
    sandboxWarehouses: v.SANDBOX_WAREHOUSES,
    maxBodyBytes: v.MAX_BODY_MB,
    draftFileBytes: v.DRAFT_FILES_MB,
    allFileBytes: v.ALL_FILES_MB,
    inboxDir: v.INBOX_DIR,
    diskFloor: v.DISK_FLOOR_MB,
    watchdogMs: v.WATCHDOG_SECONDS,
    metrics: { port: v.METRICS_PORT, host: v.METRICS_HOST, token: v.METRICS_TOKEN },
    traceProtocol: readTraceProtocol(v),
    traceOrigins: v.TRACE_ORIGINS,
    logsRequests: v.LOG_REQUESTS === '1',
    backupDir: v.BACKUP_DIR ?? join(v.DATA_DIR, 'backups'),
    backupEveryMs: v.BACKUP_EVERY,
    backupKeep: v.BACKUP_KEEP,
    backupPassphrase: v.BACKUP_PASSPHRASE,
    backupBeforeUpgrade: v.BACKUP_BEFORE_UPGRADE === 'on',
    sendsNotifications: v.NOTIFICATIONS === 'on',
    afterRestore: v.AFTER_RESTORE === '1',
    bench: v.BENCH === '1',
    failpoint: v.NODE_ENV !== 'production' || v.LADING_FAILPOINTS === '1' ? v.FAILPOINT : undefined,
    production: v.NODE_ENV === 'production',
    terminalLanguage: terminalLanguage(source),
  }
}

/** Runs work with sentences in the language of the terminal. */
export const inTerminalLanguage = <T>(work: () => T): T => withLanguage(env().terminalLanguage, work)

let cached: Env | undefined

/** The variables of this process, parsed on first use. */
export function env(): Env {
  cached ??= readEnv(process.env)
  return cached
}

/** The variables for a program that this process starts: its own ones and `more`. */
export const programEnvironment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...more,
})

/** The origin at which this process reaches itself: a wildcard address can be listened on, but not called. */
export function ownOrigin({ host, port }: Pick<Env, 'host' | 'port'>): string {
  return `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host)}:${port}`
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Whether 32 bytes look typed or repeated: random bytes have more than twenty distinct values. */
const isMadeUp = (bytes: Buffer) => new Set(bytes).size < 16

/** A number of minutes, hours or days in milliseconds. */
function readDuration(text: string): number {
  const minutes = { m: 1, h: 60, d: 24 * 60 }[text.at(-1) as 'm' | 'h' | 'd']
  return Number.parseInt(text, 10) * minutes * 60_000
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
  context.addIssue(t('trustedProxy'))
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
  context.addIssue(t('appKeys'))
  return z.NEVER
}
