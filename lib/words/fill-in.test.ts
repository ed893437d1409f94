import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import en from './en.json'
import { fillIn } from './fill-in'

/** What the sheet fills in by itself. */
const sentences = [
  en.grid.sortBy,
  en.grid.sortKeys,
  en.grid.editing,
  en.columnsMenu.fold,
  en.columnsMenu.revealed,
  en.columnsMenu.open,
  en.columnsMenu.openKeys,
  en.columnsMenu.width,
]

test.each(sentences)('"%s" says what it would say as an ICU message', sentence => {
  const texts = { column: "Buyer's {name} $&", group: '수취인', cell: 'B2' }
  const say = createTranslator({ locale: 'en', messages: { sentence } })
  expect(fillIn(sentence, texts)).toBe(say('sentence', texts))
  expect(fillIn(sentence, texts)).not.toContain('{column}')
})

test('a name without a text stays as it is', () => {
  expect(fillIn('Menu of {column}', {})).toBe('Menu of {column}')
})
