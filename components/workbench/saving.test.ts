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
const unheard = { offline: 'No answer.', outdated: 'Reload.' }
const draft = () => ({ id: 'd1', name: 'Qoo10', connectionId: 'c1' })
const line = (texts: Record<string, string>): Line => ({ id: 'a', rank: 1, texts })

/** A sheet of one line, and what the server is told and answers. */
function opened() {
  const workbook = new Workbook(sheets['orders/japan'], [line({ [NAME]: 'x' })])
  const saving = new Saving(workbook, openedAs('d1', { revision: 4, lines: [] }))
  workbook.onPatch = patch => saving.note(patch)
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
    send: () => saving.send(draft, save, unheard, listener),
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
