import 'server-only'
import * as z from 'zod'
import { isAtLeast } from '@/lib/auth/roles'
import type { OidcSettings } from '@/lib/env/oidc'
import type { Role } from '@/lib/roles'

/** The claims of a person that Lading reads. */
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
})

export type Claims = z.output<typeof claimsSchema>

/** The claims of an ID token; undefined if the required ones are missing. */
export function readClaims(claims: unknown): Claims | undefined {
  const read = claimsSchema.safeParse(claims)
  return read.success ? read.data : undefined
}

/** The address of a person, if the provider says that it is theirs. Some providers send it as text. */
export const verifiedEmailOf = ({ email, email_verified }: Claims): string | undefined =>
  email_verified === true || email_verified === 'true' ? email : undefined

/** When the person proved who they are at the provider; null: the provider does not say. */
export const provedAtOf = ({ auth_time }: Claims, now: Date): Date | null =>
  auth_time === undefined ? null : new Date(Math.min(auth_time * 1000, now.getTime()))

/**
 * The role of a person: the highest one that a value of the role claim maps to, else the default role. A claim inside
 * another one is named with dots, as in `realm_access.roles`.
 * @returns undefined: the person may not sign in
 */
export function roleOf(
  claims: Claims,
  { roleClaim, roles, defaultRole }: Pick<OidcSettings, 'roleClaim' | 'roles' | 'defaultRole'>,
): Role | undefined {
  const found = valuesOf(claims, roleClaim)
    .flatMap(value => roles.get(value) ?? [])
    .toSorted((one, other) => (isAtLeast(one, other) ? -1 : 1))
  return found[0] ?? defaultRole
}

function valuesOf(claims: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = claims[name] ?? name.split('.').reduce<unknown>(memberOf, claims)
  const values = Array.isArray(value) ? value : [value]
  return values.filter(one => typeof one === 'string')
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
