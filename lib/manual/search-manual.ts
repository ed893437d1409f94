import type { ManualMatch } from '@/lib/desk-api/manual'
import type { Chapter } from './chapter'

/** Characters before and after what was found. */
const BEFORE = 40
const AFTER = 110

/**
 * The parts of a manual that have every word of `text`, at most `limit`: first those whose title begins with it,
 * then those with all words in their title, those with one in it, and the others, each in the order of the manual. Width and case do not matter; a word may be a part of another,
 * as Korean particles and Japanese compounds need it.
 */
export function searchManual(
  chapters: readonly Chapter[],
  text: string,
  limit: number,
): readonly ManualMatch[] {
  const words = fold(text.normalize('NFC')).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return chapters
    .flatMap(partsOf)
    .map(part => ({ part, rank: rankOf(part, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ part: { text: whole, ...part } }) => ({ ...part, excerpt: excerptOf(whole, words) }))
}

type Part = Omit<ManualMatch, 'excerpt'> & { readonly text: string }

const partsOf = ({ id: chapter, title: chapterTitle, leadText, sections }: Chapter): readonly Part[] => [
  { chapter, chapterTitle, anchor: '', title: chapterTitle, text: leadText },
  ...sections.map(({ anchor, title, text }) => ({ chapter, chapterTitle, anchor, title, text })),
]

/** 0: some word is missing. */
function rankOf({ title, chapterTitle, text }: Part, words: readonly string[]): number {
  const [name, whole] = [fold(title), fold(`${title} ${chapterTitle} ${text}`)]
  if (!words.every(word => whole.includes(word))) return 0
  if (name.startsWith(words.join(' '))) return 4
  if (words.every(word => name.includes(word))) return 3
  return words.some(word => name.includes(word)) ? 2 : 1
}

/** Folds one character at a time, so that positions in the result are positions in the text. */
const fold = (text: string): string =>
  [...text]
    .map(character => {
      const folded = character.normalize('NFKC').toLowerCase()
      return folded.length === character.length ? folded : character
    })
    .join('')

function excerptOf(text: string, words: readonly string[]): readonly string[] {
  const folded = fold(text)
  const places = words
    .map(word => ({ from: folded.indexOf(word), length: word.length }))
    .filter(({ from }) => from >= 0)
    .toSorted((a, b) => a.from - b.from)
  const first = places[0]?.from ?? 0
  const start = wordStart(text, Math.max(0, first - BEFORE))
  const end = wordEnd(text, first + AFTER)
  const parts: string[] = []
  let at = start
  for (const { from, length } of places) {
    if (from < at || from + length > end) continue
    parts.push(text.slice(at, from), text.slice(from, from + length))
    at = from + length
  }
  parts.push(text.slice(at, end) + (end < text.length ? '…' : ''))
  return [`${start > 0 ? '…' : ''}${parts[0] ?? ''}`, ...parts.slice(1)]
}

/** The next beginning of a word, if one is near. */
function wordStart(text: string, from: number): number {
  if (from === 0) return 0
  const space = text.indexOf(' ', from)
  return space >= 0 && space - from < BEFORE / 2 ? space + 1 : from
}

/** The end of a word before `to`, if one is near. */
function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length
  const space = text.lastIndexOf(' ', to)
  return to - space < BEFORE / 2 ? space : to
}
