import { shopCsv } from '@/testing/import/shop-csv'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'
import { Workbench } from '../support/workbench'

test('the list of errors waits for the end of a large import, which would be slower with it', async ({
  operator: page,
}) => {
  const workbench = await Workbench.openNew(page)
  const files = new Files(workbench)
  const name = 'large.csv'
  const errors = page.locator('[data-region=errors]')
  const entries = await errors.evaluateHandle(list => {
    const most = { during: 0, after: 0 }
    new MutationObserver(() => {
      const when = document.querySelector('[role=progressbar]') ? 'during' : 'after'
      most[when] = Math.max(most[when], list.querySelectorAll('li').length)
    }).observe(list, { subtree: true, childList: true })
    return most
  })
  await files.choose({ name, bytes: shopCsv(30_000) })
  await files.importedSummary(name)
  await expect.poll(async () => (await entries.jsonValue()).after).toBeGreaterThan(0)
  expect((await entries.jsonValue()).during).toBe(0)
})
