import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GeneralReading, readGenerally } from './fixtures/general-reader'
import { type MadeFile, madeFiles, type Truth, truths } from './fixtures/layouts'

const bare = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\-'・,]/g, '')
const lettersOf = (text: string): string => [...bare(text)].toSorted().join('')

/** What lines say of one row, beside what it means. Names are compared without the order of their halves. */
function wrongs(
  texts: Readonly<Record<string, string>>,
  truth: Truth,
  { extra, hasPhone }: Pick<MadeFile, 'extra' | 'hasPhone'>,
): string[] {
  const said = (id: string) => texts[id] ?? ''
  const address = ['state', 'city', 'address', 'addressDetail']
    .map(part => bare(said(`recipient.${part}`)))
    .join('')
  const way = bare(truth.state + truth.city + truth.street)
  const pairs: readonly (readonly [string, string, string])[] = [
    ['number', said('orderInfo.mallOrderNumber'), truth.number],
    ['name', lettersOf(said('recipient.name')), lettersOf(truth.family + truth.given)],
    ['zip', bare(said('recipient.zipCode')), bare(truth.zip)],
    ...(hasPhone ? [['phone', bare(said('recipient.contact')), bare(truth.phone)] as const] : []),
    ['address', address.slice(0, way.length), way],
    ['building', lettersOf(address.slice(way.length)), lettersOf(truth.building + extra)],
    ['item', said('items[].name'), truth.item],
    ['quantity', said('items[].quantity'), truth.quantity],
    ['price', said('items[].price'), truth.price],
  ]
  return pairs.flatMap(([what, is, should]) => (is === should ? [] : [`${what}: ${is}, not ${should}`]))
}

const FILES = { numRuns: 500, seed: 20261122 }

test('a file assembled from words of shops is read right, or asked about', () => {
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
  // Asking about every file would be no reading.
  expect(sure).toBeGreaterThan(FILES.numRuns / 8)
})

test('what is proposed for a file of words that are known is right, also where somebody is to look it over', () => {
  fc.assert(
    fc.property(
      madeFiles.filter(({ extra, hasName }) => extra === '' && hasName),
      ({ rows, ...file }) => {
        expect({ rows, found: wrongsOf(readGenerally(rows), file) }).toEqual({ rows, found: [] })
      },
    ),
    FILES,
  )
})

const wrongsOf = ({ lines }: GeneralReading, file: Pick<MadeFile, 'extra' | 'hasPhone'>): string[] =>
  truths.flatMap((truth, at) => wrongs(lines[at]?.texts ?? {}, truth, file))
