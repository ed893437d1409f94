import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'

test('the page of a failed frame has the texts of other error pages, in every language', () => {
  const source = readFileSync(join(import.meta.dirname, 'global-error.tsx'), 'utf8')
  for (const language of languages) {
    const { title, body, again } = messagesOf(language).desk.broken
    for (const text of [title, body, again]) expect(source).toContain(`'${text}'`)
  }
})
