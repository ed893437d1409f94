import { expect, test } from '../support/fixtures'

// While the server is down, the browser reports failed prefetches.
test.use({ expectedErrors: [/net::ERR_/] })

test('an operator stays signed in when the server is killed and comes back', async ({ operator, server }) => {
  await operator.goto('/')
  expect(new URL(operator.url()).pathname).not.toBe('/sign-in')
  await server.restart()
  await operator.goto('/connections')
  expect(new URL(operator.url()).pathname).not.toBe('/sign-in')
})
