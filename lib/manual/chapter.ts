import { type MarkedToken, marked, type Token } from 'marked'
import type { ChapterId } from './chapters'

/** A part of a chapter below one heading. */
export interface Section {
  /** Its id in the page, the same in all languages: the English heading in lower case, with hyphens. */
  readonly anchor: string
  readonly title: string
  readonly blocks: readonly MarkedToken[]
  /** What is written in it, without marks, on one line: for the search. */
  readonly text: string
}

/** A chapter of the manual in one language. */
export interface Chapter {
  readonly id: ChapterId
  readonly title: string
  /** What comes before the first section. */
  readonly lead: readonly MarkedToken[]
  readonly leadText: string
  readonly sections: readonly Section[]
}

/**
 * Reads a chapter: one heading of the first level, then sections with headings of the second.
 * @param markdown the chapter in the language of its readers
 * @param english the same chapter in English, from which the anchors come, heading by heading
 * @throws if the headings are others
 */
export function readChapter(id: ChapterId, markdown: string, english: string): Chapter {
  const { title, lead, sections } = split(id, markdown)
  const anchors = split(id, english).sections.map(section => anchorOf(section.title))
  if (anchors.length !== sections.length || new Set(anchors).size !== anchors.length)
    throw new Error(`The headings of the chapter ${id} are not those of the English chapter.`)
  return {
    id,
    title,
    lead,
    leadText: textOf(lead),
    sections: sections.map((section, at) => ({
      ...section,
      anchor: anchors[at] ?? '',
      text: textOf(section.blocks),
    })),
  }
}

interface Parts {
  title: string
  lead: MarkedToken[]
  sections: { title: string; blocks: MarkedToken[] }[]
}

function split(id: ChapterId, markdown: string): Parts {
  const [first, ...rest] = tokensOf(marked.lexer(markdown))
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new Error(`The chapter ${id} does not begin with its title.`)
  const parts: Parts = { title: first.text, lead: [], sections: [] }
  for (const token of rest) {
    if (token.type !== 'heading') (parts.sections.at(-1)?.blocks ?? parts.lead).push(token)
    else if (token.depth === 2) parts.sections.push({ title: token.text, blocks: [] })
    else throw new Error(`The chapter ${id} has a heading of level ${token.depth}: ${token.text}`)
  }
  return parts
}

/** The tokens of Markdown; we add no token of our own. */
export const tokensOf = (tokens: readonly Token[] | undefined): readonly MarkedToken[] =>
  (tokens ?? []).filter((token): token is MarkedToken => token.type !== 'space')

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const textOf = (blocks: readonly MarkedToken[]): string =>
  blocks
    .map(block => plainText(block))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The text of a token without its marks. */
function plainText(token: MarkedToken): string {
  switch (token.type) {
    case 'image':
      return ''
    case 'list':
      return token.items
        .map(item => item.tokens.map(each => plainText(each as MarkedToken)).join(' '))
        .join(' ')
    case 'table':
      return [token.header, ...token.rows]
        .flat()
        .map(cell => tokensOf(cell.tokens).map(plainText).join(''))
        .join(' ')
    default:
      if ('tokens' in token && token.tokens) return tokensOf(token.tokens).map(plainText).join('')
      return 'text' in token ? token.text : ''
  }
}
