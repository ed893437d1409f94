import { readdirSync, readFileSync } from 'node:fs'
import { _createCache, _createIntlFormatters, createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { withParticles } from '@/lib/words/sentences/particles.mjs'
import { compileWords } from './compile.mjs'
import formatMessage from './format.mjs'

const here = new URL('..', import.meta.url)
const languages = readdirSync(here).filter(name => name.endsWith('.json'))
const formatters = _createIntlFormatters(_createCache())

describe.each(languages)('every sentence of %s', language => {
  const sentences = leaves(JSON.parse(readFileSync(new URL(language, here), 'utf8')))
  const locale = language.replace('.json', '')

  test('has the same text as a compiled message and as an ICU message', () => {
    for (const [path, sentence] of sentences) {
      const compiled = compileWords(sentence, path)
      const t = createTranslator({
        locale,
        messages: { sentence },
        onError: error => {
          throw error
        },
      })
      for (const values of samples(compiled)) {
        const formatted = formatMessage(path, compiled, values, { locale, formatters, cache: _createCache() })
        const expected = t.markup('sentence', values)
        expect(formatted, `${path} ${JSON.stringify(values)}`).toBe(
          locale === 'ko' ? withParticles(expected) : expected,
        )
      }
    }
  })

  test('is a plain text if it has no arguments, so that its key can be looked up', () => {
    for (const [path, sentence] of sentences) {
      if (!/[{<']/.test(sentence)) expect(compileWords(sentence, path)).toBe(sentence)
    }
  })
})

test('a plural in a select, a `#` and a quoted brace give the same text when compiled', () => {
  const sentence =
    "{who, select, a {{n, plural, =0 {none} one {# '{x}' it''s} other {# of {m, number}}}} other {<{t}>}}"
  const t = createTranslator({ locale: 'en', messages: { sentence: sentence.replace('<{t}>', '{t}') } })
  const compiled = compileWords(sentence.replace('<{t}>', '{t}'))
  for (const values of samples(compiled)) {
    const formatted = formatMessage('sentence', compiled, values, {
      locale: 'en',
      formatters,
      cache: _createCache(),
    })
    expect(formatted).toBe(t.markup('sentence', values))
  }
})

test('an invalid ICU message stops the build with its path', () => {
  expect(() => compileWords({ grid: { editing: 'Editing {cell' } })).toThrow(
    /^grid\.editing is no ICU message/,
  )
})

/** All texts of a tree, by their paths. */
function leaves(tree: unknown, path = ''): [string, string][] {
  if (typeof tree === 'string') return [[path, tree]]
  return Object.entries(tree as object).flatMap(([key, value]) =>
    leaves(value, path ? `${path}.${key}` : key),
  )
}

type Value = string | number | ReturnType<typeof tagged>
type Values = Record<string, Value>

/** Values for a compiled message that reach each of its branches at least once. */
function samples(compiled: unknown): Values[] {
  const asked = new Map<string, Value[]>()
  collect(compiled, asked)
  let all: Values[] = [{}]
  for (const [name, values] of asked) {
    all = all.flatMap(one => values.map(value => ({ ...one, [name]: value })))
  }
  return all
}

const TEXT = `O'Brien {x} # <b>&'' 김`
const NUMBERS = [0, 1, 2, 12_345.678]

const tagged = (name: string) => (text: unknown) => `[${name}: ${[text].flat().join('')}]`

/**
 * Finds the arguments of a compiled message, which are lists: a name, then a number for its kind. A tag is a name, then
 * what it contains.
 */
function collect(node: unknown, asked: Map<string, Value[]>): void {
  if (!Array.isArray(node)) return
  for (const part of node) {
    if (!Array.isArray(part)) continue
    const [name, kind, branches] = part as [string, unknown, unknown]
    const isChoice = typeof branches === 'object' && branches !== null
    const keys = isChoice ? Object.keys(branches) : []
    if (kind !== undefined && typeof kind !== 'number') {
      asked.set(name, [tagged(name)])
      collect(part.slice(1), asked)
    } else if (kind === SELECT) asked.set(name, [...keys, 'anything else'])
    else if (kind !== undefined) asked.set(name, [...NUMBERS, ...exactly(keys)])
    else if (!asked.has(name)) asked.set(name, [TEXT])
    if (isChoice) for (const branch of Object.values(branches)) collect(branch, asked)
  }
}

const SELECT = 1
const exactly = (keys: string[]) => keys.filter(key => key.startsWith('=')).map(key => Number(key.slice(1)))
