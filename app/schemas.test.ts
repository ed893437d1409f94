import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import { messages } from '@/lib/words/messages'

const say: { has: (key: never) => boolean } = createTranslator({ locale: 'en', messages })

// A schema of a form says what is wrong by a key of lib/words; a key without its sentence would be shown as it is.
const keys = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('schema.ts'))
  .flatMap(
    name => readFileSync(join(import.meta.dirname, name), 'utf8').match(/'[a-z]\w*(\.[\w-]+)+'/g) ?? [],
  )
  .map(quoted => quoted.slice(1, -1))

test('schemas of forms speak by keys', () => expect(keys.length).toBeGreaterThan(5))

test.each([...new Set(keys)])('%s has a sentence', key => expect(say.has(key as never)).toBe(true))
