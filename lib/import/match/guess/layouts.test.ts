import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GeneralReading, readGenerally } from '@/testing/import/general-reader'
import {
  addressShapes,
  type FileChoice,
  languageIds,
  type MadeFile,
  makeFile,
  moneyShapes,
  nameShapes,
  numbers,
  phoneShapes,
  type Shape,
  styles,
  type Truth,
  truths,
  zipShapes,
} from '@/testing/import/layouts'

const shape: fc.Arbitrary<Shape> = fc.record({
  style: fc.constantFrom(...styles),
  number: fc.constantFrom(...numbers),
  name: fc.constantFrom(...nameShapes),
  phone: fc.constantFrom(...phoneShapes),
  zip: fc.constantFrom(...zipShapes),
  address: fc.constantFrom(...addressShapes),
  hasKana: fc.boolean(),
  seed: fc.nat(1000),
})

const choices: fc.Arbitrary<FileChoice> = fc.record({
  language: fc.constantFrom(...languageIds),
  recipient: shape,
  buyer: fc.option(shape),
  saysParty: fc.boolean(),
  seed: fc.nat(1000),
  others: fc.nat(4),
  money: fc.constantFrom(...moneyShapes),
  strange: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(1000) }),
  order: fc.nat(),
})

const madeFiles: fc.Arbitrary<MadeFile> = choices.map(makeFile)

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\-'・,]/g, '')
const lettersOf = (text: string): string => [...bare(text)].toSorted().join('')

/** The texts of the lines of one row, beside the expected ones. Names are compared in any order of their halves. */
function wrongs(
  texts: Readonly<Record<string, string>>,
  truth: Truth,
  { extra, hasPhone }: Pick<MadeFile, 'extra' | 'hasPhone'>,
): string[] {
  const textIn = (id: string) => texts[id] ?? ''
  const address = ['state', 'city', 'address', 'addressDetail']
    .map(part => bare(textIn(`recipient.${part}`)))
    .join('')
  const way = bare(truth.state + truth.city + truth.street)
  const pairs: readonly (readonly [string, string, string])[] = [
    ['number', textIn('orderInfo.mallOrderNumber'), truth.number],
    ['name', lettersOf(textIn('recipient.name')), lettersOf(truth.family + truth.given)],
    ['zip', bare(textIn('recipient.zipCode')), bare(truth.zip)],
    ...(hasPhone ? [['phone', bare(textIn('recipient.contact')), bare(truth.phone)] as const] : []),
    ['address', address.slice(0, way.length), way],
    ['building', lettersOf(address.slice(way.length)), lettersOf(truth.building + extra)],
    ['item', textIn('items[].name'), truth.item],
    ['quantity', textIn('items[].quantity'), truth.quantity],
    ['price', textIn('items[].price'), truth.price],
  ]
  return pairs.flatMap(([what, is, should]) => (is === should ? [] : [`${what}: ${is}, not ${should}`]))
}

const FILES = { numRuns: 300, seed: 20261122 }

test('a file assembled from words of shops is read correctly or asked about', () => {
  let sure = 0
  fc.assert(
    fc.property(madeFiles, ({ rows, ...file }) => {
      const reading = readGenerally(rows)
      if (!reading.isSure) return
      sure++
      expect({ rows, found: wrongsOf(reading, file) }).toEqual({ rows, found: [] })
    }),
    FILES,
  )
  // A reader that asks about every file would be useless.
  expect(sure).toBeGreaterThan(FILES.numRuns / 8)
})

test('the proposed mapping of a file with known words is correct, even if the operator is asked', () => {
  fc.assert(
    fc.property(
      madeFiles.filter(({ extra, hasName, hasPrice }) => extra === '' && hasName && hasPrice),
      ({ rows, ...file }) => {
        expect({ rows, found: wrongsOf(readGenerally(rows), file) }).toEqual({ rows, found: [] })
      },
    ),
    FILES,
  )
})

const wrongsOf = ({ lines }: GeneralReading, file: Pick<MadeFile, 'extra' | 'hasPhone'>): string[] =>
  truths.flatMap((truth, at) => wrongs(lines[at]?.texts ?? {}, truth, file))
