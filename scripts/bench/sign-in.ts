import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@/lib/store/db/database'
import { addOperator, findForSignIn } from '@/lib/store/people/operators'
import { benchAccount, serveBuilt } from '../lib/bench/built-server'
import { median } from '../lib/bench/median'
import { rankTest } from '../lib/bench/rank-test'

// Whether the duration of a refused sign-in reveals if an e-mail address has an account. The built server gets both
// kinds in turn; each try has its own address and network, so that no try waits for another.

/** Tries of each kind, and earlier tries that warm the server up. */
const TRIES = 200
const WARM_UP = 30

/** The larger median divided by the smaller one, at most. */
const ALIKE = 1.1
/** Below this probability two kinds of tries count as different. */
const CHANCE = 0.01

const kinds = {
  account: (at: number) => `mina.${String(at).padStart(4, '0')}@shop.example`,
  'no account': (at: number) => `nobo.${String(at).padStart(4, '0')}@shop.example`,
  // The difference that chance alone makes between two samples of one kind.
  'another account': (at: number) => `tara.${String(at).padStart(4, '0')}@shop.example`,
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

const dataDir = await mkdtemp(join(tmpdir(), 'lading-sign-in-'))
// So that the claimed addresses of the tries count.
process.env.TRUSTED_PROXY = '127.0.0.1'
const { url, child } = await serveBuilt(dataDir)
await addAccounts()
const csrf = await fetch(`${url}/api/auth/csrf`)
const { csrfToken } = (await csrf.json()) as { csrfToken: string }
const cookie = csrf.headers
  .getSetCookie()
  .map(one => one.split(';')[0])
  .join('; ')

const taken: Record<Kind, number[]> = { account: [], 'no account': [], 'another account': [] }
let network = 0
for (let at = 0; at < WARM_UP + TRIES; at++) {
  // The first kind of each turn changes, so that the order has no effect.
  for (let place = 0; place < names.length; place++) {
    const kind = names[(at + place) % names.length] ?? 'account'
    const ms = await tryToSignIn(kinds[kind](at))
    if (at >= WARM_UP) taken[kind].push(ms)
  }
}
const end = once(child, 'exit')
child.kill('SIGKILL')
await end
await rm(dataDir, { recursive: true, force: true })

for (const kind of ['no account', 'another account'] as const) {
  const [one, other] = [median(taken.account), median(taken[kind])]
  const chance = rankTest(taken.account, taken[kind])
  row(`a wrong password of ${kind}, median of ${TRIES}, beside an account`, {
    ours: other,
    limit: one,
    unit: 'ms',
    ratio: Math.max(one, other) / Math.min(one, other),
    target: ALIKE,
  })
  row(`… rank test: p = ${chance.toPrecision(2)}; below ${CHANCE} they differ`, {
    ours: CHANCE,
    limit: chance,
    unit: '',
    target: 1,
  })
}

function row(name: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ name, ...figures }))
}

/** They get the hash of the account that the server itself created. */
async function addAccounts(): Promise<void> {
  const database = await openDatabase({ dataDir })
  const first = await findForSignIn(database.kysely, benchAccount.email)
  if (!first) throw new Error('The server has made no account.')
  const { passwordHash } = first
  await database.write(async trx => {
    for (let at = 0; at < WARM_UP + TRIES; at++)
      for (const kind of ['account', 'another account'] as const)
        await addOperator(trx, { email: kinds[kind](at), name: 'Mina', passwordHash, role: 'viewer' })
  })
  await database.close()
}

/** @returns milliseconds until the refusal */
async function tryToSignIn(email: string): Promise<number> {
  network++
  const body = new URLSearchParams({ csrfToken, email, password: 'not the password', json: 'true' })
  const headers = {
    cookie,
    origin: url,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': `10.${network >> 8}.${network & 255}.7`,
  }
  const began = performance.now()
  const response = await fetch(`${url}/api/auth/callback/credentials`, { method: 'POST', headers, body })
  await response.text()
  if (response.status !== 401) throw new Error(`the response to a wrong password was ${response.status}`)
  return performance.now() - began
}
