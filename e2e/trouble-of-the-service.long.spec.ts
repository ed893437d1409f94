import { block, freshOrders } from './blocks'
import type { Fault } from './fault-proxy'
import { expect, test } from './fixtures'

const cases: [what: string, fault: Fault, said: string][] = [
  [
    'nobody listens',
    { kind: 'refuse' },
    'Nobody listens at the address of this connection; nothing was sent.',
  ],
  [
    'a page with status 200 comes in place of an answer',
    { kind: 'html' },
    'The response of the shipping API cannot be read: it is not JSON. Nothing of it was applied; check again.',
  ],
  ['a gateway says 502', { kind: 'bad-gateway' }, 'The shipping API failed (HTTP 502). Try again later.'],
  ['the line breaks', { kind: 'drop' }, 'The line broke before the shipping API had answered.'],
  [
    'the answer counts one order too few',
    {
      kind: 'answer',
      answer: numbers => ({
        isSuccess: true,
        requestCount: numbers.length - 1,
        successCount: numbers.length - 1,
        failureCount: 0,
        failures: [],
      }),
    },
    'The response of the shipping API does not fit what was sent: it counts another number of orders. Nothing of it was applied. Checking again won’t help: send the proof to your shipping company.',
  ],
  [
    'the answer speaks of an order that was not sent',
    {
      kind: 'answer',
      answer: numbers => ({
        isSuccess: false,
        requestCount: numbers.length,
        successCount: numbers.length - 1,
        failureCount: 1,
        failures: [{ mallOrderNumber: 'Z-1', rowIndex: numbers.length, failures: [] }],
      }),
    },
    'The response of the shipping API does not fit what was sent: it is about an order that was not sent. Nothing of it was applied. Checking again won’t help: send the proof to your shipping company.',
  ],
]

test('a check during which the service is in trouble is told in plain words, and no order passes', async ({
  workbench,
  faults,
}) => {
  await workbench.paste(block(freshOrders(3)))
  for (const [what, fault, said] of cases) {
    await faults.set(fault)
    expect(await workbench.check(), what).toBe(said)
    const signs = (await workbench.lines()).map(line => line.sign)
    expect(signs, what).toEqual(Array(3).fill('not checked'))
    await expect(workbench.registerButton, what).toBeDisabled()
    await expect(workbench.registerButton, what).toHaveAccessibleDescription('0 ready · 3 to check')
  }
  await faults.reset()
  expect(await workbench.check()).toBe('All 3 orders passed the check.')
  await expect(workbench.registerButton).toHaveAccessibleDescription('3 ready')
})
