import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownOrigin, readEnv } from './env'

const key = Buffer.alloc(32, 7).toString('base64')

test('no variable is required', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    publicUrl: 'http://127.0.0.1:3000',
    outboundAllow: [],
    trustedProxies: [],
    sandboxWarehouses: [],
    bench: false,
  })
})

test('variables are read, and empty ones count as not set', () => {
  const env = readEnv({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://desk.example/',
    DATABASE_URL: '',
    APP_KEYS: `k2:${key}, k1:${key}`,
    OUTBOUND_ALLOW: 'http://127.0.0.1:9900, http://10.0.0.5',
    SMTP_URL: 'smtp://mail.example.com:587',
    SMTP_FROM: 'Lading <lading@shop.example>',
    SANDBOX_WAREHOUSES: '1, 007,9223372036854775807',
    BENCH: '1',
  })
  expect(env).toMatchObject({
    port: 8080,
    publicUrl: 'https://desk.example',
    databaseUrl: undefined,
    outboundAllow: ['http://127.0.0.1:9900', 'http://10.0.0.5'],
    smtp: { url: 'smtp://mail.example.com:587', from: 'Lading <lading@shop.example>' },
    sandboxWarehouses: ['1', '7', '9223372036854775807'],
    bench: true,
  })
  expect(env.appKeys?.map(({ kid, bytes }) => [kid, bytes.length])).toEqual([
    ['k2', 32],
    ['k1', 32],
  ])
})

test.each(['postgres://lading:a%2Fb@postgres:5432/lading', 'postgres://lading@/lading?host=/run/postgresql'])(
  '%s is the URL of a PostgreSQL',
  url => expect(readEnv({ DATABASE_URL: url }).databaseUrl).toBe(url),
)

test.each([
  ['PORT', 'http'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['HOST', 'http://x'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'postgres://lading:a/b@postgres/lading'],
  ['PUBLIC_URL', 'desk.example'],
  ['PUBLIC_URL', 'https://desk.example/path'],
  ['PUBLIC_URL', 'ftp://desk.example'],
  ['APP_KEYS', key],
  ['APP_KEYS', 'k1:c2hvcnQ='],
  ['APP_KEYS', `k1:${key},k1:${key}`],
  ['OPERATOR_EMAIL', 'mina'],
  ['OUTBOUND_ALLOW', 'http://ok.example,10.0.0.5'],
  ['SANDBOX_WAREHOUSES', '1;2'],
  ['TRUSTED_PROXY', 'proxy.example'],
  ['TRUSTED_PROXY', '10.0.0.0/8,10.0.0.0/33'],
  ['DRAFT_FILES_MB', '0'],
  ['ALL_FILES_MB', '1.5'],
  ['SMTP_URL', 'mail.example.com'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SMTP_FROM', 'Lading'],
  ['OIDC_ISSUER', 'id.example'],
  ['OIDC_ISSUER', 'http://id.example'],
  ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
  ['OIDC_SCOPE', 'email profile'],
  ['OIDC_NAME', 'x'.repeat(41)],
  ['OIDC_DEFAULT_ROLE', 'boss'],
  ['OIDC_ONLY', 'yes'],
  ['SMTP_FROM', 'a@b.example\r\nBcc: c@d.example'],
])('%s=%s is rejected with the variable’s name and its valid form', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`))
})

test('an SMTP server without a sender is refused', () => {
  expect(() => readEnv({ SMTP_URL: 'smtp://mail.example.com' })).toThrow('SMTP_FROM')
})

const oidc = {
  OIDC_ISSUER: 'https://id.example/realms/shop',
  OIDC_CLIENT_ID: 'lading',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLES: 'desk-admins=administrator',
}

test('a sign-in provider is read with its roles; a value of a claim may contain an equals sign', () => {
  expect(readEnv({}).oidc).toBeUndefined()
  expect(readEnv({ OIDC_ONLY: '0' }).oidc).toBeUndefined()
  const roles = 'desk-admins=administrator,CN=shipping=registrar'
  expect(readEnv({ ...oidc, OIDC_ROLES: roles }).oidc).toEqual({
    issuer: oidc.OIDC_ISSUER,
    clientId: 'lading',
    clientSecret: 'secret',
    name: 'SSO',
    scope: 'openid email profile',
    roleClaim: 'roles',
    roles: new Map([
      ['desk-admins', 'administrator'],
      ['CN=shipping', 'registrar'],
    ]),
    defaultRole: undefined,
    isOnly: false,
  })
})

test.each([
  [{ OIDC_ISSUER: '' }, 'must be set together'],
  [{ OIDC_CLIENT_SECRET: '' }, 'must be set together'],
  [{ OIDC_ROLES: '' }, 'OIDC_ROLES or OIDC_DEFAULT_ROLE'],
  [{ OIDC_ROLES: 'desk-admins' }, 'OIDC_ROLES must list'],
  [{ OIDC_ROLES: '=viewer' }, 'OIDC_ROLES must list'],
  [{ OIDC_ROLES: 'a=viewer,a=editor' }, 'OIDC_ROLES must list'],
  [{ OIDC_ROLES: 'a=Viewer' }, 'OIDC_ROLES must list'],
])('an incomplete sign-in provider is refused: %o', (change, reason) => {
  expect(() => readEnv({ ...oidc, ...change })).toThrow(reason)
})

test('a key that was not generated randomly is refused in production', () => {
  const made = [key, Buffer.from('changeme'.repeat(4)).toString('base64')]
  for (const one of made) {
    expect(() => readEnv({ NODE_ENV: 'production', APP_KEYS: `k1:${one}` })).toThrow(
      /^APP_KEYS must .* random/,
    )
    expect(readEnv({ APP_KEYS: `k1:${one}` }).appKeys).toHaveLength(1)
  }
  const random = randomBytes(32).toString('base64')
  expect(readEnv({ NODE_ENV: 'production', APP_KEYS: `k1:${random}` }).appKeys).toHaveLength(1)
})

test('a process that listens on all addresses reaches itself on the loopback address', () => {
  expect(ownOrigin({ host: '0.0.0.0', port: 3000 })).toBe('http://127.0.0.1:3000')
  expect(ownOrigin({ host: '::', port: 3000 })).toBe('http://127.0.0.1:3000')
  expect(ownOrigin({ host: '::1', port: 3000 })).toBe('http://[::1]:3000')
})

test('an invalid variable is reported in the language of the terminal', () => {
  const readIn = (LC_ALL: string) => () => readEnv({ PORT: '0', LC_ALL })
  expect(readIn('ko_KR.UTF-8')).toThrow(/^PORT에는/)
  expect(readIn('ja_JP.UTF-8')).toThrow(/^PORTには/)
  expect(readIn('C')).toThrow(/^PORT must/)
})

test('metrics have an address of their own or a token, and neither by default', () => {
  expect(readEnv({}).metrics).toEqual({ port: undefined, host: '127.0.0.1', token: undefined })
  expect(readEnv({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics).toMatchObject({ port: 9464 })
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have 16')
  expect(() => readEnv({ METRICS_PORT: '0' })).toThrow('METRICS_PORT must be')
})

test('traces are sent when an endpoint is set, unless they are turned off', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(readEnv({}).traceProtocol).toBeUndefined()
  expect(readEnv(endpoint).traceProtocol).toBe('http/protobuf')
  expect(readEnv({ OTEL_TRACES_EXPORTER: 'otlp' }).traceProtocol).toBe('http/protobuf')
  expect(readEnv({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }).traceProtocol).toBe('http/json')
  expect(readEnv({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).traceProtocol).toBeUndefined()
  expect(readEnv({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).traceProtocol).toBeUndefined()
  expect(() => readEnv({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json.',
  )
})
