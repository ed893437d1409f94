import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MarkedToken } from 'marked'
import { describe, expect, test } from 'vitest'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import type { Chapter } from './chapter'
import { tokensOf } from './chapter'
import { chapterIds } from './chapters'
import { manualIn } from './manual'

const root = join(import.meta.dirname, '../..')
const english = manualIn('en')

/** All tokens of a chapter, nested ones included. */
const allOf = ({ lead, sections }: Chapter): readonly MarkedToken[] =>
  [...lead, ...sections.flatMap(({ blocks }) => blocks)].flatMap(withNested)

function withNested(token: MarkedToken): MarkedToken[] {
  const inside = 'tokens' in token ? tokensOf(token.tokens) : []
  const cells = token.type === 'table' ? [...token.header, ...token.rows.flat()] : []
  const items = token.type === 'list' ? token.items : []
  const nested = [...cells, ...items].flatMap(each => tokensOf(each.tokens))
  return [token, ...[...nested, ...inside].flatMap(withNested)]
}

const ofType = <T extends MarkedToken['type']>(chapter: Chapter, type: T) =>
  allOf(chapter).filter((token): token is MarkedToken & { type: T } => token.type === type)

/** The texts of a chapter without their marks, and without code. */
const textsOf = (chapter: Chapter): readonly string[] =>
  ofType(chapter, 'text').flatMap(token => ('tokens' in token ? [] : token.text))

test('every chapter is a file in each language, and every file is a chapter', () => {
  for (const language of languages)
    expect(readdirSync(join(root, 'docs/manual', language)).toSorted(), language).toEqual(
      chapterIds.map(id => `${id}.md`).toSorted(),
    )
})

describe.each(languages)('the manual in %s', language => {
  const chapters = manualIn(language)
  const labels = labelsOf(messagesOf(language))

  test('names buttons, pages and roles as the screens do', () => {
    const unknown = chapters.flatMap(chapter =>
      ofType(chapter, 'strong').flatMap(({ text }) =>
        text
          .split(' › ')
          .filter(label => !labels.has(label) && !labels.has(`${label}…`))
          .map(label => `${chapter.id}: ${label}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  test('has the commands, links and number of labels of the English manual', () => {
    for (const [at, chapter] of chapters.entries()) {
      const own = english[at] as Chapter
      const outline = (each: Chapter) => ({
        commands: ofType(each, 'code').map(({ lang, text }) => [lang, text]),
        links: ofType(each, 'link').map(({ href }) => href),
        labels: ofType(each, 'strong').length,
        images: ofType(each, 'image').length,
        rows: ofType(each, 'table').map(({ rows }) => rows.length),
      })
      expect(outline(chapter), chapter.id).toEqual(outline(own))
    }
  })

  test('links to chapters, headings and pages that exist, and shows images that exist', () => {
    for (const chapter of chapters) {
      for (const { href } of ofType(chapter, 'link'))
        expect(isKnown(href), `${chapter.id}: ${href}`).toBe(true)
      for (const { href, text } of ofType(chapter, 'image')) {
        expect(href).toMatch(new RegExp(`^../../../public/manual/${language}/[a-z]+\\.webp$`))
        expect(existsSync(join(root, 'docs/manual', language, href)), href).toBe(true)
        expect(text).not.toBe('')
      }
    }
  })

  test('is written in marks that the page shows', () => {
    for (const chapter of chapters) {
      const types = new Set(allOf(chapter).map(({ type }) => type))
      expect(
        [...types].filter(type => !shown.includes(type)),
        chapter.id,
      ).toEqual([])
      // Marks of bold type beside a letter are shown as they are where they touch a punctuation mark on their inner side.
      for (const text of textsOf(chapter)) expect(text, chapter.id).not.toMatch(/\*\*|`/)
    }
  })
})

test('files, variables and commands that the manual names exist', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = english.flatMap(chapter => ofType(chapter, 'codespan').map(({ text }) => text))
  const paths = named.filter(text => /^(docs|deploy)\/|^[A-Z]+\.md$/.test(text))
  const variables = named.flatMap(text => /^[A-Z]+_[A-Z_]+/.exec(text) ?? [])
  const commands = named.flatMap(text => /^npm run ([\w-]+)/.exec(text)?.[1] ?? [])
  expect([paths.length > 5, variables.length > 10, commands.length > 0]).toEqual([true, true, true])
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
  expect(variables.filter(name => !readme.includes(`\`${name}\``))).toEqual([])
  expect(commands.filter(name => !(name in scripts))).toEqual([])
})

test('Korean is punctuated in half width, Japanese in full width', () => {
  const texts = (language: 'ko' | 'ja') => manualIn(language).flatMap(textsOf)
  for (const text of texts('ko')) expect(text).not.toMatch(/[。、「」！？（）：]/)
  for (const text of texts('ja'))
    expect(text).not.toMatch(/[ぁ-んァ-ヶ一-龠](?:[,!?;()]|\.(?![a-z])|:(?!\/))/)
})

test('links from the screens lead to chapters and headings that exist', () => {
  const links = ['app', 'components', 'lib'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap(name => [
        ...readFileSync(join(root, folder, name), 'utf8').matchAll(
          /['"`]\/help\/([a-z-]+(?:#[a-z-]+)?)['"`]/g,
        ),
      ])
      .map(([, target = '']) => target)
      .filter(target => target !== 'search'),
  )
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) expect(isKnown(link.replace(/^[a-z-]+/, '$&.md')), link).toBe(true)
})

/** What `app/(desk)/help/blocks.tsx` shows. */
const shown: readonly string[] = [
  ...['paragraph', 'text', 'escape', 'strong', 'em', 'codespan', 'code', 'blockquote'],
  ...['list', 'list_item', 'table', 'link', 'image'],
]

/**
 * Whether a link of a chapter leads somewhere: to a chapter and one of its headings, a page of the desk,
 * or another site.
 */
function isKnown(href: string): boolean {
  if (/^https:\/\//.test(href)) return true
  if (href.startsWith('/')) return existsSync(join(root, 'app', href, 'page.tsx'))
  const [, id, anchor] = /^([a-z-]+)\.md(?:#(.+))?$/.exec(href) ?? []
  const chapter = english.find(each => each.id === id)
  return chapter !== undefined && (!anchor || chapter.sections.some(each => each.anchor === anchor))
}

/** All messages, and the branches of those that depend on a number. */
function labelsOf(messages: object): ReadonlySet<string> {
  const all = Object.values(messages).flatMap((value): string[] =>
    typeof value === 'string'
      ? [value, ...[...value.matchAll(/\{([^{}]+)\}/g)].map(([, branch = '']) => branch)]
      : [...labelsOf(value)],
  )
  return new Set(all)
}
