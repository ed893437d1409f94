import { block, freshOrders, NUMBER, numberOf, payloadOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import { rejection, validationResponse } from '../support/network/responses'

test('a rejected registration is explained on the cells, and orders without errors of their own are registered next', async ({
  workbench,
  connection,
  server,
}) => {
  const orders = freshOrders(3)
  const [good, taken, alsoGood] = orders
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('3 orders passed.')
  // Between the check and the registration another system takes one of the numbers.
  const response = await fetch(`${server.url}/open-api/v1/orders/japan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${connection.accessToken}` },
    body: JSON.stringify({ data: [payloadOf(taken ?? {})] }),
  })
  expect(await response.json()).toMatchObject({ isSuccess: true })

  expect(await workbench.register()).toBe('3 orders were rejected. See the errors for details.')
  const row = workbench.row(numberOf(taken))
  expect(await workbench.reason(workbench.cell(row, NUMBER))).toContain('is already registered')
  await expect(workbench.failures).toHaveCount(1)
  await expect(workbench.registerButton).toHaveAccessibleDescription('2 ready · 1 with errors')
  expect(await workbench.register()).toBe('2 orders registered.')

  const [spare] = freshOrders(1)
  await workbench.write(row, NUMBER, numberOf(spare))
  expect(await workbench.check()).toBe('1 order passed.')
  expect(await workbench.register()).toBe('1 order registered.')
  const numbers = [good, alsoGood, spare].map(numberOf)
  expect((await server.registered(numbers)).map(one => one.mallOrderNumber)).toEqual(numbers)
})

test('the service is asked for reasons with the same bytes', async ({ workbench, faults }) => {
  const orders = freshOrders(2)
  const numbers = orders.map(numberOf)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('2 orders passed.')
  await faults.set({ kind: 'response', response: () => rejection }, '/orders/japan')
  const response = validationResponse([{ order: 1, field: 'recipient.city', message: '도시를 확인하세요' }])
  faults.add({ kind: 'response', response }, '/validators')
  expect(await workbench.register()).toBe('2 orders were rejected. See the errors for details.')
  expect(faults.arrivals.slice(-2).map(one => [one.path.split('/').at(-1), one.numbers])).toEqual([
    ['japan', numbers],
    ['validators', numbers],
  ])
  const cell = await workbench.goTo(workbench.row(numbers[1] ?? ''), 'recipient.city')
  expect(await workbench.reason(cell)).toContain('도시를 확인하세요')
})

test('a rejection that the service does not explain is shown on the lines', async ({ workbench, faults }) => {
  await workbench.paste(block(freshOrders(1)))
  expect(await workbench.check()).toBe('1 order passed.')
  await faults.set({ kind: 'response', response: () => rejection }, '/orders/japan')
  await workbench.register()
  await expect(workbench.failures).toHaveCount(1)
  expect((await workbench.lines()).map(line => line.sign)).toEqual(['has errors'])
})
