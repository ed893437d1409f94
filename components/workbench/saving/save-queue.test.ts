import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { expect, test } from 'vitest'
import type { DraftChanges, SaveRequest, SaveResponse } from '@/lib/desk-api/drafts/changes'
import type { Result } from '@/lib/desk-api/result'
import type { Patch } from '@/lib/sheet/draft/draft'
import type { Line } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openedAs } from './journal/open'
import { SaveQueue, type SyncListener } from './save-queue'

const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const failureSentences = {
  offline: 'No response.',
  outdated: 'Reload.',
  signedOut: 'Sign in.',
  role: 'No editor.',
}
const draft = () => ({ id: 'd1', name: 'Qoo10', connectionId: 'c1' })
const line = (texts: Record<string, string>): Line => ({ id: 'a', rank: 1, texts })

/** A sheet of one line, with the requests that the server receives and its responses. */
function opened({
  errors,
  number = '',
  isArchived = false,
}: {
  readonly errors?: number
  readonly number?: string
  readonly isArchived?: boolean
} = {}) {
  const sheet = sheets['orders/japan']
  const workbook = new Workbook(sheet, [line({ [NAME]: 'x', [sheet.key]: number })])
  const saving = new SaveQueue(workbook, openedAs('d1', { revision: 4, errors, lines: [] }), isArchived)
  workbook.onPatch = (patch, isPart) => saving.note(patch, isPart)
  workbook.onActEnd = () => saving.endAct()
  const sent: SaveRequest[] = []
  const foreign: Patch[] = []
  let respond = (_: SaveRequest): Promise<Result<SaveResponse>> => Promise.reject(new Error('offline'))
  const listener: SyncListener & { cell: ReturnType<SyncListener['editing']> } = {
    cell: null,
    editing: () => listener.cell,
    onChanges: (patch, _news, work) => {
      foreign.push(patch)
      work()
    },
    onConflicts: () => {},
  }
  const save = (request: SaveRequest) => {
    sent.push(request)
    return respond(request)
  }
  return {
    workbook,
    sent,
    foreign,
    listener,
    saving,
    send: (isAll = true) =>
      saving.send(
        draft,
        save,
        code => failureSentences[code],
        listener,
        () => isAll,
      ),
    receive: (update: Partial<DraftChanges>) => saving.receive({ ...nothing, ...update }, listener),
    respondWith: (next: typeof respond) => {
      respond = next
    },
    write: (column: string, text: string) => {
      const before = workbook.text({ line: 'a', column })
      const changes = [{ line: 'a', before: { [column]: before }, after: { [column]: text } }]
      workbook.perform({ changes, inserted: [], removed: [] }, null)
    },
    text: (column: string) => workbook.text({ line: 'a', column }),
  }
}

const nothing: DraftChanges = {
  name: '',
  connectionId: null,
  revision: 4,
  isOutdated: false,
  lines: [],
  removed: [],
  people: {},
  next: null,
  participants: [],
  rehearsals: {},
  notices: [],
}
const taken =
  (revision: number, there: readonly Line[] = []) =>
  async (): Promise<Result<SaveResponse>> => ({
    ok: true,
    value: { refused: 0, revision, differing: there, conflicts: [] },
  })

test('a save without a response is repeated unchanged, before anything that was typed since', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toMatchObject({ code: 'offline' })
  tab.write(NAME, 'Mina Kim')
  tab.respondWith(request => taken(4 + request.seq)())
  expect(await tab.send()).toBeUndefined()
  const [first, again, then] = tab.sent
  expect(again).toEqual(first)
  expect(then).toMatchObject({ seq: 2, seen: 5, lines: [{ before: { [NAME]: 'Mina' } }] })
  expect(tab.saving.isDone).toBe(true)
  expect(tab.saving.cursor).toEqual({ revision: 7, line: '' })
})

test('after an update of the server a save fails as outdated, and nothing is lost by repeating it', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(() => Promise.reject(new UnrecognizedActionError('gone')))
  expect(await tab.send()).toEqual({ code: 'outdated', reason: 'Reload.' })
  expect(tab.saving.isDone).toBe(false)
  tab.respondWith(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('a save that is too large to be read without a session waits until the operator signs in again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(() => Promise.reject(new Error('signed-out')))
  expect(await tab.send()).toEqual({ code: 'signedOut', reason: 'Sign in.' })
  tab.respondWith(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('a save after the session has ended says where to sign in, and is repeated once the operator has', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({
    ok: false,
    problem: { code: 'signed-out', message: 'Sign in and try again.' },
  }))
  expect(await tab.send()).toEqual({ code: 'signed-out', reason: 'Sign in.' })
  tab.respondWith(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.saving.isDone).toBe(true)
})

test('a save of an operator who may no longer edit says what becomes of the edits, which stay', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({ ok: false, problem: { code: 'role', message: 'Ask an administrator.' } }))
  expect(await tab.send()).toEqual({ code: 'role', reason: 'No editor.' })
  expect(tab.saving.isDone).toBe(false)
  tab.respondWith(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent.at(-1)?.lines).toHaveLength(1)
})

test('a save says how many orders have errors; while they are being judged, a save after it does', async () => {
  const tab = opened()
  tab.respondWith(taken(5))
  tab.workbook.begin()
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toBeUndefined()
  const errors = { unchecked: 1, passed: 0, failed: 0 }
  expect(tab.sent).toMatchObject([{ records: 1, errors }])
  expect(tab.saving.isCountMissing).toBe(false)

  const later: (() => void)[] = []
  tab.workbook.scheduleTask = work => later.push(work)
  const texts = Array.from({ length: 100 }, (_, i) => ({
    id: `b${i}`,
    rank: 2 + i,
    texts: { [sheets['orders/japan'].key]: `A-${i}` },
  }))
  tab.workbook.perform({ changes: [], inserted: texts, removed: [] }, null)
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
const findElsewhere = ({ workbook: { serverFacts } }: ReturnType<typeof opened>) =>
  serverFacts.setNumbersElsewhere(
    serverFacts.heldNumbers.takeWanted(10, () => true),
    isHeld,
  )

test('the errors are counted again when an order is found in another draft after the save', async () => {
  const tab = opened()
  tab.respondWith(taken(5))
  tab.workbook.begin()
  tab.write(sheets['orders/japan'].key, 'A-1')
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
  const tab = opened({ errors: 1, number: 'A-1' })
  tab.respondWith(taken(5))
  tab.workbook.begin()
  expect(tab.saving.isCountMissing).toBe(false)
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(true)
  await tab.send()
  expect(tab.sent).toMatchObject([{ lines: [], removes: [], errors: { unchecked: 0, passed: 0, failed: 0 } }])
  expect(tab.saving.isCountMissing).toBe(false)
})

test('a draft whose lists count its errors is opened without a save', async () => {
  const tab = opened({ errors: 0, number: 'A-1' })
  tab.workbook.begin()
  // All errors of the sheet belong to an order that another draft holds.
  expect(tab.saving.isCountMissing).toBe(false)
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('a viewer counts nothing', () => {
  const tab = opened({ errors: 1, number: 'A-1' })
  tab.workbook.isReadOnly = true
  tab.workbook.begin()
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('the errors are counted again after a refused save', async () => {
  const tab = opened({ errors: 1, number: 'A-1' })
  tab.workbook.begin()
  findElsewhere(tab)
  tab.respondWith(async () => ({ ok: false, problem: { code: 'busy', message: 'Busy.' } }))
  expect(await tab.send()).toMatchObject({ code: 'busy' })
  expect(tab.saving.isCountMissing).toBe(true)
  tab.respondWith(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toMatchObject({ lines: [], errors: { unchecked: 0, passed: 0, failed: 0 } })
  expect(tab.saving.isCountMissing).toBe(false)
})

test.each(['archived', 'deleted', 'role', 'second-factor'])(
  'a count of errors that is refused for good (%s) is not sent again, but an edit is',
  async code => {
    const tab = opened({ errors: 1, number: 'A-1' })
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
  const tab = opened({ errors: 1, number: 'A-1', isArchived: true })
  tab.workbook.begin()
  findElsewhere(tab)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('errors that another session caused are counted by that session', async () => {
  const tab = opened({ errors: 1 })
  tab.workbook.begin()
  await tab.receive({ revision: 5, lines: [{ id: 'b', rank: 2, texts: { [NAME]: 'y' }, by: 's2' }] })
  expect(tab.workbook.ownErrors.unchecked).toBe(2)
  expect(tab.saving.isCountMissing).toBe(false)
})

test('changes of others wait for the response to a save under way, and cannot be undone', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  let arrive = () => {}
  tab.respondWith(
    () =>
      new Promise(resolve => {
        arrive = () => resolve({ ok: true, value: { refused: 0, revision: 6, differing: [], conflicts: [] } })
      }),
  )
  const sending = tab.send()
  const theirs = { ...line({ [NAME]: 'Mina', [ZIP]: '100' }), by: 's2' }
  const received = tab.receive({ revision: 6, lines: [theirs] })
  expect(tab.text(ZIP)).toBe('')
  arrive()
  await sending
  expect(await received).toBe(true)
  expect([tab.text(NAME), tab.text(ZIP)]).toEqual(['Mina', '100'])
  expect(tab.workbook.history.depth).toBe(1)
  expect(tab.saving.isDone).toBe(true)
})

test('changes that were read before the last save are read again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(taken(5))
  await tab.send()
  expect(await tab.receive({ revision: 4, lines: [{ ...line({ [NAME]: 'x' }), by: '' }] })).toBe(false)
  expect(tab.text(NAME)).toBe('Mina')
})

test('a page that was away for too long shows all lines as the server has them, and still saves its own edits', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  const a = { ...line({ [NAME]: 'x', [ZIP]: '150-0041' }), by: 'jun' }
  const b = { id: 'b', rank: 2, texts: { [NAME]: 'Sora' }, by: 'jun' }
  expect(await tab.saving.receiveAll({ revision: 90, lines: [a, b] }, tab.listener)).toBe(true)
  expect([tab.text(NAME), tab.text(ZIP)]).toEqual(['Mina', '150-0041'])
  expect(tab.workbook.draft.order).toEqual(['a', 'b'])
  tab.respondWith(taken(91))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent).toMatchObject([{ seen: 90, lines: [{ id: 'a', before: { [NAME]: 'x' } }] }])
  // What was read before the save is read again.
  expect(await tab.saving.receiveAll({ revision: 90, lines: [b] }, tab.listener)).toBe(false)
  const saved = { ...a, texts: { ...a.texts, [NAME]: 'Mina' } }
  expect(await tab.saving.receiveAll({ revision: 95, lines: [saved] }, tab.listener)).toBe(true)
  expect(tab.workbook.draft.order).toEqual(['a'])
})

test('a draft that was deleted elsewhere is saved as a new one, with all its lines and after a save without a response', async () => {
  const tab = opened({ number: 'A-1' })
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toMatchObject({ code: 'offline' })
  tab.saving.startOver()
  tab.respondWith(taken(1))
  expect(await tab.send()).toBeUndefined()
  const texts = { [NAME]: 'Mina', [sheets['orders/japan'].key]: 'A-1' }
  expect(tab.sent[1]).toMatchObject({ seen: 0, lines: [{ id: 'a', texts }] })
  expect(tab.saving.isDone).toBe(true)
})

test('lines that a save removes do not come back by changes that were read before it, even after a rename elsewhere', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  // A rename made revision 5, which this session has not read yet.
  tab.respondWith(taken(6))
  await tab.send()
  const readBefore = { revision: 6, lines: [{ ...line({ [NAME]: 'Mina' }), by: '' }] }
  const [removed] = tab.workbook.draft.lines.values()
  tab.workbook.perform({ changes: [], inserted: [], removed: removed ? [removed] : [] }, null)
  let arrive = () => {}
  tab.respondWith(
    () =>
      new Promise(resolve => {
        arrive = () => resolve({ ok: true, value: { refused: 0, revision: 7, differing: [], conflicts: [] } })
      }),
  )
  const sending = tab.send()
  const received = tab.receive(readBefore)
  arrive()
  await sending
  expect(await received).toBe(false)
  expect(tab.workbook.draft.order).toEqual([])
  expect(await tab.receive({ revision: 7, removed: [{ id: 'a', by: '' }] })).toBe(true)
  expect(tab.saving.cursor).toEqual({ revision: 8, line: '' })
})

test('a text whose edit began before another text came reports the older text to the server', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.listener.cell = null
  tab.write(NAME, 'Mina')
  tab.respondWith(taken(6))
  await tab.send()
  expect(tab.sent[0]?.lines).toMatchObject([{ texts: { [NAME]: 'Mina' }, before: { [NAME]: 'x' } }])
})

test('a line that is removed while it is being edited stays until the edit ends', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, removed: [{ id: 'a', by: 's2' }] })
  expect(tab.text(NAME)).toBe('x')
  tab.listener.cell = null
  let wakes = 0
  tab.saving.onWaiting = () => wakes++
  await tab.receive({ revision: 5 })
  expect(wakes).toBe(1)
  await tab.send()
  expect(tab.workbook.draft.order).toEqual([])
})

test('a removed line whose editor is open stays also while other edits are saved, so that the typed text is kept', async () => {
  const tab = opened()
  tab.respondWith(taken(6))
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, removed: [{ id: 'a', by: 's2' }] })
  const inserted = [{ id: 'b', rank: 2, texts: { [NAME]: 'y' } }]
  tab.workbook.perform({ changes: [], inserted, removed: [] }, null)
  await tab.send()
  expect([tab.workbook.draft.order, tab.saving.isDone]).toEqual([['a', 'b'], false])
  tab.listener.cell = null
  tab.write(NAME, 'Mina')
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ id: 'a', texts: { [NAME]: 'Mina' } }])
  expect(tab.saving.isDone).toBe(true)
})

test('after a save was refused as a whole everything is saved again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.respondWith(async () => ({ ok: false, problem: { code: 'archived', message: 'It was archived.' } }))
  expect(await tab.send()).toEqual({ code: 'archived', reason: 'It was archived.' })
  tab.respondWith(taken(5))
  tab.write(ZIP, '100')
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toMatchObject({ seq: 2, lines: [{ before: { [NAME]: 'x', [ZIP]: '' } }] })
})

test('texts typed during an import are saved meanwhile, and the import once it is complete', async () => {
  const tab = opened()
  tab.respondWith(request => taken(4 + request.seq)())
  const lines = (from: number) =>
    Array.from(
      { length: 3 },
      (_, i): Line => ({ id: `i${from + i}`, rank: 2 + from + i, texts: { [ZIP]: '1' } }),
    )
  const act = tab.workbook.performInChunks(null)
  act.add({ changes: [], inserted: lines(0), removed: [] })
  tab.write(NAME, 'Mina')
  // A new line below the import waits with it: the server could not place the line.
  const below: Line = { id: 'b', rank: 3.5, texts: { [NAME]: 'Jun' } }
  tab.workbook.perform({ changes: [], inserted: [below], removed: [] }, null)
  await tab.send(false)
  expect(tab.sent.map(({ lines }) => lines.map(({ id }) => id))).toEqual([['a']])
  expect(tab.saving.isDone).toBe(false)
  act.add({ changes: [], inserted: lines(3), removed: [] })
  tab.write(NAME, 'Mina Kim')
  await tab.send(false)
  expect(tab.sent[1]?.lines).toMatchObject([
    { id: 'a', before: { [NAME]: 'Mina' }, texts: { [NAME]: 'Mina Kim' } },
  ])
  act.end()
  await tab.send(false)
  expect(tab.sent.slice(2).flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual([
    'i0',
    'i1',
    'b',
    'i2',
    'i3',
    'i4',
    'i5',
  ])
  expect(tab.saving.isDone).toBe(true)
})

test('no part of a cancelled import is saved', async () => {
  const tab = opened()
  tab.respondWith(taken(5))
  const act = tab.workbook.performInChunks(null)
  act.add({ changes: [], inserted: [{ id: 'i', rank: 2, texts: { [ZIP]: '1' } }], removed: [] })
  await tab.send(false)
  act.cancel()
  await tab.send(false)
  expect(tab.sent).toEqual([])
  expect(tab.saving.isDone).toBe(true)
})

test('the texts of a removed order that an item inherits leave alone what a colleague wrote into the item', async () => {
  const { key } = sheets['orders/japan']
  const tab = opened()
  tab.respondWith(taken(6))
  const inserted: readonly Line[] = [
    { id: 'b', rank: 2, texts: { [key]: 'A-2', [NAME]: 'Mina' } },
    { id: 'c', rank: 3, texts: { 'items[].name': 'Cup' } },
  ]
  tab.workbook.perform({ changes: [], inserted, removed: [] }, null)
  await tab.send()
  const theirs = { id: 'c', rank: 3, texts: { 'items[].name': 'Cup', [NAME]: 'Kim' }, by: 's2' }
  await tab.receive({ revision: 7, lines: [theirs], removed: [{ id: 'b', by: 's2' }] })
  expect(tab.workbook.draft.lines.get('c')?.texts).toEqual({
    ...{ [key]: 'A-2', 'items[].name': 'Cup' },
    [NAME]: 'Kim',
  })
})

test('a text that the response to a save brings into an edited cell is reported as overwritten when the edit ends', async () => {
  const tab = opened()
  tab.write(sheets['orders/japan'].key, 'A-1')
  tab.listener.cell = { line: 'a', column: NAME }
  const texts = { [sheets['orders/japan'].key]: 'A-1', [NAME]: 'Kim' }
  tab.respondWith(taken(6, [{ id: 'a', rank: 1, texts }]))
  await tab.send()
  expect(tab.text(NAME)).toBe('Kim')
  tab.write(NAME, 'Mina')
  tab.listener.cell = null
  tab.respondWith(taken(7))
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ before: { [NAME]: 'x' }, texts: { [NAME]: 'Mina' } }])
})

test('an edit of one cell does not send a text that a colleague wrote into another cell while its editor was open', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 5, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.listener.cell = { line: 'a', column: ZIP }
  tab.write(ZIP, '06236')
  tab.listener.cell = null
  tab.respondWith(taken(6))
  await tab.send()
  expect(tab.sent.at(-1)?.lines).toMatchObject([{ before: { [ZIP]: '' }, texts: { [ZIP]: '06236' } }])
  expect(tab.sent.at(-1)?.lines.flatMap(({ before }) => Object.keys(before ?? {}))).toEqual([ZIP])
})

test('a row that is removed right after its editor hid the text of a colleague is removed as of before that text', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.receive({ revision: 6, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.write(NAME, 'Mina')
  tab.listener.cell = null
  const now = tab.workbook.draft.lines.get('a')
  tab.workbook.perform({ changes: [], inserted: [], removed: now ? [now] : [] }, null)
  tab.respondWith(taken(7))
  await tab.send()
  expect(tab.sent.at(-1)).toMatchObject({ seen: 6, removes: [{ id: 'a', seen: 4 }] })
})
