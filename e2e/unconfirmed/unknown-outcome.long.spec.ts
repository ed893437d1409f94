import type { Page } from 'playwright/test'
import { block, freshOrders, numberOf } from '../support/blocks'
import { expect, test } from '../support/fixtures'
import type { Fault } from '../support/network/fault-proxy'
import { Workbench } from '../support/workbench'

// While the server is down, the browser reports its requests as failed.
test.use({ expectedErrors: [/net::ERR_|Failed to fetch/] })

const UNKNOWN = 'unconfirmed: sent, but the result isn’t known'

/** Notes every sign that is ever drawn in the pages to come. @returns those of the present page, sorted */
async function watchSigns(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { signsSeen: seen })
    const look = () => {
      for (const sign of document.querySelectorAll('[role=rowheader] [role=img]'))
        seen.add(sign.getAttribute('aria-label') ?? '')
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => [...(Reflect.get(window, 'signsSeen') as Set<string>)].sort())
}

/** The fault on the line, and how often each order is at the service afterwards. */
const cases: [what: string, fault: Fault, executed: number][] = [
  ['the response is lost', { kind: 'drop' }, 1],
  ['a gateway responds with 502', { kind: 'bad-gateway' }, 1],
  ['the line breaks before the service had everything', { kind: 'reset' }, 0],
]

for (const [what, fault, executed] of cases)
  test(`${what} in mid-registration: the orders are unknown, and nothing is sent twice`, async ({
    workbench,
    connection,
    faults,
    server,
  }) => {
    const orders = freshOrders(2)
    const numbers = orders.map(numberOf)
    await workbench.paste(block(orders))
    expect(await workbench.check()).toBe('2 orders passed.')
    await faults.set(fault, '/orders/japan')
    expect(await workbench.register()).toContain(
      '2 orders are unconfirmed: they were sent, but no response confirms they were registered.',
    )
    expect((await workbench.lines()).map(line => line.sign)).toEqual([UNKNOWN, UNKNOWN])
    const seen = await watchSigns(workbench.page)
    await workbench.reload()
    expect((await workbench.lines()).map(line => line.sign)).toEqual([UNKNOWN, UNKNOWN])
    // From the first paint on, no order is shown as “not checked”.
    expect(await seen()).toEqual(['blank row', UNKNOWN])
    await faults.set({ kind: 'pass' })
    await expect(workbench.registerButton).toBeDisabled()

    // The same numbers in another draft are not even checked, and stay here.
    const other = await Workbench.openNew(workbench.page)
    await other.choose(connection.name)
    const [further] = freshOrders(1)
    await other.paste(block([...orders, further ?? {}]))
    const leftOut = '2 orders were skipped because they’re in other drafts.'
    expect(await other.check()).toBe(`1 order passed. ${leftOut}`)
    expect(await other.register()).toBe(`1 order registered. ${leftOut}`)
    const counts = new Map([...numbers, numberOf(further)].map(number => [number, 1]))
    expect(faults.numbers('/orders/japan')).toEqual(counts)
    expect(await server.registered(numbers)).toHaveLength(2 * executed)
    // It would go on watching.
    await workbench.page.close()
  })

test('the server is killed in mid-registration: UNKNOWN after its restart, and nothing is sent twice', async ({
  workbench,
  faults,
  server,
}) => {
  const orders = freshOrders(60)
  const numbers = orders.map(numberOf)
  await workbench.paste(block(orders))
  expect(await workbench.check()).toBe('60 orders passed.')
  await faults.set({ kind: 'hold' }, '/orders/japan')
  await workbench.registerButton.click()
  await expect.poll(() => faults.holding).toBe(1)
  const sent = faults.arrivals.find(one => one.path.endsWith('/orders/japan'))?.numbers ?? []
  expect(sent).toHaveLength(50)
  await server.restart()
  await faults.set({ kind: 'pass' })
  faults.release()

  await workbench.reload()
  const signs = async () => {
    const lines = await workbench.lines()
    return lines.filter(line => line.sign === UNKNOWN).map(line => line.number)
  }
  await expect.poll(signs).toEqual(sent)
  expect(faults.numbers('/orders/japan')).toEqual(new Map(sent.map(number => [number, 1])))

  // Those that were not on the wire are registered by the next click, and no others.
  expect(await workbench.register()).toContain('10 orders registered.')
  expect(faults.numbers('/orders/japan')).toEqual(new Map(numbers.map(number => [number, 1])))
  expect((await server.registered(numbers)).map(one => one.mallOrderNumber)).toEqual(numbers)
  expect(await signs()).toEqual(sent)
})
