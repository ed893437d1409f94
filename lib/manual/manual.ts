import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@/lib/words/locale/languages'
import { type Chapter, readChapter } from './chapter'
import { type ChapterId, chapterIds } from './chapters'

const chaptersByLanguage = new Map<Language, readonly Chapter[]>()

/** All chapters of the manual in a language, read once. */
export function manualIn(language: Language): readonly Chapter[] {
  let chapters = chaptersByLanguage.get(language)
  if (!chapters) {
    chapters = chapterIds.map(id =>
      readChapter(id, readMarkdown(id, language), readMarkdown(id, languages[0])),
    )
    chaptersByLanguage.set(language, chapters)
  }
  return chapters
}

// Not an import: the commands and a server run in the project's folder, and Turbopack would trace the whole of it.
const readMarkdown = (id: ChapterId, language: Language): string =>
  readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), 'docs', 'manual', language, `${id}.md`),
    'utf8',
  )
