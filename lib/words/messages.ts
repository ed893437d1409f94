import type { Language } from '@/lib/words/locale/languages'
import en from './en.json'
import ja from './ja.json'
import ko from './ko.json'

/** Every message of Lading in one language, nested by area. */
export type Messages = typeof en

// In components, too, a translator's key without a message does not compile.
declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

/** A language that lacks a message of English does not compile. */
const all: Readonly<Record<Language, Messages>> = { en, ko, ja }

/** All messages of a language: compiled in the build, ICU MessageFormat elsewhere (docs/decisions/0040). */
export const messagesOf = (language: Language): Messages => all[language]

interface Tree {
  [name: string]: unknown
}

/**
 * The messages of some areas, nested as they are, for a page that needs no others.
 * @param areas dotted paths: `history`, `intake.recipes`
 */
export function pickMessages(language: Language, areas: readonly string[]): Tree {
  const picked: Tree = {}
  for (const area of areas) copyArea(messagesOf(language), picked, area.split('.'), area)
  return picked
}

function copyArea(from: Tree, to: Tree, [name = '', ...rest]: readonly string[], area: string): void {
  const found = from[name]
  if (found === undefined) throw new Error(`There are no messages at ${area}.`)
  if (rest.length === 0) {
    to[name] = found
    return
  }
  // A copy, because all requests share the messages themselves.
  const nested = { ...(to[name] as Tree | undefined) }
  to[name] = nested
  copyArea(found as Tree, nested, rest, area)
}
