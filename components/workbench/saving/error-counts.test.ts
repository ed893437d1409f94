import { expect, test } from 'vitest'
import { NAME, NUMBER, openTab, storedAs } from '@/testing/workbench/saving-tab'

test('a save says how many orders have errors; while they are being judged, a save after it does', async () => {
  const tab = openTab()
  tab.respondWith(storedAs(5))
  tab.workbook.begin()
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toBeUndefined()
  const errors = { unchecked: 1, passed: 0, failed: 0 }
  expect(tab.sent).toMatchObject([{ records: 1, errors }])
  expect(tab.saving.isCountMissing).toBe(false)

  const later: (() => void)[] = []
  tab.workbook.scheduleTask = work => later.push(work)
  const orders = Array.from({ length: 100 }, (_, i) => ({
    id: `b${i}`,
    rank: 2 + i,
    texts: { [NUMBER]: `A-${i}` },
  }))
  tab.insert(...orders)
  expect(tab.workbook.isJudging).toBe(true)
  await tab.send()
  expect(tab.sent[1]).not.toHaveProperty('errors')
  expect(tab.saving.isCountMissing).toBe(true)
  while (tab.workbook.isJudging) later.shift()?.()
  await tab.send()
  expect(tab.sent[2]).toMatchObject({ lines: [], removes: [], errors: { ...errors, unchecked: 101 } })
  expect(tab.saving.isCountMissing).toBe(false)
  await tab.send()
  expect(tab.sent).toHaveLength(3)
})

const isHeld = {
  holders: [{ number: 'A-1', state: 'registered', path: '/orders/japan/d0', draft: 'Monday' }],
  cancelled: [],
} as const

/** Looks up the numbers of a tab: another draft holds them. */
const findElsewhere = ({ workbook: { serverFacts } }: ReturnType<typeof openTab>) =>
  serverFacts.setNumbersElsewhere(
    serverFacts.heldNumbers.takeWanted(10, () => true),
    isHeld,
  )

test('the errors are counted again when an order is found in another draft after the save', async () => {
  const tab = openTab()
  tab.respondWith(storedAs(5))
  tab.workbook.begin()
  tab.write(NUMBER, 'A-1')
  expect(tab.saving.hasUnsavedEdits).toBe(true)
  await tab.send()
  expect(tab.sent).toMatchObject([{ errors: { unchecked: 1, passed: 0, failed: 0 } }])
  expect(tab.saving.isCountMissing).toBe(false)
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(true)
  const counting = tab.send()
  // The page may be left: the count alone is no reason to ask.
  expect(tab.saving).toMatchObject({ isDone: false, hasUnsavedEdits: false })
  await counting
  expect(tab.sent[1]).toMatchObject({ lines: [], errors: { unchecked: 0, passed: 0, failed: 0 } })
  await tab.send()
  expect(tab.sent).toHaveLength(2)
})

test('a draft whose lists count other errors is counted when it is opened, once it is judged and looked up', async () => {
  const tab = openTab({ errors: 1, number: 'A-1' })
  tab.respondWith(storedAs(5))
  tab.workbook.begin()
  expect(tab.saving.isCountMissing).toBe(false)
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(true)
  await tab.send()
  expect(tab.sent).toMatchObject([{ lines: [], removes: [], errors: { unchecked: 0, passed: 0, failed: 0 } }])
  expect(tab.saving.isCountMissing).toBe(false)
})

test('a draft whose lists count its errors is opened without a save', async () => {
  const tab = openTab({ errors: 0, number: 'A-1' })
  tab.workbook.begin()
  // All errors of the sheet belong to an order that another draft holds.
  expect(tab.saving.isCountMissing).toBe(false)
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('a viewer counts nothing', () => {
  const tab = openTab({ errors: 1, number: 'A-1' })
  tab.workbook.isReadOnly = true
  tab.workbook.begin()
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('the errors are counted again after a refused save', async () => {
  const tab = openTab({ errors: 1, number: 'A-1' })
  tab.workbook.begin()
  findElsewhere(tab)
  tab.respondWith(async () => ({ ok: false, problem: { code: 'busy', message: 'Busy.' } }))
  expect(await tab.send()).toMatchObject({ code: 'busy' })
  expect(tab.saving.isCountMissing).toBe(true)
  tab.respondWith(storedAs(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toMatchObject({ lines: [], errors: { unchecked: 0, passed: 0, failed: 0 } })
  expect(tab.saving.isCountMissing).toBe(false)
})

test.each(['archived', 'deleted', 'role', 'second-factor'])(
  'a count of errors that is refused for good (%s) is not sent again, but an edit is',
  async code => {
    const tab = openTab({ errors: 1, number: 'A-1' })
    tab.workbook.begin()
    findElsewhere(tab)
    tab.respondWith(async () => ({ ok: false, problem: { code, message: 'Closed.' } }))
    expect(await tab.send()).toMatchObject({ code })
    expect(tab.saving.isCountMissing).toBe(false)
    expect(await tab.send()).toBeUndefined()
    expect(tab.sent).toHaveLength(1)
    tab.write(NAME, 'Mina')
    expect(await tab.send()).toMatchObject({ code })
    expect(await tab.send()).toMatchObject({ code })
    expect(tab.sent).toHaveLength(3)
  },
)

test('a draft that is opened from the archive saves no count of its errors', () => {
  const tab = openTab({ errors: 1, number: 'A-1', isArchived: true })
  tab.workbook.begin()
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('errors that another session caused are counted by that session', async () => {
  const tab = openTab({ errors: 1 })
  tab.workbook.begin()
  await tab.receive({ revision: 5, lines: [{ id: 'b', rank: 2, texts: { [NAME]: 'y' }, by: 's2' }] })
  expect(tab.workbook.ownErrors.unchecked).toBe(2)
  expect(tab.saving.isCountMissing).toBe(false)
})
