import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect } from 'playwright/test'
import { Server } from '../support/server'
import { addOperator, Caller, publicUrl, signInBy } from './callers'
import { actionNamed as actionOf, type Role } from './inventory'

export { actionOf, expect }

/** A server behind a public https origin, and a caller of each role; none of them has a browser. */
export interface Desk {
  readonly server: Server
  /** The origin of a service that responds to every request with the request itself, as a hostile HTML page. */
  readonly echo: string
  readonly anonymous: Caller
  readonly by: Readonly<Record<Role, Caller>>
}

/** The test for requests without a browser. */
export const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ browserName: _ }, use) => {
      const service = createServer(sendBack).listen(0, '127.0.0.1')
      await once(service, 'listening')
      const echo = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
      const server = await Server.start({
        PUBLIC_URL: publicUrl,
        OUTBOUND_ALLOW: echo,
        TRUSTED_PROXY: '127.0.0.1',
        DRAFT_FILES_MB: '1',
      })
      const { caller: administrator } = await signInBy(server)
      const viewer = await addOperator(administrator, 'viewer', actionOf)
      const editor = await addOperator(administrator, 'editor', actionOf)
      const registrar = await addOperator(administrator, 'registrar', actionOf)
      await use({
        server,
        echo,
        anonymous: new Caller(server),
        by: { viewer, editor, registrar, administrator },
      })
      await server.close()
      service.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const sendBack: RequestListener = (request, response) => {
  request.resume()
  const html = `<pre>${JSON.stringify(request.headers)}</pre><script>alert(1)</script>`
  response.writeHead(400, { 'content-type': 'text/html' }).end(html)
}
