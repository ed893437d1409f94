import { expectFlawless } from '../support/axe'
import { Files } from '../support/files'
import { expect, test } from '../support/fixtures'

// What needs attention is counted over the whole workspace.
test.use({ serverFor: 'dispatch limits' })

const HOUR_MS = 60 * 60 * 1000
/** A day in Korea, as Smartstore writes the last moment of it. */
const lastMoment = (days: number) =>
  `${new Date(Date.now() + (9 + days * 24) * HOUR_MS).toISOString().slice(0, 10)} 23:59:59`

const headings =
  '상품주문번호,주문번호,수취인명,수취인연락처1,우편번호,통합배송지,상품명,수량,상품가격,발송기한'
const order = (number: string, limit: string) =>
  `${number}1,${number},김민수,010-1234-5678,03925,서울특별시 마포구 월드컵북로 396,양말,1,12000,${limit}`

test('imported orders past the dispatch limit of their shop are named on Home, which leads to their draft', async ({
  workbench,
}) => {
  const { page } = workbench
  const files = new Files(workbench)
  const shop = [headings, order('20260301001', lastMoment(-3)), order('20260301002', lastMoment(5))]
  await files.drop({ name: 'smartstore.csv', bytes: new TextEncoder().encode(shop.join('\r\n')) })
  await files.importedSummary('smartstore.csv')
  await workbench.name('Smartstore')
  await workbench.saved()
  const sheet = page.url()
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const due = attention.getByRole('listitem').filter({ hasText: 'dispatch limit' })
  await expect(due).toHaveText([/^1 order past the shop’s dispatch limit Smartstore · due \S.*Open$/])
  await expectFlawless(page, 'Home with a dispatch limit')
  await due.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(sheet)
})
