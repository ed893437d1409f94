import { GUESSED_RECIPE_ID, type Recipe } from '@/lib/import/recipe/recipe'

/** The name of a new draft: its day in the language of its operator, with a number if there are several. */
const DAY_NAME =
  /^(?:[A-Z][a-z]+ \d{1,2}, \d{4}|\d{4}년 \d{1,2}월 \d{1,2}일|\d{4}年\d{1,2}月\d{1,2}日)(?: \(\d+\))?$/

/** Characters of a name that the server accepts, and those of them that are left to the source of its orders. */
const MAX_NAME_LENGTH = 100
const MAX_SOURCE_LENGTH = 60

/** Whether a draft still has the name that it got when it was opened. */
export const isNamedByDay = (draft: string): boolean => DAY_NAME.test(draft)

/**
 * Where the orders of a file came from, for the name of their draft: the shop whose export it is, or a saved mapping;
 * else the file.
 */
export function sourceName({ id, name }: Pick<Recipe, 'id' | 'name'>, file: string): string {
  const isKnown = id !== 'own' && id !== GUESSED_RECIPE_ID && name !== ''
  // A shop's tool is named in parentheses behind it: 楽天市場 (RMS).
  const source = isKnown ? name.replace(/ \([A-Z0-9]+\)$/, '') : bareName(file)
  return cut(source, MAX_SOURCE_LENGTH)
}

/** A name as long as the server accepts it. */
export const fittingName = (name: string): string => cut(name, MAX_NAME_LENGTH)

const bareName = (file: string): string =>
  file
    .replace(/(?!^)\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFC')
    .trim() || file

const cut = (text: string, length: number): string =>
  [...text].slice(0, length).join('').slice(0, length).toWellFormed().trim()
