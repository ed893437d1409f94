import { createTranslator } from 'use-intl/core'
import { describe, expect, test } from 'vitest'
import { writeJson } from '@/lib/sheet/codecs/json'
import { type ExplanationKey, explainApiError } from '@/lib/sheet/judge/explanations/explain-api-error'
import { explanationText } from '@/lib/sheet/judge/explanations/explanation-text'
import { judgeOrder } from '@/lib/sheet/judge/judge-order'
import { isApiError, type Mark } from '@/lib/sheet/judge/marks'
import { listWarehouses, warehouseIds } from '@/lib/sheet/judge/warnings/warehouses'
import type { Texts } from '@/lib/sheet/schema/line'
import { sheets } from '@/lib/sheet/schema/sheets'
import { apiErrorAt, type MarkPlace } from '@/lib/sheet/workbook/api-error'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { type Language, languages } from '@/lib/words/locale/languages'
import { messagesOf } from '@/lib/words/messages'
import { failureSentence } from '@/lib/words/sentences/failure-sentence'
import { withParticles } from '@/lib/words/sentences/particles.mjs'
import { type ApiMessage, knownMessages, unseenMessages } from '@/testing/sheet/api-messages'

const warehouses = [
  { id: '1', name: 'Gimpo' },
  { id: '2', name: '' },
]

/** A draft with one record of one line, about which the service reports one error. */
function open({ sheet: id, field, code, texts = {} }: ApiMessage, message: string) {
  const sheet = sheets[id]
  const valid = Object.fromEntries(sheet.columns.map(column => [column.id, column.example]))
  const line = { id: 'L1', rank: 1, texts: { ...valid, ...texts } as Texts }
  const workbook = new Workbook(sheet, [line])
  workbook.serverFacts.setWarehouses(warehouseIds(warehouses))
  workbook.begin()
  const order = workbook.index.orderOf('L1')
  if (!order) throw new Error('The line makes no order.')
  const payload = writeJson(judgeOrder(workbook.draft, order, sheet, false).record)
  workbook.serverFacts.addOutcomes([
    {
      mallOrderNumber: line.texts[sheet.key] ?? '',
      lineIds: ['L1'],
      state: 'failing',
      fingerprint: '',
      payload,
      failures: [{ field, message, ...(code !== undefined && { errorCode: code }) }],
    },
  ])
  return workbook
}

/** The marks of the service with their places. */
function apiErrors(workbook: Workbook): { mark: Mark; at: MarkPlace }[] {
  const { marks } = workbook.line('L1')
  const places = [
    ...marks.line.map(mark => ({ mark, at: { line: 'L1' } })),
    ...[...marks.cells].flatMap(([column, some]) => some.map(mark => ({ mark, at: { line: 'L1', column } }))),
  ]
  return places.filter(({ mark }) => isApiError(mark))
}

function explained(one: ApiMessage, message = one.message) {
  const workbook = open(one, message)
  const found = apiErrors(workbook)
  const { mark, at } = found.find(({ at }) => 'column' in at && at.column === one.column) ?? found[0] ?? {}
  if (!mark || !at) throw new Error('The error has no mark.')
  const error = apiErrorAt(workbook, mark, at, listWarehouses(warehouses))
  return { phrases: explainApiError(error), sheet: sheets[one.sheet] }
}

function textIn(language: Language, { phrases, sheet }: ReturnType<typeof explained>): string {
  const messages = messagesOf(language)
  const onError = (error: Error) => {
    throw error
  }
  const t = createTranslator({ locale: language, messages, namespace: 'explanations', onError })
  const failures = createTranslator({ locale: language, messages, namespace: 'failures', onError })
  const columns = createTranslator({ locale: language, messages, namespace: 'columns', onError })
  return withParticles(
    explanationText(phrases, {
      t,
      failure: ({ failure, params }) => failureSentence(failures, failure, params, sheet.recordType),
      column: ({ id }) => columns(`${id.replaceAll('[]', '')}.name` as Parameters<typeof columns>[0]),
      language,
    }),
  )
}

const columnName = (language: Language, id: string) =>
  id
    .replaceAll('[]', '')
    .split('.')
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], messagesOf(language).columns) as {
    readonly name: string
  }

const keysOf = ({ phrases }: ReturnType<typeof explained>): (ExplanationKey | undefined)[] =>
  phrases.map(phrase => ('key' in phrase ? phrase.key : undefined))

const cases = [...knownMessages, ...unseenMessages].map(
  one => [`${one.sheet} ${one.field || one.code || 'order'}: ${one.message}`, one] as const,
)

test('there are sixty messages, twenty of them unseen', () => {
  expect([knownMessages.length, unseenMessages.length]).toEqual([40, 20])
})

test.each(cases)('%s is explained by its field and value, in each language', (_, one) => {
  const explanation = explained(one)
  expect(keysOf(explanation)).toEqual(expect.arrayContaining([...one.says]))
  for (const language of languages) {
    const text = textIn(language, explanation)
    expect(text).toContain(one.value)
    if (one.column !== undefined) expect(text).toContain(columnName(language, one.column).name)
    expect(text).not.toContain(one.message)
    expect(text).not.toMatch(/[{}]|undefined|explanations\./)
  }
})

test.each(cases)('%s has the same explanation, whatever message the service sends', (_, one) => {
  const { phrases } = explained(one)
  for (const message of [
    'x',
    '이미 등록된 주문번호입니다.',
    '필수',
    '桁数が足りません',
    `${one.message} 30자`,
  ])
    expect(explained(one, message).phrases).toEqual(phrases)
})

describe('a general order', () => {
  const sheet = 'orders/general'
  const keysFor = (country: string, column: string, value: string) =>
    keysOf(
      explained({
        sheet,
        field: column,
        message: '올바르지 않습니다.',
        texts: { 'recipient.country': country, [column]: value },
        column,
        value,
        says: [],
      }),
    )

  test.each([
    ['JP', ['lead.rejected', 'rules.senderName', 'rules.length']],
    ['', ['lead.rejected', 'rules.senderName', 'rules.length']],
    ['US', ['lead.rejected', 'rules.senderName']],
    [' au ', ['lead.rejected', 'rules.senderName']],
  ])('to “%s” quotes limits of orders to Japan only if it may be one', (country, keys) => {
    expect(keysFor(country, 'sender.name', 'Hanbit')).toEqual(keys)
  })

  test.each([
    ['JP', 'rules.likelyChoices'],
    ['AU', 'rules.companyCode'],
  ])('to %s names the choices of orders to Japan only there', (country, rule) => {
    expect(keysFor(country, 'items[].currency', 'AUD')).toEqual(['lead.rejected', rule])
  })

  test.each([
    ['UK', ['lead.rejected', 'finds.unknownCountry', 'rules.country']],
    ['uk', ['lead.rejected', 'finds.unknownCountry', 'rules.country']],
    ['GB', ['lead.rejected', 'rules.country']],
    ['gb', ['lead.rejected', 'rules.country']],
    ['Korea', ['lead.rejected', 'finds.countryCode', 'rules.country']],
  ])('says of the country “%s” whether its code is known', (country, keys) => {
    expect(keysFor(country, 'recipient.country', country)).toEqual(keys)
  })
})
