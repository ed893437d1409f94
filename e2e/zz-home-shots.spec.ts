import { block, freshOrders } from './blocks'
import { Files } from './files'
import { expect, test } from './fixtures'
test.use({ serverFor: 'home shots' })
test.slow()
test('shots', async ({ workbench, connection, server, browser, session }) => {
  const { page } = workbench
  const files = new Files(workbench)
  const day = (n: number) => new Date(Date.now() + (9 + n * 24) * 3600_000).toISOString().slice(0, 10)
  const rows = ['상품주문번호,주문번호,수취인명,수취인연락처1,우편번호,통합배송지,상품명,수량,상품가격,발송기한']
  for (const [i, n] of [-3, -1, 0, 0].entries()) rows.push(`2026030100${i}1,2026030100${i},김민수,010-1234-5678,03925,서울특별시 마포구 월드컵북로 396,양말,1,12000,${day(n)}`)
  await files.drop({ name: 'smartstore.csv', bytes: new TextEncoder().encode(rows.join('\r\n')) })
  await files.brought('smartstore.csv')
  await workbench.choose(connection.name)
  await workbench.saved()
  await workbench.check()
  await page.goto('/orders/japan/new')
  await workbench.name('Morning')
  await workbench.choose(connection.name)
  await workbench.paste(block(freshOrders(3).map((order, i) => (i === 1 ? { ...order, 'recipient.name': '', 'recipient.zipCode': '1' } : order))))
  await workbench.saved()
  await workbench.check()
  await workbench.register()
  for (const [path, state] of [['/', 'busy2'], ['/?only=due', 'due']] as const)
    for (const locale of ['en-US', 'ko-KR', 'ja-JP'])
      for (const [colorScheme, width] of [['light', 1440], ['dark', 1024], ['light', 390]] as const) {
        const one = await browser.newPage({ baseURL: server.url, locale, storageState: session, colorScheme, viewport: { width, height: 900 } })
        await one.goto(path)
        await expect(one.locator('svg .recharts-bar-rectangle').first()).toBeAttached()
        await one.evaluate(() => document.fonts.ready)
        const height = await one.evaluate(() => Math.max(...[...document.querySelectorAll('*')].map(n => n.scrollHeight)))
        await one.setViewportSize({ width, height: Math.min(height + 20, 2600) })
        await expect(one.locator('svg .recharts-bar-rectangle').first()).toBeAttached()
        await one.screenshot({ path: `/tmp/shots/${state}-${locale}-${colorScheme}-${width}.png` })
        await one.close()
      }
})
