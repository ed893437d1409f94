import 'server-only'
import { decodeJwt } from 'jose'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { OidcSettings } from '@/lib/env/oidc'

/** The id of the provider in next-auth's paths: `/api/auth/callback/oidc`. */
export const OIDC_PROVIDER = 'oidc'

/** How long discovery, tokens and claims may take, each, in milliseconds. */
const TIMEOUT_MS = 10_000

/** The claims of an ID token, as next-auth passes them on. */
interface RawClaims extends Record<string, unknown> {
  readonly sub: string
}

/**
 * The sign-in provider for next-auth: authorization code with PKCE, state and nonce; endpoints by discovery.
 * next-auth's client verifies the signature of the ID token, audience, expiry and nonce, and asks only the server that
 * OIDC_ISSUER names.
 */
export const oidcProvider = (settings: OidcSettings): OAuthConfig<RawClaims> => ({
  id: OIDC_PROVIDER,
  name: settings.name,
  type: 'oauth',
  wellKnown: `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  authorization: { params: { scope: settings.scope } },
  idToken: true,
  checks: ['pkce', 'state', 'nonce'],
  httpOptions: { timeout: TIMEOUT_MS },
  userinfo: {
    // Providers may leave claims out of the ID token. Its own claims win because they are signed.
    request: async ({ tokens, client }) => {
      // next-auth's client has verified the token.
      const claims = decodeJwt(tokens.id_token ?? '')
      const hasMore =
        client.issuer.metadata.userinfo_endpoint !== undefined && tokens.access_token !== undefined
      if (!hasMore) return claims
      const more = await client.userinfo(tokens.access_token ?? '')
      if (more.sub !== claims.sub) throw new Error('The userinfo endpoint described another person.')
      return { ...more, ...claims }
    },
  },
  profile: claims => ({ id: claims.sub }),
})
