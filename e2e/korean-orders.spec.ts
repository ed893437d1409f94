import { readFile } from 'node:fs/promises'
import type { Texts } from '@/lib/sheet/schema/line'
import { freshOrders, numberOf, tableOf } from './blocks'
import { Clock } from './clock'
import { expectSpoken } from './english-texts'
import { expect, test } from './fixtures'
import { headings, korean, openNew, signIn, words } from './korean'
import { Workbench } from './workbench'

test.slow()

test.use(korean)

/**
 * An error to fix: the position of its order in the table, its cell, the wrong text, the shown sentence, the correct
 * text.
 */
const spoiled: [at: number, column: string, text: string, reason: string, right?: string][] = [
  [0, 'recipient.zipCode', '', '필수 항목입니다. 값을 입력하세요.'],
  [2, 'items[].price', '1O,500', '‘1O,500’은 올바른 숫자가 아닙니다. 12500과 같이 숫자만 입력하세요.'],
  [4, 'items[].quantity', '1.5', '‘1.5’는 정수가 아닙니다. 2와 같이 소수점 없이 입력하세요.'],
  [
    6,
    'orderInfo.isExportDeclaration',
    '글쎄',
    '‘글쎄’는 입력할 수 없습니다. ‘예’ 또는 ‘아니요’를 입력하세요.',
    '예',
  ],
  // Only the service detects this error.
  [
    8,
    'warehouseId',
    '77',
    '창고의 ‘77’은 배송 API에서 사용할 수 없는 값입니다. 배송사가 배정한 창고 ID를 입력하세요(예: 1).',
  ],
]

test('in Korean, orders are pasted, corrected, checked, registered at half past midnight in Seoul, and found in the history', async ({
  page,
  context,
  startServer,
}) => {
  // Half an hour into the second day of March in Seoul; in UTC it is the first.
  const clock = new Clock('2037-03-02T00:30:00+09:00')
  await clock.set(context)
  const server = await startServer({ SANDBOX_WAREHOUSES: '1,2', ...clock.variables })
  await page.goto(`${server.url}/orders/japan/new`)
  await expect(page).toHaveTitle('로그인 · Lading')
  await expectSpoken(page, 'ko')
  await signIn(page)

  const workbench = new Workbench(page, undefined, words)
  await expect(page.getByText('여기에 주문을 붙여넣으세요')).toBeVisible()
  await expect(page.getByText('아직 주문이 없나요?')).toBeVisible()
  await expect(page.getByRole('textbox', { name: '작업 이름' })).toHaveValue('2037년 3월 2일')
  await expectSpoken(page, 'ko')

  const orders: Texts[] = freshOrders(10).map(order => ({
    ...order,
    'orderInfo.isExportDeclaration': '아니요',
    'orderInfo.exportPurpose': '상업용',
    'recipient.country': '일본',
  }))
  const pasted = orders.map((order, at) => {
    const wrong = spoiled.filter(([place]) => place === at).map(([, column, text]) => [column, text])
    return { ...order, ...Object.fromEntries(wrong) }
  })
  await workbench.name('3월 첫 주문')
  await workbench.paste(tableOf(headings, pasted))
  await expect(workbench.said).toHaveText(
    '열 제목에 맞춰 행 10개를 붙여넣었습니다. 텍스트 29개가 코드로 바뀌었습니다(예: ‘일본’ → JP).',
  )
  await expect(workbench.failures).toHaveCount(4)
  await expectSpoken(page, 'ko')

  expect(await workbench.check()).toBe(
    '주문 10건 중 5건이 검증을 통과했습니다. 1건에 오류가 있습니다. 그 외 오류가 있는 4건은 제외했습니다.',
  )
  await expect(workbench.failures).toHaveCount(spoiled.length)
  await expectSpoken(page, 'ko')
  await workbench.focus()
  await page.keyboard.press('Control+Home')
  for (const [i, [at, column, , reason, right]] of spoiled.entries()) {
    await page.keyboard.press('F8')
    await expect.poll(() => workbench.where()).toEqual({ number: numberOf(orders[at]), column })
    expect(await workbench.reason(workbench.active)).toContain(reason)
    await workbench.type(right ?? orders[at]?.[column] ?? '')
    await expect(workbench.failures).toHaveCount(spoiled.length - i - 1)
  }
  const declared = await workbench.goTo(workbench.row(numberOf(orders[6])), 'orderInfo.isExportDeclaration')
  await expect(declared).toHaveText('예')
  expect(await workbench.check()).toBe('주문 10건이 검증을 통과했습니다.')
  expect(await workbench.register()).toBe('주문 10건을 등록했습니다.')
  await expect(page.getByRole('button', { name: '등록 완료 10', exact: true })).toBeVisible()
  expect((await workbench.lines()).map(line => line.sign)).toEqual(orders.map(() => '등록 완료'))
  await expectSpoken(page, 'ko')

  // The order was registered on the second of March, whatever the server's day.
  await page.getByRole('link', { name: '이력', exact: true }).click()
  const runs = page.getByRole('table', { name: '실행 내역', exact: true })
  const registration = runs.getByRole('row').filter({ hasText: '등록 10건' })
  await expect(registration).toContainText(/2037년 3월 2일\s*00:3\d:\d\d/)
  await expect(registration).toContainText('완료')
  await expect(runs.getByRole('row').filter({ hasText: '오류 1건' })).toContainText('검증')
  await expectSpoken(page, 'ko')
  const day = page.getByLabel('날짜', { exact: true })
  await day.fill('2037-03-01')
  await expect(page.getByText('조건에 맞는 실행 내역이 없습니다.')).toBeVisible()
  await day.fill('2037-03-02')
  await registration.getByRole('link', { name: '등록', exact: true }).click()
  await expect(page.getByRole('heading', { name: '3월 첫 주문 등록 내역' })).toBeVisible()
  await expect(page.getByRole('table', { name: '요청' })).toContainText('모두 등록 완료')
  await expectSpoken(page, 'ko')

  await page.getByRole('button', { name: '주문 ID 다운로드' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, 사용 중인 열' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('3월 첫 주문 주문 ID.csv')
  const [head = '', first = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  const own = head.replace(/^\ufeff/, '').split(',')
  expect(own.slice(0, -7).toSorted()).toEqual(headings.map(([heading]) => heading).toSorted())
  expect(own.slice(-7)).toEqual([
    '주문번호 (Lading)',
    '주문 ID (Lading)',
    '상태 (Lading)',
    '연동 (Lading)',
    '등록 일시 (Lading)',
    'API 행 (Lading)',
    '개인정보 삭제일 (Lading)',
  ])
  expect(first).toMatch(/,등록 완료,Sandbox,2037-03-02 00:3\d:\d\d,0,$/)

  await page.getByRole('link', { name: '이력', exact: true }).click()
  const search = page.getByRole('searchbox', { name: '주문 검색' })
  await search.fill('없는 이름')
  await search.press('Enter')
  await expect(page.getByRole('main')).toContainText(
    '검색 결과가 없습니다. 번호는 앞자리부터, 이름은 두 글자(영문은 세 글자) 이상 입력하세요.',
  )
  await search.fill('田太')
  await search.press('Enter')
  await expect(page.getByText('‘田太’ 검색 결과 2건')).toBeVisible()
  await expectSpoken(page, 'ko')
  await page.getByRole('link', { name: numberOf(orders[0]), exact: true }).click()
  const life = page.getByRole('table', { name: '처리 내역' }).getByRole('row')
  await expect(life.last()).toContainText(/2037년 3월 2일 00:3\d:\d\d등록 완료API가 주문 ID로 등록 확인/)
  await expect(page.getByLabel('수취인', { exact: true })).toContainText('수취인 국가JP 일본')
  await expect(page.getByLabel('주문', { exact: true })).toContainText('수출신고 여부아니요')
  await expectSpoken(page, 'ko')
})

test('in Korean, orders that a lost response left unconfirmed are resolved by id and by a list of the console', async ({
  page,
  server,
  faults,
}) => {
  const workbench = await openNew(page)
  await page.goto('/connections')
  await page.getByRole('button', { name: '새 연동' }).click()
  await page.getByLabel('이름', { exact: true }).fill('한국 배송사')
  await page.getByLabel('기본 URL', { exact: true }).fill(faults.url)
  const { accessToken, secretKey } = await server.issueCredentials('ko')
  await page.getByLabel('액세스 토큰', { exact: true }).fill(accessToken)
  await page.getByLabel('시크릿 키', { exact: true }).fill(secretKey)
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('한국 배송사를 저장했습니다.')).toBeVisible()
  await expectSpoken(page, 'ko')

  await page.goto('/orders/japan/new')
  await workbench.choose('한국 배송사')
  const orders = freshOrders(4)
  const [first = '', second = '', third = '', fourth = ''] = orders.map(numberOf)
  await workbench.name('끊긴 등록')
  await workbench.paste(tableOf(headings, orders))
  expect(await workbench.check()).toBe('주문 4건이 검증을 통과했습니다.')
  await faults.set({ kind: 'drop' }, '/orders/japan')
  expect(await workbench.register()).toContain(
    '미확인 주문 4건: 전송했지만 등록 여부를 확인하지 못했습니다. 다시 보내기 전에 배송사에 문의하세요.',
  )
  await faults.set({ kind: 'pass' })
  await expect(page.getByRole('link', { name: /^미확인 미확인 4건$/ })).toBeVisible()
  await expectSpoken(page, 'ko')
  const sheet = page.url()
  const ids = new Map(
    (await server.registered(orders.map(numberOf))).map(one => [one.mallOrderNumber, one.orderId]),
  )

  await page
    .getByRole('region', { name: '전송되지 않는 이유' })
    .getByRole('link', { name: '미확인 건 확인 처리' })
    .click()
  await expect(page.getByText('미확인 4건 · 요청 1건')).toBeVisible()
  await expectSpoken(page, 'ko')
  const request = page.getByRole('link', { name: /끊긴 등록/ }).first()
  await request.click()
  await expect(request).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('응답을 받기 전에 연결이 끊겼습니다.')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^\d+분 \d+초 후 ‘미등록’ 선택 가능$/)
  await expect(page.getByRole('button', { name: `미등록: ${first}` })).toBeDisabled()
  await expect(page.getByRole('button', { name: '모두 미등록…' })).toBeDisabled()
  await expectSpoken(page, 'ko')

  const field = page.getByLabel(`${first}의 주문 ID`)
  await field.fill('12a')
  await field.press('Enter')
  await expect(
    page.getByText('‘12a’는 올바른 주문 ID가 아닙니다. 19자리 이하의 숫자를 입력하세요.'),
  ).toBeVisible()
  await field.fill(ids.get(first) ?? '')
  await field.press('Enter')
  await expect(field).toHaveCount(0)

  await page.getByRole('group', { name: '요청 전체' }).getByRole('link', { name: '목록 붙여넣기…' }).click()
  const list = page.getByRole('textbox', { name: '목록' })
  const lines = ['주문번호\t주문 ID', `${second}\t${ids.get(second)}`, `${third}\t`]
  await list.fill([...lines, `${fourth}\t${ids.get(first)}`].join('\n'))
  await page.getByRole('button', { name: '미리보기' }).click()
  await expect(page.getByText('등록됨(주문 ID 있음): 1건')).toBeVisible()
  await expect(page.getByText('등록됨(주문 ID 없음): 1건')).toBeVisible()
  await expect(page.getByText('불일치(적용 안 함): 1건')).toBeVisible()
  const taken = ids.get(first) ?? ''
  const particle = /[013678]$/.test(taken) ? '은' : '는'
  await expect(page.getByText(`${taken}${particle} 이미 주문 ‘${first}’의 ID임`)).toBeVisible()
  await expectSpoken(page, 'ko')
  await list.fill([second, third, fourth].map(number => `${number},${ids.get(number)}`).join('\n'))
  await page.getByRole('button', { name: '미리보기' }).click()
  await page.getByRole('button', { name: '주문 3건 확인 처리' }).click()
  await expect(page.getByText('3건을 등록됨으로 기록했습니다.')).toBeVisible()
  await expectSpoken(page, 'ko')

  await page.goto(sheet)
  await expect
    .poll(async () => (await workbench.lines()).map(line => line.orderId))
    .toEqual(orders.map(order => ids.get(numberOf(order))))
})
