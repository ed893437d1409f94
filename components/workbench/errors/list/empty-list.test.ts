import { expect, test } from 'vitest'
import type { RunView } from '@/lib/desk-api/runs/runs'
import { emptyListSentence } from './empty-list'

const workbookOf = (counts: Readonly<Record<string, number>>, isJudging = false) => ({
  isActInProgress: false,
  isJudging,
  orderCount: 3,
  count: (status: string) => counts[status] ?? 0,
})

const runOf = (part: Partial<RunView>) => ({ kind: 'check', state: 'done', left: 0, ...part }) as RunView

test.each([
  ['nothing was checked', workbookOf({}), null, 'noneChecked'],
  ['orders passed', workbookOf({ ready: 1 }), runOf({}), 'none'],
  ['other drafts hold all orders', workbookOf({ elsewhere: 3 }), null, 'none'],
  ['the sheet is judged', workbookOf({ ready: 1 }, true), null, 'looking'],
  ['a check was paused', workbookOf({ ready: 1 }), runOf({ state: 'paused', left: 2 }), 'stopped'],
  [
    'a registration was paused',
    workbookOf({ registered: 1 }),
    runOf({ kind: 'register', state: 'paused', left: 2 }),
    'stoppedRegistration',
  ],
  [
    'a registration stopped at its last order',
    workbookOf({ registered: 1 }),
    runOf({ kind: 'register', state: 'stopped' }),
    'none',
  ],
])('an empty list of errors, when %s', (_, workbook, run, sentence) => {
  expect(emptyListSentence(workbook, run)).toBe(sentence)
})
