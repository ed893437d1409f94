import type { Column } from '@/lib/sheet/schema/columns'
import { codeKindOf, labelOf } from './choice-labels'
import { namesOf } from './choice-names'
import { foldSyllables, foldText, initialConsonants } from './fold-text'

/** One of the texts that a column accepts. */
export interface Choice {
  readonly value: string
  /** Meaning of the value in the language of the screen, when the value is a code. */
  readonly word?: string
  /** What operators see and type in place of the value: Yes for true. */
  readonly shown?: string
}

/** Choices that match the typed text, the best first. */
export interface Matches {
  readonly choices: readonly Choice[]
  /** Whether the first choice is likely the right one: it begins with the typed text, or is the only match. */
  readonly isClear: boolean
}

/** The codes that can be chosen or are suggested in a column; undefined for a column of free text. */
export function codesOf(column: Column): readonly string[] | undefined {
  if (column.kind === 'flag') return ['true', 'false']
  return column.accepts ?? column.choices ?? column.hint?.choices
}

/** The choices of a column, with their labels in the language of the screen; undefined for a column of free text. */
export function choicesOf(column: Column, language: string): readonly Choice[] | undefined {
  const choices = labelledCodes(codesOf(column) ?? [], column.id, language)
  if (choices.length === 0) return undefined
  if (column.kind !== 'flag') return choices
  return choices.map(({ value, word }) => ({ value, shown: word ?? value }))
}

/** Codes with their labels in the language of the screen, for fields that hold the codes themselves. */
export function labelledCodes(codes: readonly string[], column: string, language: string): Choice[] {
  const kind = codeKindOf(column)
  return codes.map((value): Choice => {
    const word = labelOf(value, kind, language)
    return word === undefined ? { value } : { value, word }
  })
}

/** More choices are sorted by their words: operators do not know the order of a long code list. */
const MAX_UNSORTED_CHOICES = 12

/** Finds choices by code, by word, and by name in any language and script. */
export class ChoiceIndex {
  private readonly entries: readonly Entry[]

  /**
   * @param choices with words in the language of the screen
   * @param column id of the column, which determines the kind of codes
   * @param language of the screen
   */
  constructor(choices: readonly Choice[], column: string, language: string) {
    const kind = codeKindOf(column)
    const order = new Intl.Collator(language)
    const wordOf = ({ value, word, shown }: Choice) => shown ?? word ?? value
    const sorted =
      choices.length > MAX_UNSORTED_CHOICES
        ? [...choices].sort((a, b) => order.compare(wordOf(a), wordOf(b)))
        : choices
    this.entries = sorted.map(choice => entryOf(choice, kind))
  }

  /** The choices that match a text: all for a blank text; an exact match comes first. */
  match(typed: string): Matches {
    const wanted = foldText(typed)
    if (wanted === '') return { choices: this.entries.map(entry => entry.choice), isClear: false }
    const written = foldSyllables(typed)
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

  /** All choices, and the position of the one whose code or shown text this is; -1 when there is none. */
  all(text: string): { choices: readonly Choice[]; at: number } {
    const wanted = foldText(text)
    const choices = this.entries.map(entry => entry.choice)
    const isWanted = ({ code, shown }: Entry) => code === wanted || shown === wanted
    return { choices, at: wanted === '' ? -1 : this.entries.findIndex(isWanted) }
  }
}

/** How well a choice matches; lower is better. */
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
  /** Folded, like all texts of an entry. */
  readonly code: string
  readonly shown: string | undefined
  readonly names: readonly string[]
  /** The names folded by written syllables. */
  readonly written: readonly string[]
  readonly initials: readonly string[]
}

function entryOf(choice: Choice, kind: ReturnType<typeof codeKindOf>): Entry {
  const { value, word, shown } = choice
  const names = [...new Set([shown ?? [], word ?? [], namesOf(value, kind)].flat())]
  return {
    choice,
    code: foldText(value),
    shown: shown === undefined ? undefined : foldText(shown),
    names: [...new Set(names.map(foldText))],
    written: [...new Set(names.map(foldSyllables))],
    initials: names.map(initialConsonants).filter(initials => initials !== ''),
  }
}

/**
 * How many characters are left to type of a name that begins with the typed text: fewer of 中国 than of 中非共和国.
 * `NO_NAME` when no name begins like this.
 */
function restOf({ written }: Entry, wanted: string): number {
  const matching = written.filter(name => name.startsWith(wanted))
  return Math.min(NO_NAME, ...matching.map(name => name.length - wanted.length))
}

/** Longer than any name. */
const NO_NAME = 1_000

/** Separators of the words in a name. */
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
