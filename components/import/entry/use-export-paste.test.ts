import { expect, test } from 'vitest'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import { isPastedBlock } from './use-export-paste'

test.each(languages)('a pasted block is recognised by its name in %s', language =>
  expect(isPastedBlock(messagesOf(language).intake.desk.pasted)).toBe(true),
)

test('a pasted block of an earlier version is recognised, a file of a shop is not', () => {
  expect(isPastedBlock('Pasted block.tsv')).toBe(true)
  expect(isPastedBlock('orders.tsv')).toBe(false)
})
