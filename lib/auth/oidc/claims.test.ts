import { expect, test } from 'vitest'
import type { OidcSettings } from '@/lib/env/oidc'
import { provedAtOf, readClaims, roleOf, verifiedEmailOf } from './claims'

const base = { iss: 'https://id.example', sub: '1' }
const claims = (more: object) => {
  const read = readClaims({ ...base, ...more })
  if (!read) throw new Error('These claims cannot be read.')
  return read
}
const settings: Pick<OidcSettings, 'roleClaim' | 'roles' | 'defaultRole'> = {
  roleClaim: 'groups',
  roles: new Map([
    ['admins', 'administrator'],
    ['shipping', 'registrar'],
    ['support', 'viewer'],
  ]),
  defaultRole: undefined,
}

test('claims without an issuer or a subject are refused', () => {
  for (const raw of [{}, { iss: base.iss }, { sub: '1' }, { ...base, sub: '' }, null, 'text', []]) {
    expect(readClaims(raw)).toBeUndefined()
  }
  expect(claims({ email: 'not an address', name: 7, auth_time: 'x' })).toMatchObject(base)
})

test('only a verified e-mail address counts', () => {
  const email = 'mina@shop.example'
  expect(verifiedEmailOf(claims({ email, email_verified: true }))).toBe(email)
  expect(verifiedEmailOf(claims({ email, email_verified: 'true' }))).toBe(email)
  for (const email_verified of [false, 'false', undefined, null, 1, 'yes']) {
    expect(verifiedEmailOf(claims({ email, email_verified }))).toBeUndefined()
  }
  expect(verifiedEmailOf(claims({ email_verified: true }))).toBeUndefined()
})

test('the highest mapped value gives the role, and no mapped value gives none', () => {
  expect(roleOf(claims({ groups: ['support', 'shipping', 'other'] }), settings)).toBe('registrar')
  expect(roleOf(claims({ groups: 'admins' }), settings)).toBe('administrator')
  for (const groups of [undefined, [], ['other'], 'Admins', { admins: true }, [['admins']], 7]) {
    expect(roleOf(claims({ groups }), settings)).toBeUndefined()
    expect(roleOf(claims({ groups }), { ...settings, defaultRole: 'viewer' })).toBe('viewer')
  }
})

test('a claim may be inside another one, or have a name with dots', () => {
  const nested = { ...settings, roleClaim: 'realm_access.roles' }
  expect(roleOf(claims({ realm_access: { roles: ['shipping'] } }), nested)).toBe('registrar')
  expect(roleOf(claims({ 'realm_access.roles': ['admins'] }), nested)).toBe('administrator')
  expect(roleOf(claims({ realm_access: 'shipping' }), nested)).toBeUndefined()
  expect(roleOf(claims({}), { ...settings, roleClaim: 'constructor.name' })).toBeUndefined()
})

test('a proof is as old as the provider says, never in the future, and unknown otherwise', () => {
  const now = new Date('2026-11-24T09:00:00.000Z')
  const seconds = now.getTime() / 1000
  expect(provedAtOf(claims({ auth_time: seconds - 60 }), now)).toEqual(new Date(now.getTime() - 60_000))
  expect(provedAtOf(claims({ auth_time: seconds + 60 }), now)).toEqual(now)
  expect(provedAtOf(claims({}), now)).toBeNull()
})
