import { expect, test } from 'vitest'
import type { OidcSettings } from '@/lib/env/oidc'
import { describeDatabases } from '@/testing/store/databases'
import { admitByClaims } from './admit'

const settings: OidcSettings = {
  issuer: 'https://id.example',
  clientId: 'lading',
  clientSecret: 'x',
  name: 'ID',
  scope: 'openid',
  roleClaim: 'groups',
  roles: new Map([['shipping', 'registrar']]),
  defaultRole: undefined,
  isOnly: false,
}
const claims = {
  iss: settings.issuer,
  sub: '1',
  email: 'mina@shop.example',
  email_verified: true,
  groups: ['shipping'],
}
const now = new Date('2026-11-24T09:00:00.000Z')

describeDatabases('the claims of a provider', openTestDatabase => {
  test('admit a person with a role, and say how old the proof is', async () => {
    const database = await openTestDatabase()
    const seconds = now.getTime() / 1000 - 60
    const admitted = await admitByClaims(database, settings, { ...claims, auth_time: seconds }, now)
    expect(admitted).toMatchObject({ ok: true, provedAt: new Date(seconds * 1000) })
    expect(await admitByClaims(database, settings, claims, now)).toMatchObject({ ok: true, provedAt: null })
  })

  test('are refused of another issuer, without a role, and without a verified address', async () => {
    const database = await openTestDatabase()
    const why = async (change: object) => {
      const result = await admitByClaims(database, settings, { ...claims, ...change }, now)
      return result.ok ? 'admitted' : result.why
    }
    expect(await why({ iss: 'https://id.example/' })).toBe('issuer')
    expect(await why({ iss: 'https://evil.example' })).toBe('issuer')
    expect(await why({ sub: undefined })).toBe('issuer')
    expect(await why({ groups: ['sales'] })).toBe('role')
    expect(await why({ email_verified: false })).toBe('email')
  })
})
