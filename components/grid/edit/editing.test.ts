import { beforeEach, describe, expect, it } from 'vitest'
import type { ChoiceFinder } from '@/components/grid/source'
import type { Column } from '@/lib/sheet/schema/columns'
import { Editing } from './editing'
import { handleAssistKey } from './editing-keys'

const text: Column = {
  id: 'recipient.name',
  path: ['recipient', 'name'],
  scope: 'record',
  group: 'recipient',
  kind: 'text',
  required: true,
  url: false,
  personal: false,
  width: 120,
  example: '',
}
const flag: Column = { ...text, id: 'orderInfo.isExportDeclaration', kind: 'flag' }
const country: Column = { ...text, id: 'recipient.country', kind: 'choice', choices: ['KR', 'JP', 'CN'] }
const choices = [
  { value: 'KR', word: '한국 South Korea' },
  { value: 'JP', word: '일본 Japan' },
  { value: 'CN', word: '중국 China' },
]
/** An exact match is the whole text; a clear match begins with it. */
const finder: ChoiceFinder = {
  match: typed => {
    const wanted = typed.toLowerCase()
    const fits = choices.filter(({ word }) => word.toLowerCase().includes(wanted))
    const isClear =
      fits[0]?.word
        .toLowerCase()
        .split(' ')
        .some(word => word.startsWith(wanted)) ?? false
    return { choices: fits, isClear }
  },
  all: text => ({ choices, at: choices.findIndex(({ value }) => value === text.toUpperCase()) }),
}

/** A list that shows words in place of its codes. */
const yesAndNo = [
  { value: 'true', shown: 'Yes' },
  { value: 'false', shown: 'No' },
]
const flags: ChoiceFinder = {
  match: typed => ({ choices: yesAndNo.filter(({ shown }) => shown.startsWith(typed)), isClear: true }),
  all: text => ({ choices: yesAndNo, at: yesAndNo.findIndex(({ shown }) => shown === text) }),
}

/** The element that holds the text, and a browser's own behaviour when the element loses the focus. */
class FakeArea {
  value = ''
  selectionStart = 0
  selectionEnd = 0
  onBlur = () => {}
  setSelectionRange(start: number, end: number) {
    this.selectionStart = start
    this.selectionEnd = end
  }
  setRangeText(piece: string) {
    this.value += piece
  }
  blur() {
    this.onBlur()
  }
  focus() {}
}

let column = text
let cells: string[] = []
let at = 0
let isLocked = false
let refusals = 0
let toggles = 0
let area = new FakeArea()
let editing: Editing

beforeEach(() => {
  column = text
  cells = ['', '', '']
  at = 0
  isLocked = false
  refusals = 0
  toggles = 0
  area = new FakeArea()
  editing = new Editing({
    area: () => area,
    column: () => column,
    edit: () => {
      if (isLocked) refusals++
      const cell = at
      const write = (typed: string) => {
        cells[cell] = typed
      }
      return isLocked ? undefined : { line: `L${cell}`, column, text: cells[cell] ?? '', write }
    },
    finder: of => (of === country ? finder : of === flag ? flags : undefined),
    toggle: () => {
      toggles++
    },
  })
})

/** A browser's events, in order. `as` is the element's text at that time. */
type InputEventStep =
  | { down: string; code?: number; during?: true }
  | { start: true }
  | { input: string; as: string }
  | { end: true; as?: string }
  | { before: string }

/** The part of the sheet that these tests need: Enter, Tab and arrows commit and continue, Escape cancels. */
function press(key: string, keyCode = 0, isComposing = false): void {
  if (editing.composition.keydown({ key, keyCode, isComposing })) return
  const plain = { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
  if (handleAssistKey(plain, editing, () => false)) return
  if (key === 'Escape') editing.cancel()
  const isGoing = key === 'Enter' || key === 'Tab' || (key.startsWith('Arrow') && editing.arrowsLeave())
  if (!isGoing) return
  editing.commit()
  at++
}

function dispatch(...events: InputEventStep[]): void {
  for (const event of events) {
    if ('down' in event) press(event.down, event.code, event.during)
    else if ('start' in event) editing.compositionStart()
    else if ('before' in event) {
      if (editing.composition.isEnter(event.before)) press('Enter')
    } else if ('input' in event) {
      area.value = event.as
      editing.input(event.input)
    } else {
      if (event.as !== undefined) area.value = event.as
      editing.compositionEnd()
    }
  }
}

const chromium = {
  /** A composition that a key starts, step by step. */
  compose: (steps: readonly string[]): InputEventStep[] =>
    steps.flatMap((as, i): InputEventStep[] => [
      { down: 'Process', code: 229, ...(i > 0 ? { during: true as const } : {}) },
      ...(i === 0 ? [{ start: true as const }] : []),
      { input: 'insertCompositionText', as },
    ]),
  commit: (as: string): InputEventStep[] => [
    { down: 'Process', code: 229, during: true },
    { input: 'insertCompositionText', as },
    { end: true },
  ],
}
const firefox = {
  compose: chromium.compose,
  commit: (as: string): InputEventStep[] => [
    { down: 'Process', code: 229, during: true },
    { end: true, as },
    { input: 'insertCompositionText', as },
  ],
}
const safari = {
  compose: (steps: readonly string[]): InputEventStep[] =>
    steps.flatMap((as, i): InputEventStep[] => [
      ...(i === 0 ? [{ start: true as const }] : []),
      { input: 'insertCompositionText', as },
      { down: 'Unidentified', code: 229, during: true },
    ]),
  commit: (as: string): InputEventStep[] => [
    { input: 'insertFromComposition', as },
    { end: true },
    { down: 'Enter', code: 229 },
  ],
}

describe.each([
  ['Chromium', chromium],
  ['Firefox', firefox],
  ['Safari', safari],
])('in the order of %s', (_, browser) => {
  it('일본 is composed in a cell that is only selected', () => {
    dispatch(...browser.compose(['ㅇ', '이', '일']))
    expect(editing.isOpen()).toBe(true)
    expect(area.value).toBe('일')
  })
  it('the Enter that chooses 日本 stays in the cell; the next one commits and moves once', () => {
    dispatch(...browser.compose(['に', 'にほん']), ...browser.commit('日本'))
    expect(editing.isOpen()).toBe(true)
    expect(cells).toEqual(['', '', ''])
    dispatch({ down: 'Enter', code: 13 })
    expect(cells).toEqual(['日本', '', ''])
    expect(at).toBe(1)
    expect(editing.isOpen()).toBe(false)
  })
  it.each(['Enter', 'Tab', 'ArrowRight'])('%s after 간 neither loses nor doubles the syllable', key => {
    dispatch(...browser.compose(['ㄱ', '가', '간']), ...browser.commit('간'), { down: key, code: 13 })
    expect(cells).toEqual(['간', '', ''])
    expect(area.value).toBe('')
  })
  it('keys in mid-composition belong to the input method', () => {
    dispatch(...browser.compose(['に']))
    for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape'])
      dispatch({ down: key, code: 229, during: true })
    expect(at).toBe(0)
    expect(area.value).toBe('に')
  })
  it('a composition in a read-only cell is refused once and leaves no text', () => {
    isLocked = true
    dispatch(...browser.compose(['ㄱ', '가']), ...browser.commit('가'))
    expect(editing.isOpen()).toBe(false)
    expect(refusals).toBe(1)
    expect(area.value).toBe('')
  })
  it('Escape cancels the composition first, and the edit second', () => {
    cells = ['kept', '', '']
    dispatch({ input: 'insertText', as: 'new' }, ...browser.compose(['newに']), ...browser.commit('new'))
    expect(area.value).toBe('new')
    dispatch({ down: 'Escape', code: 27 })
    expect(editing.isOpen()).toBe(false)
    expect(cells).toEqual(['kept', '', ''])
  })
})

it('an Enter that Safari passes on after a syllable as a line break commits and goes on', () => {
  dispatch(...safari.compose(['ㄱ', '가']), ...safari.commit('가'), { before: 'insertLineBreak' })
  expect(cells).toEqual(['가', '', ''])
  expect(at).toBe(1)
})

it.each([
  ['after it lost the focus', false],
  ['late', true],
])('a click elsewhere writes the composed text; the browser’s later events %s are ignored', (_, isLate) => {
  dispatch(...firefox.compose(['ㄱ', '가', '간']))
  area.onBlur = () => {
    dispatch({ end: true })
    if (!isLate) dispatch({ input: 'insertCompositionText', as: '간' })
    editing.blur(false)
  }
  editing.commit()
  at = 2
  if (isLate) dispatch({ input: 'insertCompositionText', as: '간' })
  expect(cells).toEqual(['간', '', ''])
  expect(editing.isOpen()).toBe(false)
  expect(area.value).toBe('')
  dispatch(...firefox.compose(['ㄴ', '나']), ...firefox.commit('나'), { down: 'Enter', code: 13 })
  expect(cells).toEqual(['간', '', '나'])
})

it('a half-typed text waits while another window has the focus', () => {
  dispatch({ input: 'insertText', as: 'half' })
  editing.blur(true)
  expect(editing.isOpen()).toBe(true)
  editing.blur(false)
  expect(cells).toEqual(['half', '', ''])
})

describe('a list', () => {
  beforeEach(() => {
    column = country
  })
  const highlighted = () => {
    const suggestions = editing.assist()?.suggestions
    return suggestions?.choices[suggestions.at]?.value
  }

  it('shows matches during typing, and Enter accepts the highlighted one', () => {
    dispatch({ input: 'insertText', as: 'jap' })
    expect(highlighted()).toBe('JP')
    press('Enter')
    expect(cells).toEqual(['JP', '', ''])
  })
  it('is filtered by the composed text', () => {
    dispatch(...chromium.compose(['ㅇ', '이', '일']))
    expect(highlighted()).toBe('JP')
    dispatch(...chromium.compose(['일보', '일본']), ...chromium.commit('일본'), { down: 'Tab', code: 9 })
    expect(cells).toEqual(['JP', '', ''])
  })
  it('leaves a text without matches as it is', () => {
    dispatch({ input: 'insertText', as: 'Atlantis' })
    expect(editing.assist()?.suggestions).toBeUndefined()
    press('Enter')
    expect(cells).toEqual(['Atlantis', '', ''])
  })
  it('accepts no choice that the operator did not mean: a part within a name stays text', () => {
    dispatch({ input: 'insertText', as: 'a' })
    expect(highlighted()).toBeUndefined()
    press('Enter')
    expect(cells).toEqual(['a', '', ''])
  })
  it('is navigated by arrows, and up from the first choice leads back to the text', () => {
    dispatch({ input: 'insertText', as: 'a' })
    press('ArrowDown')
    expect(highlighted()).toBe('KR')
    press('ArrowUp')
    expect(highlighted()).toBeUndefined()
    press('ArrowDown')
    press('ArrowDown')
    press('Enter')
    expect(cells).toEqual(['JP', '', ''])
  })
  it('is closed by the first Escape, and the edit by the second', () => {
    dispatch({ input: 'insertText', as: 'jap' })
    press('Escape')
    expect(editing.assist()?.suggestions).toBeUndefined()
    expect(area.value).toBe('jap')
    press('Escape')
    expect(editing.isOpen()).toBe(false)
  })
  it('leaves the typed text once it is dismissed', () => {
    dispatch({ input: 'insertText', as: 'jap' })
    press('Escape')
    press('Enter')
    expect(cells).toEqual(['jap', '', ''])
  })
  it('that is opened on a cell shows all choices, highlights the current one, and changes nothing by itself', () => {
    cells = ['jp', '', '']
    editing.open()
    expect(editing.assist()?.suggestions?.choices).toHaveLength(3)
    expect(highlighted()).toBe('JP')
    press('Enter')
    expect(cells).toEqual(['jp', '', ''])
  })
  it('accepts a choice by mouse', () => {
    editing.open()
    editing.accept(2)
    editing.commit()
    expect(cells).toEqual(['CN', '', ''])
  })
  it('opens on a selected cell by Alt+Down', () => {
    const down = { key: 'ArrowDown', altKey: true, ctrlKey: false, metaKey: false, shiftKey: false }
    expect(handleAssistKey(down, editing, () => false)).toBe(true)
    expect(editing.assist()?.suggestions?.choices).toHaveLength(3)
    column = text
    editing.cancel()
    expect(handleAssistKey(down, editing, () => false)).toBe(false)
  })
})

it('a choice that is shown by a word is accepted as the word, which the sheet reads', () => {
  column = flag
  dispatch({ input: 'insertText', as: 'N' })
  editing.accept()
  expect(area.value).toBe('No')
  press('Enter')
  expect(cells[0]).toBe('No')
})

it('undo reaches only what was typed in this cell: the typing that began the edit is undone with it', () => {
  cells = ['Kim', 'Lee', '']
  dispatch({ input: 'insertText', as: 'Park' })
  press('Enter')
  dispatch({ input: 'insertText', as: 'x' })
  editing.replay(1)
  expect(area.value).toBe('x')
  editing.replay(-1)
  expect(editing.isOpen()).toBe(false)
  expect(cells).toEqual(['Park', 'Lee', ''])
  editing.open()
  dispatch({ input: 'deleteContentBackward', as: 'Le' })
  editing.replay(-1)
  editing.replay(-1)
  expect(area.value).toBe('Lee')
  editing.replay(1)
  expect(area.value).toBe('Le')
})

it('after a click into the typed text, arrows move its caret instead of leaving the cell', () => {
  dispatch({ input: 'insertText', as: 'Kim' })
  expect(editing.arrowsLeave()).toBe(true)
  editing.placeCaret()
  press('ArrowLeft')
  expect(editing.isOpen()).toBe(true)
  press('Enter')
  expect(cells[0]).toBe('Kim')
})

it('Space toggles flags, and begins a text in every other cell', () => {
  column = flag
  press(' ')
  expect([toggles, editing.isOpen()]).toEqual([1, false])
  column = text
  press(' ')
  expect(toggles).toBe(1)
})

it('Space of a Japanese input method toggles flags, however the browser reports it', () => {
  column = flag
  dispatch({ down: 'Process', code: 229 }, { input: 'insertText', as: '\u3000' })
  expect([toggles, editing.isOpen(), area.value]).toEqual([1, false, ''])
  // Chromium
  dispatch({ start: true }, { input: 'insertCompositionText', as: '\u3000' }, { end: true })
  expect([toggles, editing.isOpen(), area.value]).toEqual([2, false, ''])
  // Firefox
  dispatch({ start: true }, { end: true, as: '\u3000' }, { input: 'insertCompositionText', as: '\u3000' })
  expect([toggles, editing.isOpen(), area.value]).toEqual([3, false, ''])
  dispatch({ start: true }, { input: 'insertCompositionText', as: 'は' }, { end: true })
  expect([toggles, editing.isOpen(), area.value]).toEqual([3, true, 'は'])
  editing.cancel()
  column = text
  dispatch({ input: 'insertText', as: '\u3000' })
  expect([toggles, editing.isOpen(), area.value]).toEqual([3, true, '\u3000'])
})

it('an inserted text begins an edit as a typed one does, and goes to the caret of an open one', () => {
  cells = ['Kim', 'from ', '']
  editing.insert('2026-12-01')
  expect([area.value, editing.arrowsLeave()]).toEqual(['2026-12-01', true])
  editing.replay(-1)
  expect([editing.isOpen(), cells[0]]).toEqual([false, 'Kim'])
  at = 1
  editing.open()
  editing.insert('2026-12-01')
  press('Enter')
  isLocked = true
  editing.insert('2026-12-01')
  expect([editing.isOpen(), area.value, refusals]).toEqual([false, '', 1])
  expect(cells).toEqual(['Kim', 'from 2026-12-01', ''])
})

it('names the cell that it began in until it ends, even if another one becomes active', () => {
  expect(editing.cell()).toBeNull()
  dispatch({ input: 'insertText', as: 'typed' })
  at = 2
  expect(editing.cell()).toEqual({ line: 'L0', column: text.id })
  editing.commit()
  expect([editing.cell(), cells]).toEqual([null, ['typed', '', '']])
})
