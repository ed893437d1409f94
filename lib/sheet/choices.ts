import { codeKindOf, namesOf } from './choice-names'
import type { Column } from './columns'
import { fold, foldWritten, initialsOf } from './folding'

/** One of the texts that a column takes. */
export interface Choice {
  readonly value: string
  /** What the value means, where it does not say so itself. */
  readonly word?: string
}

/** Choices that fit what is typed, those that fit best first. */
export interface Matches {
  readonly choices: readonly Choice[]
  /** Whether the first one is what the operator may mean: it begins as was typed, or is the only one that fits. */
  readonly isClear: boolean
}

/** The codes that can be chosen in a column, or are proposed there; undefined where any text is as good as another. */
export function codesOf(column: Column): readonly string[] | undefined {
  if (column.kind === 'flag') return ['true', 'false']
  return column.accepts ?? column.choices ?? column.hint?.choices
}

/** Beyond this many, choices stand in the order of their words: nobody knows the order of a code list by heart. */
const FEW = 12

/** Finds choices by code, and by word and name in any language and script. */
export class ChoiceIndex {
  private readonly entries: readonly Entry[]

  /**
   * @param choices with words in the language of the screen
   * @param column its id, which tells what the codes are
   * @param language the screen's
   */
  constructor(choices: readonly Choice[], column: string, language: string) {
    const kind = codeKindOf(column)
    const order = new Intl.Collator(language)
    const wordOf = ({ value, word }: Choice) => word ?? value
    const sorted =
      choices.length > FEW ? [...choices].sort((a, b) => order.compare(wordOf(a), wordOf(b))) : choices
    this.entries = sorted.map(choice => entryOf(choice, kind))
  }

  /** What fits a text. A blank one is fitted by all; one that is a choice already stands first, before the others. */
  match(typed: string): Matches {
    const wanted = fold(typed)
    if (wanted === '') return { choices: this.entries.map(entry => entry.choice), isClear: false }
    const written = foldWritten(typed)
    const ranked = this.entries
      .map(entry => ({ choice: entry.choice, rank: rankOf(entry, wanted), rest: restOf(entry, written) }))
      .filter(({ rank }) => rank < Rank.none)
      .sort((a, b) => a.rank - b.rank || (a.rank === Rank.nameBegins ? a.rest - b.rest : 0))
    const [first] = ranked
    return {
      choices: ranked.map(({ choice }) => choice),
      isClear: first !== undefined && (first.rank < Rank.within || ranked.length === 1),
    }
  }

  /** All choices, and where among them the one stands that a text is; -1 where it is none. */
  all(text: string): { choices: readonly Choice[]; at: number } {
    const wanted = fold(text)
    const choices = this.entries.map(entry => entry.choice)
    return { choices, at: wanted === '' ? -1 : this.entries.findIndex(entry => entry.code === wanted) }
  }
}

/** How well a choice fits: the lower, the better. */
const Rank = {
  code: 0,
  name: 1,
  codeBegins: 2,
  nameBegins: 3,
  wordBegins: 4,
  within: 5,
  none: 6,
} as const

interface Entry {
  readonly choice: Choice
  /** Folded, as all texts here. */
  readonly code: string
  readonly names: readonly string[]
  /** The names by the syllables that are written. */
  readonly written: readonly string[]
  readonly initials: readonly string[]
}

function entryOf(choice: Choice, kind: ReturnType<typeof codeKindOf>): Entry {
  const names = [
    ...new Set([...(choice.word === undefined ? [] : [choice.word]), ...namesOf(choice.value, kind)]),
  ]
  return {
    choice,
    code: fold(choice.value),
    names: [...new Set(names.map(fold))],
    written: [...new Set(names.map(foldWritten))],
    initials: names.map(initialsOf).filter(initials => initials !== ''),
  }
}

/**
 * How much of a name that begins as was written is left to type: of 中国 less than of 中非共和国. Without one, more than
 * of any.
 */
function restOf({ written }: Entry, wanted: string): number {
  const begun = written.filter(name => name.startsWith(wanted))
  return Math.min(NO_NAME, ...begun.map(name => name.length - wanted.length))
}

/** Longer than any name. */
const NO_NAME = 1_000

/** Before a word that is not the first one of its name. */
const boundary = /[\s\-/(（・,.]/

function rankOf({ code, names, initials }: Entry, wanted: string): number {
  if (code === wanted) return Rank.code
  if (names.includes(wanted) || initials.includes(wanted)) return Rank.name
  if (code.startsWith(wanted)) return Rank.codeBegins
  if (names.some(name => name.startsWith(wanted))) return Rank.nameBegins
  if (initials.some(initial => initial.startsWith(wanted))) return Rank.nameBegins
  if (names.some(name => name.split(boundary).some(word => word.startsWith(wanted)))) return Rank.wordBegins
  return names.some(name => name.includes(wanted)) ? Rank.within : Rank.none
}
