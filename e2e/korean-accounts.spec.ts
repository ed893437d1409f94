import { freshOrders, tableOf } from './blocks'
import { expectSpoken } from './english-texts'
import { expect, signOut, test } from './fixtures'
import { headings, korean, openNew, words } from './korean'
import { choose } from './localized'
import { Workbench } from './workbench'

test.slow()

test.use(korean)

test('in Korean, setup and sign-in show what is wrong', async ({ page, startServer }) => {
  const server = await startServer({ OPERATOR_EMAIL: '', OPERATOR_PASSWORD: '' })
  await page.goto(`${server.url}/sign-in`)
  await expect(
    page.getByText('아직 Lading 초기 설정이 완료되지 않았습니다. 시작할 때 출력된 설정 링크로 접속하세요.'),
  ).toBeVisible()
  await expect.poll(() => server.log).toMatch(/http\S+setup\S+/)
  await page.goto(/http\S+setup\S+/.exec(server.log)?.[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Lading 초기 설정' })).toBeVisible()
  await expectSpoken(page, 'ko')
  const first = { email: 'minsu@shop.example', password: '자전거 네 대는 초록색' }
  await page.getByLabel('이메일', { exact: true }).fill(first.email)
  await page.getByLabel('비밀번호', { exact: true }).fill('12345678')
  await page.getByRole('button', { name: '설정 완료' }).click()
  await expect(
    page.getByText('너무 흔한 비밀번호입니다. 추측하기 어려운 비밀번호를 입력하세요.'),
  ).toBeVisible()
  await expectSpoken(page, 'ko')
  await page.getByLabel('비밀번호', { exact: true }).fill(first.password)
  await page.getByRole('button', { name: '설정 완료' }).click()
  await expect(page).toHaveURL(`${server.url}/orders/japan/new`)
  await expect(new Workbench(page, undefined, words).active).toBeVisible()
  await signOut(page, { account: '내 계정', signOut: '로그아웃' })
  await expect(page).toHaveURL(/\/sign-in/)

  const submit = page.getByRole('button', { name: '로그인', exact: true })
  const email = page.getByLabel('이메일', { exact: true })
  const password = page.getByLabel('비밀번호', { exact: true })
  await submit.click()
  await expect(page.getByText('이메일 주소를 입력하세요(예: name@example.com).')).toBeVisible()
  await expect(page.getByText('비밀번호를 입력하세요.')).toBeVisible()
  await expectSpoken(page, 'ko')
  await email.fill(first.email)
  const said = page.getByRole('alert').filter({ hasText: /\S/ })
  for (const tried of [1, 2, 3, 4, 5, 6]) {
    await password.fill(tried <= 5 ? `틀린 비밀번호 ${tried}` : first.password)
    const answer = page.waitForResponse(/callback\/credentials/)
    await submit.click()
    expect((await answer).status()).toBe(tried <= 5 ? 401 : 429)
    await expect(said).toHaveText(
      tried <= 5
        ? '이메일 또는 비밀번호가 올바르지 않습니다. 다시 확인하세요.'
        : /^로그인 시도 횟수를 초과했습니다\. \d+분 후에 다시 시도하세요\.$/,
    )
  }
  await expectSpoken(page, 'ko')
})

test('in Korean, a member is invited, changes roles, sees the limits of each role, and is removed', async ({
  page,
  browser,
  server,
}) => {
  const draft = await openNew(page)
  const orders = freshOrders(2)
  await draft.paste(tableOf(headings, orders))
  const address = page.url()
  await page.goto('/settings/team')
  await page.getByRole('button', { name: '구성원 초대' }).click()
  await expect(
    page.getByText('조회 권한에 더해 작업을 편집·검증하고, 원본 파일과 요청·응답을 볼 수 있습니다.'),
  ).toBeVisible()
  await page.getByLabel('이메일', { exact: true }).fill('jiwoo@shop.example')
  await choose(page, '역할', '조회 전용')
  await page.getByRole('button', { name: '초대 링크 만들기' }).click()
  const dialog = page.getByRole('dialog', { name: 'jiwoo@shop.example 초대 링크' })
  await expect(dialog).toContainText('Lading은 메일을 보내지 않습니다.')
  await expectSpoken(page, 'ko')
  const link = await dialog.getByLabel('링크').inputValue()
  await dialog.getByRole('button', { name: '완료' }).click()

  const theirs = await browser.newContext({
    baseURL: server.url,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  })
  const guest = await theirs.newPage()
  await guest.goto(link)
  await expect(guest.getByText('jiwoo@shop.example로 초대되었습니다. 역할: 조회 전용')).toBeVisible()
  await expectSpoken(guest, 'ko')
  await guest.getByLabel('이름').fill('지우')
  await guest.getByLabel('비밀번호').fill('초록 자전거를 탄 토끼')
  await guest.getByRole('button', { name: '참여' }).click()
  await guest.waitForURL(`${server.url}/`)
  await expectSpoken(guest, 'ko')
  const seen = await Workbench.open(guest, address, undefined, words)
  await seen.type('999')
  await expect(seen.said).toHaveText('조회 전용 권한입니다. 변경하려면 관리자에게 권한을 요청하세요.')
  await expect(seen.checkButton).toBeDisabled()
  await expect(seen.registerButton).toBeDisabled()
  await expectSpoken(guest, 'ko')
  await guest.goto('/settings/team')
  await expect(guest.getByText('팀은 관리자만 관리할 수 있습니다.')).toBeVisible()
  await expectSpoken(guest, 'ko')

  await page.reload()
  for (const [role, said] of [
    ['등록 담당자', '지우 님의 역할을 등록 담당자로 변경했습니다.'],
    ['조회 전용', '지우 님의 역할을 조회 전용으로 변경했습니다.'],
    ['편집자', '지우 님의 역할을 편집자로 변경했습니다.'],
  ] as const) {
    await choose(page, '지우 님의 역할', role)
    await expect(page.getByText(said)).toBeVisible()
  }
  await Workbench.open(guest, address, undefined, words)
  await expect(seen.checkButton).toBeEnabled()
  await expect(seen.registerButton).toBeDisabled()

  await page.getByRole('button', { name: '지우 님 제거' }).click()
  await page.getByRole('dialog', { name: '지우 님 제거' }).getByRole('button', { name: '제거' }).click()
  await expect(page.getByText('지우 님을 제거하고 모든 기기에서 로그아웃 처리했습니다.')).toBeVisible()
  await expect(page.getByText('mina 님이 지우 님을 제거함')).toBeVisible()
  await expect(page.getByText('mina 님이 지우 님의 역할을 변경함: 조회 전용 → 편집자')).toBeVisible()
  await expectSpoken(page, 'ko')
  await guest.goto('/connections')
  await expect(guest).toHaveURL(/\/sign-in/)
  await theirs.close()
})
