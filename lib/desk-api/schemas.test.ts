import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messagesOf } from '@/lib/words/messages'

/** Whether lib/words has a sentence of this name. */
const hasSentence = (key: string): boolean =>
  typeof key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], messagesOf('en')) ===
  'string'

// A form's schema reports problems by keys of lib/words; a key without a sentence would be shown as it is.
const keys = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  // Names of events look like keys.
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'notifications/events.ts')
  .flatMap(
    name => readFileSync(join(import.meta.dirname, name), 'utf8').match(/'[a-z]\w*(\.[\w-]+)+'/g) ?? [],
  )
  .map(quoted => quoted.slice(1, -1))

test('schemas of forms report problems by keys', () => expect(keys.length).toBeGreaterThan(5))

test.each([...new Set(keys)])('%s has a sentence', key => expect(hasSentence(key)).toBe(true))
