import 'server-only'
import * as z from 'zod'
import { type Role, roles } from '@/lib/roles'
import { getTranslations } from '@/lib/words/server'
import { splitList } from './parse'

/** The sign-in provider of the company (OpenID Connect). */
export interface OidcSettings {
  /** Exactly as the provider writes it in its tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button says. */
  readonly name: string
  readonly scope: string
  /** The claim that names the person's roles or groups; dots lead into nested claims. */
  readonly roleClaim: string
  /** The role of each value of the claim. */
  readonly roles: ReadonlyMap<string, Role>
  /** The role of people without a mapped value; undefined: they may not sign in. */
  readonly defaultRole: Role | undefined
  /** Whether passwords are refused, except that of OPERATOR_EMAIL. */
  readonly isOnly: boolean
}

const t = getTranslations('terminal.variables')

/** The variables of the sign-in provider. */
export const oidcVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, { error: () => t('oidcIssuer') })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .max(40, { error: () => t('oidcName') })
    .default('SSO'),
  OIDC_SCOPE: z
    .string()
    .refine(scope => scope.split(' ').includes('openid'), { error: () => t('oidcScope') })
    .default('openid email profile'),
  OIDC_ROLE_CLAIM: z.string().default('roles'),
  OIDC_ROLES: z.string().transform(readRoles).optional(),
  OIDC_DEFAULT_ROLE: z
    .string()
    .transform((role, context) =>
      readRole(role, context, () => t('oidcDefaultRole', { roles: roles.join(', ') })),
    )
    .optional(),
  OIDC_ONLY: z.enum(['0', '1'], { error: () => t('oidcOnly') }).optional(),
}

type OidcVariables = z.output<z.ZodObject<typeof oidcVariables>>

/** @throws Error if the variables of the sign-in provider do not fit together */
export function readOidc(v: OidcVariables): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = v
  const given = [issuer, clientId, clientSecret, v.OIDC_ROLES, v.OIDC_DEFAULT_ROLE, v.OIDC_ONLY]
  if (given.every(value => value === undefined || value === '0')) return undefined
  if (!issuer || !clientId || !clientSecret) throw new Error(t('oidcTogether'))
  if (!v.OIDC_ROLES && !v.OIDC_DEFAULT_ROLE) throw new Error(t('oidcNoRoles'))
  return {
    issuer,
    clientId,
    clientSecret,
    name: v.OIDC_NAME,
    scope: v.OIDC_SCOPE,
    roleClaim: v.OIDC_ROLE_CLAIM,
    roles: v.OIDC_ROLES ?? new Map(),
    defaultRole: v.OIDC_DEFAULT_ROLE,
    isOnly: v.OIDC_ONLY === '1',
  }
}

/** A provider is reached over TLS, except on the same machine. */
function isIssuer(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || parsed.search || parsed.hash || parsed.username) return false
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal)
}

const isRole = (text: string): text is Role => roles.some(role => role === text)

function readRole(text: string, context: z.RefinementCtx, message: () => string): Role {
  if (isRole(text)) return text
  context.addIssue(message())
  return z.NEVER
}

/** `value=role,value=role`; a value may contain an equals sign. */
function readRoles(list: string, context: z.RefinementCtx): ReadonlyMap<string, Role> {
  const pairs = splitList(list).map(entry => {
    const at = entry.lastIndexOf('=')
    return [entry.slice(0, at).trim(), entry.slice(at + 1).trim()] as const
  })
  const roleOf = new Map<string, Role>()
  for (const [value, role] of pairs) if (value !== '' && isRole(role)) roleOf.set(value, role)
  if (pairs.length > 0 && roleOf.size === pairs.length) return roleOf
  context.addIssue(t('oidcRoles', { roles: roles.join(', ') }))
  return z.NEVER
}
