import { afterEach, expect, test, vi } from 'vitest'
import type { SheetWords } from '@/components/workbench/source/words/sheet-words'
import { sheets } from '@/lib/sheet/schema/sheets'
import type { CellRange } from '@/lib/sheet/view/ranges'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { openTestSource, testWords } from '@/testing/workbench/test-source'

const sheet = sheets['orders/japan']
const NUMBER = sheet.key
const COUNT = 2500
const words: SheetWords = {
  ...testWords,
  message: (key, values) => `${key}${values?.lines === undefined ? '' : ` ${values.lines}`}`,
}

/** More than a million characters: it is pasted gradually. */
const text = [
  `${NUMBER}\trecipient.address`,
  ...Array.from({ length: COUNT }, (_, i) => `N-${i}\t${'神南'.repeat(250)}`),
].join('\n')
const first: CellRange = { top: 0, bottom: 0, left: 0, right: 0 }

/** An empty sheet whose deferred tasks run when the test calls `run`. */
function open() {
  const workbook = new Workbook(sheet, [])
  const later: (() => void)[] = []
  workbook.scheduleTask = work => later.push(work)
  const { source, announced } = openTestSource(workbook, words)
  const run = () => {
    for (let work = later.shift(); work; work = later.shift()) work()
  }
  const numbers = () => workbook.draft.order.map(line => workbook.text({ line, column: NUMBER }))
  return { workbook, source, announced, run, later, numbers }
}

afterEach(() => vi.unstubAllGlobals())

/** The clipboard of the browser, which may refuse. */
class TestClipboard {
  text = ''
  constructor(private readonly isAllowed = true) {
    vi.stubGlobal('navigator', { clipboard: this, platform: 'Win32' })
    vi.stubGlobal(
      'ClipboardItem',
      class {
        constructor(readonly forms: Record<string, Promise<Blob>>) {}
      },
    )
  }
  read = async () => []
  write = async ([item]: { forms: Record<string, Promise<Blob>> }[]) => {
    const forms = await Promise.all(Object.values(item?.forms ?? {}))
    if (!this.isAllowed) throw new Error('not allowed')
    this.text = (await forms[0]?.text()) ?? ''
  }
}

/** Fails when a copy is written within its event. */
const notInTheEvent = () => expect.unreachable()

/** A sheet whose rows have more cells than are copied at once, all of them selected. */
function openLarge() {
  const opened = open()
  const { source, run, announced } = opened
  source.paste([first], { text: `${NUMBER}\n${allNumbers.join('\n')}`, html: '' }, () => {})
  run()
  announced.length = 0
  const right = source.columns().length - 1
  const all: CellRange = { top: 0, bottom: COUNT - 1, left: 0, right, whole: 'sheet' }
  return { ...opened, all }
}

const allNumbers = Array.from({ length: COUNT }, (_, i) => `N-${i}`)

test('a large paste says at once that it has begun, and selects its rows when all are there', () => {
  const { source, announced, run, numbers } = open()
  const received: CellRange[] = []
  source.paste([first], { text, html: '' }, range => received.push(range))
  expect(announced).toEqual(['pasting'])
  expect(numbers()).toEqual([])
  run()
  expect(numbers()).toEqual(allNumbers)
  expect(announced.at(-1)).toBe(`pastedByHeader ${COUNT}`)
  expect(received).toEqual([{ top: 0, left: 0, bottom: COUNT - 1, right: source.columns().length - 1 }])
})

test('a text that is typed right after a large paste changes one of its rows', () => {
  const { workbook, source, run, numbers } = open()
  const [line = ''] = source.rows()
  source.paste([first], { text, html: '' }, () => {})
  source.write({ line, column: NUMBER }, 'typed')
  run()
  expect(numbers()).toEqual(['typed', ...allNumbers.slice(1)])
  expect(new Set(workbook.draft.order).size).toBe(COUNT)
  source.undo()
  expect(numbers()).toEqual(allNumbers)
  source.undo()
  run()
  expect(numbers()).toEqual([])
})

test('two large pastes after each other are two acts', () => {
  const { source, run, numbers } = open()
  source.paste([first], { text, html: '' }, () => {})
  source.paste([{ ...first, top: COUNT, bottom: COUNT }], { text, html: '' }, () => {})
  run()
  expect(numbers()).toEqual([...allNumbers, ...allNumbers])
  source.undo()
  run()
  expect(numbers()).toEqual(allNumbers)
})

test('sorting thousands of rows says at once that it has begun, and sorts once that is painted', () => {
  const { workbook, source, announced, run, numbers } = open()
  const rows = Array.from({ length: 5001 }, (_, i) => `N-${5001 - i}`)
  source.paste([first], { text: rows.join('\n'), html: '' }, () => {})
  run()
  announced.length = 0
  const sorted: string[] = []
  source.sortBy(NUMBER, false, () => sorted.push(...workbook.visible))
  expect(announced).toEqual(['sorting'])
  expect(source.sort()).toEqual({ column: NUMBER, descending: false })
  expect(sorted).toEqual([])
  run()
  expect(announced).toEqual(['sorting', 'sorted'])
  expect(sorted).toEqual(workbook.draft.order.toReversed())
  source.sortBy(NUMBER, null)
  expect(announced.at(-1)).toBe('unsorted')
  expect(numbers()).toEqual(rows)
})

test('clearing, cutting and filling thousands of rows say at once that they have begun, and then what they did', async () => {
  const { workbook, source, announced, run } = open()
  const rows = Array.from({ length: COUNT }, (_, i) => `N-${i}\t${i}`)
  source.paste([first], { text: [`${NUMBER}\trecipient.name`, ...rows].join('\n'), html: '' }, () => {})
  run()
  const names = () => workbook.draft.order.map(line => workbook.text({ line, column: 'recipient.name' }))
  const before = names()
  const at = source.columns().findIndex(({ id }) => id === 'recipient.name')
  const column: CellRange = { top: 0, bottom: COUNT - 1, left: at, right: at }
  for (const [act, sign, done, text] of [
    [() => source.clear([column]), 'clearing', 'cleared', ''],
    [() => source.copy([column], true, () => true), 'cutting', 'cut', ''],
    [() => source.fill([column], 'same'), 'filling', 'filled', 'same'],
  ] as const) {
    announced.length = 0
    await act()
    expect(announced).toEqual([sign])
    expect(names()).toEqual(before)
    run()
    expect(announced).toEqual([sign, done])
    expect(new Set(names())).toEqual(new Set([text]))
    source.undo()
    run()
    expect(names()).toEqual(before)
  }
})

test('a few rows are cleared at once, without a sign', () => {
  const { source, announced, numbers } = open()
  source.paste([first], { text: 'A\nB', html: '' }, () => {})
  announced.length = 0
  source.clear([{ ...first, bottom: 1 }])
  expect(announced).toEqual(['cleared'])
  expect(numbers()).toEqual(['', ''])
})

test('copying very many cells says at once that it has begun, and writes the cells as they were then', async () => {
  const clipboard = new TestClipboard()
  const { source, announced, run, all } = openLarge()
  const copying = source.copy([all], false, notInTheEvent)
  expect(announced).toEqual(['copying'])
  source.write({ line: source.rows()[COUNT - 1] ?? '', column: NUMBER }, 'typed meanwhile')
  run()
  await copying
  const at = source.columns().findIndex(({ id }) => id === NUMBER)
  expect(clipboard.text.split('\n').map(row => row.split('\t')[at])).toEqual(allNumbers)
  expect(announced.at(-1)).toBe('copied')
})

test('cells are cut once they are on the clipboard, except what is typed meanwhile', async () => {
  const clipboard = new TestClipboard()
  const { source, announced, run, numbers, all } = openLarge()
  const cutting = source.copy([all], true, notInTheEvent)
  expect(announced).toEqual(['cutting'])
  source.write({ line: source.rows()[1] ?? '', column: NUMBER }, 'typed')
  run()
  expect(numbers()).toEqual([allNumbers[0], 'typed', ...allNumbers.slice(2)])
  await cutting
  run()
  expect(clipboard.text).toContain(allNumbers[1])
  expect(numbers()).toEqual(['', 'typed', ...allNumbers.slice(2).map(() => '')])
  expect(announced.at(-1)).toBe('cut')
})

test('cells that are filled while the cut waits keep what they are filled with', async () => {
  new TestClipboard()
  const { source, run, numbers, all, later } = openLarge()
  const at = source.columns().findIndex(({ id }) => id === NUMBER)
  const cutting = source.copy([all], true, notInTheEvent)
  while (later.length > 0) later.shift()?.()
  // The browser writes the block; the fill has begun, and most of it waits.
  source.fill([{ ...all, left: at, right: at }], 'same')
  later.shift()?.()
  await cutting
  run()
  expect(new Set(numbers())).toEqual(new Set(['same']))
})

test('undo before the cells are cut leaves them as they are', async () => {
  new TestClipboard()
  const { source, run, numbers, all } = openLarge()
  const cutting = source.copy([all], true, notInTheEvent)
  source.undo()
  run()
  await cutting
  run()
  expect(numbers()).toEqual(allNumbers)
})

test('when the browser refuses the copy, nothing is cut', async () => {
  new TestClipboard(false)
  const { source, announced, run, numbers, all } = openLarge()
  const cutting = source.copy([all], true, notInTheEvent)
  run()
  await cutting
  run()
  expect(announced.at(-1)).toBe('copyFailed')
  expect(numbers()).toEqual(allNumbers)
})

test('a block that is copied right after a large cut is the one on the clipboard, and nothing is cut', async () => {
  const clipboard = new TestClipboard()
  const { source, announced, run, numbers, all } = openLarge()
  const at = source.columns().findIndex(({ id }) => id === NUMBER)
  const cutting = source.copy([all], true, notInTheEvent)
  const copying = source.copy([{ top: 0, bottom: 1, left: at, right: at }], false, notInTheEvent)
  run()
  await cutting
  await expect
    .poll(() => {
      run()
      return announced.at(-1)
    })
    .toBe('copied')
  await copying
  expect(clipboard.text).toBe('N-0\nN-1')
  expect(numbers()).toEqual(allNumbers)
})

test('a paste right after a cut pastes what was cut, once it is cut', async () => {
  new TestClipboard()
  const { source, announced, run, numbers, all } = openLarge()
  source.copy([all], true, notInTheEvent)
  source.paste([first], { text: 'stale', html: '' }, () => {})
  run()
  await expect
    .poll(() => {
      run()
      return announced.at(-1)
    })
    .toBe(`pasted ${COUNT}`)
  expect(numbers()).toEqual(allNumbers)
  source.undo()
  run()
  expect(numbers()).toEqual(allNumbers.map(() => ''))
  source.undo()
  run()
  expect(numbers()).toEqual(allNumbers)
})

test('a paste right after the copy pastes what was copied, and not the block before it', async () => {
  new TestClipboard()
  const { source, run, numbers, all } = openLarge()
  const copying = source.copy([all], false, notInTheEvent)
  source.paste([{ ...first, top: COUNT, bottom: COUNT }], { text: 'stale', html: '' }, () => {})
  run()
  await copying
  await expect
    .poll(() => {
      run()
      return numbers()
    })
    .toEqual([...allNumbers, ...allNumbers])
})

test('so does a paste that might have been an export', async () => {
  new TestClipboard()
  const { source, run, numbers, all } = openLarge()
  const copying = source.copy([all], false, notInTheEvent)
  const on = { received: () => {}, importIt: () => expect.unreachable() }
  const stale = { text: 'stale', html: '' }
  source.pasteLater([{ ...first, top: COUNT, bottom: COUNT }], stale, Promise.resolve(true), on)
  run()
  await copying
  await expect
    .poll(() => {
      run()
      return numbers()
    })
    .toEqual([...allNumbers, ...allNumbers])
})

test('undo cancels a paste that waits for the copy, and no older act', async () => {
  new TestClipboard()
  const { source, announced, run, numbers, all } = openLarge()
  const copying = source.copy([all], false, notInTheEvent)
  source.paste([{ ...first, top: COUNT, bottom: COUNT }], { text: 'stale', html: '' }, () => {})
  source.undo()
  expect(announced.at(-1)).toBe('undone')
  run()
  await copying
  run()
  expect(numbers()).toEqual(allNumbers)
})

test('a paste that waited is refused with a sentence when rows have moved meanwhile', async () => {
  new TestClipboard()
  const { source, announced, run, numbers, all } = openLarge()
  const copying = source.copy([all], false, notInTheEvent)
  source.paste([first], { text: 'stale', html: '' }, () => {})
  source.insertLines([first], 'above')
  run()
  await copying
  await expect.poll(() => announced.at(-1)).toBe('notPasted')
  expect(numbers()).toEqual(['', ...allNumbers])
})

test('a sheet that is closed cuts and pastes nothing', async () => {
  new TestClipboard()
  const { source, run, numbers, all } = openLarge()
  const cutting = source.copy([all], true, notInTheEvent)
  source.paste([first], { text: 'stale', html: '' }, () => {})
  source.dispose()
  run()
  await cutting
  run()
  expect(numbers()).toEqual(allNumbers)
})
