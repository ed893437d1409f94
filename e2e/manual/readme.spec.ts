import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures'

/** The shell block of a section of the README. */
function shellOf(section: string): string {
  const readme = readFileSync('README.md', 'utf8')
  const [, script] = /```sh\n(.*?)```/s.exec(readme.split(`## ${section}\n`)[1] ?? '') ?? []
  if (script === undefined) throw new Error(`The README has no shell block under “${section}”.`)
  return script
}

test('the commands of the README register an order and a product, and can be repeated', async ({
  startServer,
}) => {
  // The first order of its server: the README shows its id.
  const server = await startServer()
  const script = shellOf('A real client')
  const outputs = async () => (await server.runShell(script)).trim().split('\n')
  const [check, order, product] = await outputs()
  expect(check).toBe('{"isSuccess":true,"requestCount":1,"successCount":1,"failureCount":0,"failures":[]}')
  expect(order).toMatch(
    /^\{"isSuccess":true,"orderSuccesses":\[\{"orderId":\d+,"mallOrderNumber":"README-1"\}\]\}$/,
  )
  expect(product).toBe('{"successCount":1,"failureCount":0,"failures":[]}')
  const readme = readFileSync('README.md', 'utf8')
  for (const output of [check, order, product]) expect(readme).toContain(output)

  const [again, ...replayed] = await outputs()
  expect(JSON.parse(again ?? '')).toMatchObject({ isSuccess: false, failureCount: 1 })
  expect(replayed).toEqual([order, product])
  expect(await server.registered(['README-1'])).toHaveLength(1)
  expect(await server.registeredProducts(['WAL-01'])).toHaveLength(1)
})

test('the API description is public and contains every operation', async ({ page, server }) => {
  await page.goto(`${server.url}/open-api`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('link', { name: 'Register products' }).click()
  await expect(page).toHaveURL(/#registerProducts$/)
  await expect(page.getByRole('heading', { name: 'Register products' })).toBeInViewport()
  const fields = page.getByRole('table', { name: 'Japan order fields' })
  await expect(fields.getByRole('row', { name: /^recipient\.zipCode/ })).toContainText(
    'At most 30 characters.',
  )
  const description = await (await page.request.get('/open-api/v1/openapi.json')).json()
  for (const path of Object.keys(description.paths)) {
    await expect(page.getByText(`POST /open-api/v1${path}`, { exact: true })).toBeVisible()
  }
})
