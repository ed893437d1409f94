import { describe, expect, test } from 'vitest'
import { headingOf } from '@/lib/import/match/dictionary/dictionary'
import { writeTemplate } from '@/lib/import/roundtrip/template'
import { findBlockHeader, isOwnHeader } from '@/lib/sheet/acts/paste-header'
import { formatTsv, parseTsv } from '@/lib/sheet/codecs/tsv'
import { wordsKeyOf } from '@/lib/sheet/schema/columns'
import { sheetIds } from '@/lib/sheet/schema/sheet-ids'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import { readBook } from '@/testing/files/reading'
import { allSamples } from '@/testing/import/samples/all'
import { pasteBlock } from '@/testing/sheet/paste-block'
import { headingNames } from './heading-names'

describe.each(sheetIds)('in %s', id => {
  const sheet = sheets[id]
  const { columns } = sheet
  const names = headingNames(sheet)
  const namesOf = ({ id: column }: { id: string }) => names[column] ?? []
  const texts = Object.fromEntries(columns.map(column => [column.id, `text of ${column.id}`]))

  /** Pastes headings and a row of texts below them into an empty sheet. */
  const paste = (headings: readonly string[], row: readonly string[]) => {
    const workbook = new Workbook(sheet, [])
    const target = { rows: [], filled: 0, columns, ranges: [{ top: 0, left: 0, bottom: 0, right: 0 }] }
    const block = parseTsv(formatTsv([headings, row]))
    let made = 0
    const { plan } = pasteBlock(workbook, { ids: [] }, block, target, namesOf, () => `L${made++}`)
    return { plan, lines: [...workbook.draft.lines.values()].map(line => line.texts) }
  }

  // The names do not depend on the operator's language, so that each template is pasted alike by every operator.
  test.each(languages)(
    'every text below the headings of a template in %s is pasted in its column',
    async language => {
      const book = await readBook(await writeTemplate(id, language))
      const headings = book.tables[0]?.rows.slice(0, 1)[0] ?? []
      expect(headings).toHaveLength(columns.length)
      const { plan, lines } = paste(headings, Object.values(texts))
      expect([plan.byHeader, plan.unknown, plan.clipped.cells]).toEqual([true, [], 0])
      expect(lines).toEqual([texts])
      // In any order.
      expect(paste(headings.toReversed(), Object.values(texts).toReversed()).lines).toEqual([texts])
    },
  )

  test.each(languages)('every text below the names of the screen in %s is pasted in its column', language => {
    const words = columns.map(column => nameIn(language, wordsKeyOf(column)))
    for (const kind of ['name', 'label'] as const) {
      const { plan, lines } = paste(
        words.map(word => word[kind]),
        Object.values(texts),
      )
      expect(plan.unknown).toEqual([])
      expect(lines).toEqual([texts])
    }
  })

  test('headings of shops are not taken for those of the sheet', () => {
    const own = allSamples.filter(({ sample }) => {
      const header = findBlockHeader(sample.rows, columns, namesOf)
      return header !== undefined && isOwnHeader(header)
    })
    expect(own.map(({ recipe }) => recipe)).toEqual([])
  })

  test.each(languages)('a template in %s with a column of a shop is still one of the sheet', language => {
    const row = [...columns.map(column => headingOf(column, language)), '상품주문번호']
    const header = findBlockHeader([row, row.map(() => 'x')], columns, namesOf)
    expect(header && [header.unknown, isOwnHeader(header)]).toEqual([['상품주문번호'], true])
  })
})

const nameIn = (language: (typeof languages)[number], key: string) =>
  key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], messagesOf(language).columns) as {
    name: string
    label: string
  }

test('general orders keep the headings of earlier versions', () => {
  const { 'recipient.state': names } = headingNames(sheets['orders/general'])
  expect(names).toEqual(
    expect.arrayContaining([
      ...['수취인 도도부현', '受取人都道府県', 'Recipient prefecture'],
      ...['수취인 주/지역', '受取人州・地域', 'お届け先の州・地域', 'State or region'],
    ]),
  )
})
