import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { expect, test } from 'vitest'
import type { Line, Patch } from '@/lib/sheet/draft'
import { sheets } from '@/lib/sheet/sheets'
import { Workbook } from '@/lib/sheet/workbook'
import type { Answer } from './actions'
import { openedAs } from './journal-open'
import { type Listener, Saving } from './saving'
import type { DraftChanges, SaveAnswer, SaveRequest } from './together'

const NAME = 'recipient.name'
const ZIP = 'recipient.zipCode'
const unheard = { offline: 'No answer.', outdated: 'Reload.', signedOut: 'Sign in.' }
const draft = () => ({ id: 'd1', name: 'Qoo10', connectionId: 'c1' })
const line = (texts: Record<string, string>): Line => ({ id: 'a', rank: 1, texts })

/** A sheet of one line, and what the server is told and answers. */
function opened() {
  const workbook = new Workbook(sheets['orders/japan'], [line({ [NAME]: 'x' })])
  const saving = new Saving(workbook, openedAs('d1', { revision: 4, lines: [] }))
  workbook.onPatch = (patch, isPart) => saving.note(patch, isPart)
  workbook.onCome = () => saving.come()
  const sent: SaveRequest[] = []
  const foreign: Patch[] = []
  let answer = (_: SaveRequest): Promise<Answer<SaveAnswer>> => Promise.reject(new Error('offline'))
  const listener: Listener & { cell: ReturnType<Listener['editing']> } = {
    cell: null,
    editing: () => listener.cell,
    onChanges: (patch, _news, work) => {
      foreign.push(patch)
      work()
    },
    onMet: () => {},
  }
  const save = (request: SaveRequest) => {
    sent.push(request)
    return answer(request)
  }
  return {
    workbook,
    sent,
    foreign,
    listener,
    saving,
    send: (isAll = true) => saving.send(draft, save, unheard, listener, () => isAll),
    hear: (news: Partial<DraftChanges>) => saving.hear({ ...nothing, ...news }, listener),
    answers: (next: typeof answer) => {
      answer = next
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
  revision: 4,
  isOutdated: false,
  lines: [],
  removed: [],
  people: {},
  next: null,
  present: [],
  told: [],
}
const taken =
  (revision: number, there: readonly Line[] = []) =>
  async (): Promise<Answer<SaveAnswer>> => ({ ok: true, value: { refused: 0, revision, there, met: [] } })

test('a save of which no answer came is sent again as it was, before anything that was typed since', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  expect(await tab.send()).toMatchObject({ code: 'offline' })
  tab.write(NAME, 'Mina Kim')
  tab.answers(request => taken(4 + request.seq)())
  expect(await tab.send()).toBeUndefined()
  const [first, again, then] = tab.sent
  expect(again).toEqual(first)
  expect(then).toMatchObject({ seq: 2, seen: 5, lines: [{ before: { [NAME]: 'Mina' } }] })
  expect(tab.saving.isDone).toBe(true)
  expect(tab.saving.cursor).toEqual({ revision: 7, line: '' })
})

test('a server that was updated since the page came is not called away; nothing is lost by asking again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.answers(() => Promise.reject(new UnrecognizedActionError('gone')))
  expect(await tab.send()).toEqual({ code: 'outdated', reason: 'Reload.' })
  expect(tab.saving.isDone).toBe(false)
  tab.answers(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('a save that is too long to be read without a session waits until its operator signs in again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.answers(() => Promise.reject(new Error('signed-out')))
  expect(await tab.send()).toEqual({ code: 'signedOut', reason: 'Sign in.' })
  tab.answers(taken(5))
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toEqual(tab.sent[0])
})

test('what others did waits until the save that is under way is answered, and makes no step to undo', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  let arrive = () => {}
  tab.answers(
    () =>
      new Promise(resolve => {
        arrive = () => resolve({ ok: true, value: { refused: 0, revision: 6, there: [], met: [] } })
      }),
  )
  const sending = tab.send()
  const theirs = { ...line({ [NAME]: 'Mina', [ZIP]: '100' }), by: 's2' }
  const hearing = tab.hear({ revision: 6, lines: [theirs] })
  expect(tab.text(ZIP)).toBe('')
  arrive()
  await sending
  expect(await hearing).toBe(true)
  expect([tab.text(NAME), tab.text(ZIP)]).toEqual(['Mina', '100'])
  expect(tab.workbook.history.depth).toBe(1)
  expect(tab.saving.isDone).toBe(true)
})

test('news from before the last save is asked for again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.answers(taken(5))
  await tab.send()
  expect(await tab.hear({ revision: 4, lines: [{ ...line({ [NAME]: 'x' }), by: '' }] })).toBe(false)
  expect(tab.text(NAME)).toBe('Mina')
})

test('a text that is typed over another than the one that came meanwhile says so to the server', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.hear({ revision: 5, lines: [{ ...line({ [NAME]: 'Kim' }), by: 's2' }] })
  tab.listener.cell = null
  tab.write(NAME, 'Mina')
  tab.answers(taken(6))
  await tab.send()
  expect(tab.sent[0]?.lines).toMatchObject([{ texts: { [NAME]: 'Mina' }, before: { [NAME]: 'x' } }])
})

test('a line that is taken out while it is being edited stays until the edit ends', async () => {
  const tab = opened()
  tab.listener.cell = { line: 'a', column: NAME }
  await tab.hear({ revision: 5, removed: [{ id: 'a', by: 's2' }] })
  expect(tab.text(NAME)).toBe('x')
  tab.listener.cell = null
  let wakes = 0
  tab.saving.onWaiting = () => wakes++
  await tab.hear({ revision: 5 })
  expect(wakes).toBe(1)
  await tab.send()
  expect(tab.workbook.draft.order).toEqual([])
})

test('after a save that was refused as a whole everything is sent again', async () => {
  const tab = opened()
  tab.write(NAME, 'Mina')
  tab.answers(async () => ({ ok: false, problem: { code: 'archived', message: 'It was put away.' } }))
  expect(await tab.send()).toEqual({ code: 'archived', reason: 'It was put away.' })
  tab.answers(taken(5))
  tab.write(ZIP, '100')
  expect(await tab.send()).toBeUndefined()
  expect(tab.sent[1]).toMatchObject({ seq: 2, lines: [{ before: { [NAME]: 'x', [ZIP]: '' } }] })
})

test('what is typed while an import comes is saved meanwhile, and the import once all of it has come', async () => {
  const tab = opened()
  tab.answers(request => taken(4 + request.seq)())
  const lines = (from: number) =>
    Array.from(
      { length: 3 },
      (_, i): Line => ({ id: `i${from + i}`, rank: 2 + from + i, texts: { [ZIP]: '1' } }),
    )
  const act = tab.workbook.performInPieces(null)
  act.add({ changes: [], inserted: lines(0), removed: [] })
  tab.write(NAME, 'Mina')
  // A new line below the import waits with it: the server could not say where it stands.
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

test('of an import that is called off nothing is ever sent', async () => {
  const tab = opened()
  tab.answers(taken(5))
  const act = tab.workbook.performInPieces(null)
  act.add({ changes: [], inserted: [{ id: 'i', rank: 2, texts: { [ZIP]: '1' } }], removed: [] })
  await tab.send(false)
  act.callOff()
  await tab.send(false)
  expect(tab.sent).toEqual([])
  expect(tab.saving.isDone).toBe(true)
})
