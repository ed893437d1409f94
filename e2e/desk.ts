import { test as base, expect } from 'playwright/test'
import { Caller, letIn, publicUrl, signInBy } from './callers'
import { type Role, type ServerAction, serverActions } from './inventory'
import { Server } from './server'

export { expect }

/** A server behind a public https origin, and somebody of each role; nobody of them has a browser. */
export interface Desk {
  readonly server: Server
  readonly nobody: Caller
  readonly by: Readonly<Record<Role, Caller>>
}

const { actions } = serverActions()

/** The action of this name; where there are several, that of the file below `folder`. */
export function actionOf(name: string, folder = ''): ServerAction {
  const found = actions.find(action => action.name === name && action.file.includes(folder))
  if (!found) throw new Error(`There is no action ${name}.`)
  return found
}

/** The test of what is asked without a browser. */
export const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ browserName: _ }, use) => {
      const server = await Server.start({ PUBLIC_URL: publicUrl })
      const { caller: administrator } = await signInBy(server)
      const viewer = await letIn(administrator, 'viewer', actionOf)
      const editor = await letIn(administrator, 'editor', actionOf)
      const registrar = await letIn(administrator, 'registrar', actionOf)
      await use({ server, nobody: new Caller(server), by: { viewer, editor, registrar, administrator } })
      await server.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
