import { test as base, expect } from 'playwright/test'
import { Ime, japanese, korean } from './ime'

interface RecordedEvent {
  readonly type: string
  readonly text: string
}

/** A field on an empty page, and the events that it receives. */
const test = base.extend<{ recorded: () => Promise<RecordedEvent[]> }>({
  recorded: async ({ page }, use) => {
    await page.setContent('<textarea aria-label="Cell"></textarea>')
    const events = await page.evaluateHandle(() => {
      const list: RecordedEvent[] = []
      const field = document.querySelector('textarea')
      for (const type of ['compositionstart', 'compositionupdate', 'compositionend'])
        field?.addEventListener(type, event => {
          if (event instanceof CompositionEvent) list.push({ type, text: event.data })
        })
      field?.addEventListener('keydown', event => list.push({ type: 'keydown', text: String(event.keyCode) }))
      field?.focus()
      return list
    })
    await use(() => events.jsonValue())
  },
})

test('Korean is composed jamo by jamo in one composition', async ({ page, recorded }) => {
  const ime = await Ime.on(page)
  await ime.compose(korean.steps)
  await ime.commit(korean.text)
  await expect(page.getByLabel('Cell')).toHaveValue('간')
  const events = await recorded()
  expect(events.filter(event => event.type === 'compositionstart')).toHaveLength(1)
  expect(events.filter(event => event.type === 'compositionupdate').map(event => event.text)).toContain('가')
  expect(events.filter(event => event.type === 'compositionend')).toEqual([
    { type: 'compositionend', text: '간' },
  ])
})

test('a page receives only code 229 for the keys of a composition', async ({ page, recorded }) => {
  const ime = await Ime.on(page)
  await ime.compose(japanese.steps)
  await ime.commit(japanese.text)
  await expect(page.getByLabel('Cell')).toHaveValue('日本')
  const keys = (await recorded()).filter(event => event.type === 'keydown')
  expect(keys).toHaveLength(japanese.steps.length + 1)
  expect(new Set(keys.map(event => event.text))).toEqual(new Set(['229']))
})

test('a cancelled composition leaves no text', async ({ page, recorded }) => {
  const ime = await Ime.on(page)
  await ime.compose(['ㄱ', '가'])
  await ime.cancel()
  await expect(page.getByLabel('Cell')).toHaveValue('')
  expect((await recorded()).at(-1)?.type).toBe('compositionend')
})
