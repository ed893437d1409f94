import 'server-only'
import type { OidcSettings } from '@/lib/env/oidc'
import type { Database } from '@/lib/store/db/database'
import { admitProvidedPerson, type ProviderRefusal } from '@/lib/store/people/identities'
import { provedAtOf, readClaims, roleOf, verifiedEmailOf } from './claims'

/** Why a person may not sign in; each has a sentence on the sign-in page. */
export type OidcRefusal = ProviderRefusal | 'role' | 'issuer'

/** The operator whose claims a provider sent, or why they may not sign in. */
export type OidcResult =
  | {
      readonly ok: true
      readonly operatorId: string
      /** When they last proved who they are at the provider; null: unknown. */
      readonly provedAt: Date | null
    }
  | { readonly ok: false; readonly why: OidcRefusal }

/** Finds or adds the operator of verified claims, and gives them their role. */
export async function admitByClaims(
  open: Pick<Database, 'write'>,
  settings: OidcSettings,
  raw: unknown,
  now = new Date(),
): Promise<OidcResult> {
  const claims = readClaims(raw)
  // Discovery may name another issuer than the one that was configured.
  if (claims?.iss !== settings.issuer) return { ok: false, why: 'issuer' }
  const role = roleOf(claims, settings)
  if (role === undefined) return { ok: false, why: 'role' }
  const person = {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: verifiedEmailOf(claims),
    name: claims.name,
    role,
  }
  const found = await admitProvidedPerson(open, person, now)
  return found.ok ? { ...found, provedAt: provedAtOf(claims, now) } : found
}
