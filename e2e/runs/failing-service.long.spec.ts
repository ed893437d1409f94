import { block, freshOrders } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import type { Fault } from '../support/network/fault-proxy'

const cases: [what: string, fault: Fault, sentence: string][] = [
  [
    'no server listens at the address',
    { kind: 'refuse' },
    'The server at this connection’s address refused to connect. Nothing was sent.',
  ],
  [
    'a page with status 200 comes in place of a response',
    { kind: 'html' },
    'The shipping API’s response isn’t valid JSON. Nothing was applied. Check again.',
  ],
  ['a gateway says 502', { kind: 'bad-gateway' }, 'The shipping API failed (HTTP 502). Try again later.'],
  ['the line breaks', { kind: 'drop' }, 'The connection was lost before the shipping API responded.'],
  [
    'the response counts one order too few',
    {
      kind: 'response',
      response: numbers => ({
        isSuccess: true,
        requestCount: numbers.length - 1,
        successCount: numbers.length - 1,
        failureCount: 0,
        failures: [],
      }),
    },
    'The shipping API’s response doesn’t match the request: the number of orders differs. Nothing was applied. Checking again won’t help. Copy the request details and send them to your shipping company.',
  ],
  [
    'the response names an order that was not sent',
    {
      kind: 'response',
      response: numbers => ({
        isSuccess: false,
        requestCount: numbers.length,
        successCount: numbers.length - 1,
        failureCount: 1,
        failures: [{ mallOrderNumber: 'Z-1', rowIndex: numbers.length, failures: [] }],
      }),
    },
    'The shipping API’s response doesn’t match the request: it refers to an order that wasn’t sent. Nothing was applied. Checking again won’t help. Copy the request details and send them to your shipping company.',
  ],
]

test('a check during trouble of the service is explained in plain words, and no order passes', async ({
  workbench,
  faults,
}) => {
  await workbench.paste(block(freshOrders(3)))
  for (const [what, fault, sentence] of cases) {
    await faults.set(fault)
    expect(await workbench.check(), what).toBe(sentence)
    const signs = (await workbench.lines()).map(line => line.sign)
    expect(signs, what).toEqual(Array(3).fill('not checked'))
    await expect(workbench.registerButton, what).toBeDisabled()
    await expect(workbench.registerButton, what).toHaveAccessibleDescription('0 ready · 3 to check')
  }
  await faults.reset()
  expect(await workbench.check()).toBe('3 orders passed.')
  await expect(workbench.registerButton).toHaveAccessibleDescription('3 ready')
})
