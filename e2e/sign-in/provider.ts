import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says about a person. */
export interface Person {
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  readonly groups: readonly string[]
}

const client = { id: 'lading', secret: 'a secret of the provider and the desk' }

/** A sign-in provider of a company, on this machine: the package oidc-provider with a few people. */
export class SignInProvider {
  /** The people by the name with which they sign in at the provider. They can be changed at any time. */
  readonly people = new Map<string, Person>()
  private provider: Provider | undefined

  private constructor(private readonly http: HttpServer) {}

  static async listen(): Promise<SignInProvider> {
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    const provider = new SignInProvider(http)
    http.on('request', (request, response) => {
      const handle = provider.provider?.callback()
      if (handle) handle(request, response)
      else response.writeHead(503).end()
    })
    return provider
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`
  }

  /** The variables of a server whose people sign in here. */
  get variables(): Readonly<Record<string, string>> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Hanbit ID',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLES: 'desk-admins=administrator,shipping=registrar,support=viewer',
    }
  }

  /** Lets a desk use the provider. @param url its origin */
  serve(url: string): void {
    this.provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`${url}/api/auth/callback/oidc`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.people.get(id) }),
      }),
      pkce: { required: () => true },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: true } },
    })
  }

  close(): void {
    this.http.closeAllConnections()
    this.http.close()
  }
}
