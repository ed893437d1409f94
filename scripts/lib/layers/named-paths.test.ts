import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const folders = ['app', 'components', 'lib', 'testing', 'e2e', 'scripts', 'deploy', 'docs']

/** Comments of the code, and documents. Decision records keep the paths of their day. */
const texts = folders
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
  )
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md')
  .filter(name => /\.(tsx?|mjs|md)$/.test(name) && !name.startsWith(join('docs', 'decisions')))
  .map(name => {
    const text = readFileSync(join(root, name), 'utf8')
    const comments = [...text.matchAll(/^\s*\*.*|\/\/ .*|\/\*\*.*/gm)].map(([comment]) => comment)
    return { name, text: name.endsWith('.md') ? text : comments.join('\n') }
  })

/** Segments of a path: names, and the brackets of routes. */
const segment = '(?:\\[{1,2}[\\w.-]+\\]{1,2}|\\([\\w-]+\\)|[\\w-]|\\.(?=\\w))+'
const path = new RegExp(`(?<![\\w./-])(?:${folders.join('|')})(?:/${segment})+`, 'g')

/** Files may be named without their ending, and decisions by their number. */
const exists = (named: string): boolean => {
  const whole = join(root, named)
  return (
    ['', '.ts', '.tsx', '.mjs'].some(ending => existsSync(whole + ending)) ||
    /docs\/decisions\/\d{4}$/.test(named)
  )
}

test('every file that a comment or a document names exists', () => {
  const missing = texts.flatMap(({ name, text }) =>
    // Capital letters are placeholders for names that vary.
    [...text.matchAll(path)].flatMap(([named]) =>
      exists(named) || /[A-Z]{3,}/.test(named) ? [] : `${name}: ${named}`,
    ),
  )
  expect(missing).toEqual([])
})

test('every document that a comment names is in the repository, and is named with its folder', () => {
  const missing = texts
    .filter(({ name }) => !name.endsWith('.md'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/[\w/.-]*\w\.md\b/g)].flatMap(([document]) =>
        existsSync(join(root, document)) || /[A-Z]{3,}\.md$/.test(document) ? [] : `${name}: ${document}`,
      ),
    )
  expect(missing).toEqual([])
})
