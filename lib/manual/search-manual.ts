import type { ManualMatch } from '@/lib/desk-api/manual'
import type { Chapter } from './chapter'

/** Characters before and after what was found. */
const BEFORE = 40
const AFTER = 110

/**
 * The parts of a manual that have every word of `text`, at most `limit`: first those whose title begins with it, then
 * those with all words in their title, those with one in it, and the others, each in the order of the manual. Width and
 * case do not matter; a word may be a part of another one, because of Korean particles and Japanese compounds.
 */
export function searchManual(
  chapters: readonly Chapter[],
  text: string,
  limit: number,
): readonly ManualMatch[] {
  const words = fold(text.normalize('NFC')).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return partsOf(chapters)
    .map(part => ({ part, rank: rankOf(part, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, limit)
    .map(({ part: { shown, text, foldedText } }) => ({
      ...shown,
      excerpt: excerptOf(text, foldedText, words),
    }))
}

/** A part of the manual: what a match shows of it, and its texts, also folded. */
interface Part {
  readonly shown: Omit<ManualMatch, 'excerpt'>
  readonly text: string
  readonly foldedText: string
  readonly name: string
  /** Title, title of the chapter and text. */
  readonly whole: string
}

/** Folding a manual takes longer than searching it, and the search runs while one types. */
const partsByChapters = new WeakMap<readonly Chapter[], readonly Part[]>()

function partsOf(chapters: readonly Chapter[]): readonly Part[] {
  const found = partsByChapters.get(chapters)
  if (found) return found
  const parts = chapters.flatMap(({ id: chapter, title: chapterTitle, leadText, sections }) =>
    [{ anchor: '', title: chapterTitle, text: leadText }, ...sections].map(({ anchor, title, text }) => {
      const [name, foldedText] = [fold(title), fold(text)]
      const whole = `${name} ${fold(chapterTitle)} ${foldedText}`
      return { shown: { chapter, chapterTitle, anchor, title }, text, foldedText, name, whole }
    }),
  )
  partsByChapters.set(chapters, parts)
  return parts
}

/** 0: some word is missing. */
function rankOf({ name, whole }: Part, words: readonly string[]): number {
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

function excerptOf(text: string, folded: string, words: readonly string[]): readonly string[] {
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
