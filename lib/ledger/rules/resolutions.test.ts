import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConsoleList } from './console-list'
import { countDenials, type KnownNumbers, planConsoleList, type UnknownOrder } from './console-list-plan'
import { endOfRequest, isDenial, mayBeAbsentFrom, readOrderId, resolutions } from './resolutions'

const known = new Set(['A-1', 'A-2', 'A-3', '20251121001', '１１２０-1'])
const pairs = (text: string) => readConsoleList(text, known).rows.map(({ number, id }) => [number, id ?? ''])

describe('a list from the console', () => {
  const cases: [what: string, text: string, read: string[][]][] = [
    [
      'numbers, one a line',
      'A-1\nA-2\r\nA-3',
      [
        ['A-1', ''],
        ['A-2', ''],
        ['A-3', ''],
      ],
    ],
    [
      'numbers in one line',
      'A-1, A-2,A-3',
      [
        ['A-1', ''],
        ['A-2', ''],
        ['A-3', ''],
      ],
    ],
    [
      'numbers and ids by tabs',
      'A-1\t904411\nA-2\t904412',
      [
        ['A-1', '904411'],
        ['A-2', '904412'],
      ],
    ],
    [
      'numbers and ids by blanks',
      'A-1 904411\nA-2   904412',
      [
        ['A-1', '904411'],
        ['A-2', '904412'],
      ],
    ],
    [
      'ids before numbers',
      '904411,A-1\n904412,A-2',
      [
        ['A-1', '904411'],
        ['A-2', '904412'],
      ],
    ],
    [
      'numbers that read like ids',
      '20251121001\t904411\n20251121009\t904412',
      [
        ['20251121001', '904411'],
        ['20251121009', '904412'],
      ],
    ],
    ['a heading and a byte order mark', '\uFEFFOrder no.\tOrder id\nA-1\t904411', [['A-1', '904411']]],
    [
      'Korean headings among more columns',
      '주문일\t주문번호\t수취인\t주문 아이디\n11-21\tA-1\t山田\t904411\n11-21\tA-2\t佐藤\t904412',
      [
        ['A-1', '904411'],
        ['A-2', '904412'],
      ],
    ],
    ['full-width digits and ideographic commas', 'Ａ-１、９０４４１１', [['A-1', '９０４４１１']]],
    ['a number that is written in full width in the sheet', '1120-1\t7', [['１１２０-1', '7']]],
    [
      'quotation marks of a spreadsheet',
      '="A-1","904411"\n"A-2","904412"',
      [
        ['A-1', '904411'],
        ['A-2', '904412'],
      ],
    ],
    [
      'a comma inside of quotation marks',
      '"Kim, M",A-1\n"Lee",A-2',
      [
        ['A-1', 'Kim, M'],
        ['A-2', 'Lee'],
      ],
    ],
    ['empty lines', '\n\nA-1\t1\n\n', [['A-1', '1']]],
    ['nothing', ' \n', []],
  ]
  test.each(cases)('%s', (_, text, read) => {
    expect(pairs(text)).toEqual(read)
  })

  test('a number in another column than the others is on the list too', () => {
    expect(pairs('A-1\t904411\n904412\tA-2\nA-3 904413').map(([number]) => number)).toEqual([
      'A-1',
      'A-2',
      'A-3',
    ])
  })

  test('three columns without a heading give no ids, which is reported', () => {
    const reading = readConsoleList('A-1\t山田\t904411\nA-2\t佐藤\t904412', known)
    expect(reading.areIdsUnclear).toBe(true)
    expect(reading.rows.map(row => row.number)).toEqual(['A-1', 'A-2'])
  })

  test('every unknown number on the list is read, whatever the separators', () => {
    const number = fc.stringMatching(/^[A-Z]{1,3}-\d{1,6}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(number, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('\t', ',', ' ', '，'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (numbers, between, end, hasIds) => {
          const text = numbers.map((one, at) => (hasIds ? `${one}${between}${900 + at}` : one)).join(end)
          const { rows } = readConsoleList(text, new Set(numbers))
          expect(rows.map(row => row.number)).toEqual(numbers)
          expect(rows.map(row => row.id)).toEqual(
            numbers.map((_, at) => (hasIds ? `${900 + at}` : undefined)),
          )
        },
      ),
    )
  })
})

test.each([
  ['904411', '904411'],
  [' ９００７１９９２５４７４０９９３ ', '9007199254740993'],
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775808', undefined],
  ['-1', undefined],
  ['1.0', undefined],
  ['9.04E+05', undefined],
  ['', undefined],
])('the order id %j is read as %j', (text, id) => {
  expect(readOrderId(text)).toBe(id)
})

test('no order is resolved as absent within a quarter of an hour after the deadline of its request', () => {
  const deadline = '2026-11-21T16:27:00.000Z'
  const from = (...when: Parameters<typeof mayBeAbsentFrom>) =>
    new Date(mayBeAbsentFrom(...when)).toISOString()
  expect(from(deadline, '2026-11-21T16:25:00.000Z')).toBe('2026-11-21T16:42:00.000Z')
  // Without a stored deadline, a request counts as over after two minutes.
  expect(from(null, '2026-11-21T16:25:00.000Z')).toBe('2026-11-21T16:42:00.000Z')
  // Two minutes after a complete response, if that is earlier.
  const provenEndAt = '2026-11-21T16:25:10.000Z'
  expect(from(deadline, '2026-11-21T16:25:00.000Z', provenEndAt)).toBe('2026-11-21T16:27:10.000Z')
  expect(from(deadline, deadline, '2026-11-21T18:00:00.000Z')).toBe('2026-11-21T16:42:00.000Z')
})

test('the end of a request is its time by the clock of the database, or a later time', () => {
  const end = (sendingAt: string | null, finishedAt: string, hardDeadline: string | null) =>
    endOfRequest({
      sendingAt: sendingAt && `2026-11-21T${sendingAt}Z`,
      finishedAt: `2026-11-21T${finishedAt}Z`,
      hardDeadline: hardDeadline && `2026-11-21T${hardDeadline}Z`,
    })
  const deskTime = '2026-11-21T16:25:10.000Z'
  // One clock; a server that is three hours behind, or ahead.
  expect(end('16:25:00.000', '16:25:10.000', '16:27:00.000')).toBe(deskTime)
  expect(end('13:25:00.000', '13:25:10.000', '16:27:00.000')).toBe(deskTime)
  expect(end('19:25:00.000', '19:25:10.000', '16:27:00.000')).toBe('2026-11-21T19:25:10.000Z')
  // The clock was set back during the request.
  expect(end('16:25:10.000', '13:25:20.000', '16:27:10.000')).toBe(deskTime)
  // A request whose deadline is shorter, or is not stored.
  expect(end('16:25:00.000', '16:25:10.000', '16:25:30.000')).toBe(deskTime)
  expect(end(null, '16:25:10.000', null)).toBe(deskTime)
})

test('only found orders may be resolved before that', () => {
  expect(resolutions.filter(isDenial)).toEqual(['absent', 'abandon'])
})

describe('the dry run', () => {
  const unknown = (number: string, absentFrom = 0): UnknownOrder => ({
    id: `row ${number}`,
    number,
    attemptId: 'x',
    absentFrom,
  })
  const nothing: KnownNumbers = { states: new Map(), idOwners: new Map() }
  const plan = (
    text: string,
    orders: UnknownOrder[],
    meaning: 'some' | 'all' = 'some',
    what = nothing,
    now = 100,
  ) =>
    planConsoleList(readConsoleList(text, new Set(orders.map(one => one.number))), orders, what, meaning, now)

  test('found orders, with and without an id; unlisted ones stay unknown', () => {
    const made = plan('A-1\t904411\nA-2', [unknown('A-1'), unknown('A-2'), unknown('A-3')])
    expect(made.found).toEqual([{ number: 'A-1', orderId: '904411' }])
    expect(made.foundWithoutId).toEqual(['A-2'])
    expect(made.missing.map(one => one.number)).toEqual(['A-3'])
    expect(made.decisions).toEqual([
      { id: 'row A-1', attemptId: 'x', resolution: 'found', orderId: '904411' },
      { id: 'row A-2', attemptId: 'x', resolution: 'found' },
    ])
  })

  test('a complete list means that unlisted orders are absent, once the quarantine is over', () => {
    const made = plan('A-1', [unknown('A-1'), unknown('A-2', 100), unknown('A-3', 101)], 'all')
    expect(made.decisions.map(decision => [decision.id, decision.resolution])).toEqual([
      ['row A-1', 'found'],
      ['row A-2', 'absent'],
    ])
    expect(made.tooEarly).toBe(1)
    expect(countDenials(made)).toBe(1)
    expect(countDenials(plan('A-1\nA-2', [unknown('A-1'), unknown('A-2')], 'all'))).toBe(0)
  })

  test('numbers that are not unknown are shown with their state', () => {
    const states = new Map([['A-9', 'REGISTERED' as const]])
    const made = plan('A-1\t1\nA-9\t2\nZ-1\t3', [unknown('A-1')], 'some', { ...nothing, states })
    expect(made.notUnknown).toEqual([{ number: 'A-9', state: 'REGISTERED' }, { number: 'Z-1' }])
  })

  test('a listed order of a compared request that is resolved already is marked as such', () => {
    const carried = new Set(['A-1', 'A-2'])
    const made = plan('A-1\t1\nA-2\t2\nZ-1\t3', [unknown('A-1')], 'some', { ...nothing, carried })
    expect(made.notUnknown).toEqual([{ number: 'A-2', isCarried: true }, { number: 'Z-1' }])
  })

  test.each([
    ['without its leading zeros, as a spreadsheet leaves it', '00123', 'A-9\n123'],
    ['rounded by a spreadsheet', '202511210001', 'A-9\n2.02511E+11'],
    ['with a sign before it', 'A-1', '#A-9\n#A-1'],
    ['with another dash', 'A-1', 'A-9\nA–1'],
    ['with a bracket about it', 'A-1', 'A-9 (A-1)'],
    ['beside another in one cell', 'A-1', 'A-9/A-1\t5'],
    ['beside others in one line', 'ABC', 'A-9, A-8, ABC'],
    ['in what looks like a heading', 'ABC', 'No.(ABC)\nA-9'],
  ])('an order that the list names %s does not count as missing', (_, number, text) => {
    const made = plan(text, [unknown(number), unknown('A-9'), unknown('A-8')], 'all')
    expect(
      made.decisions.filter(decision => decision.id === `row ${number}` && decision.resolution !== 'found'),
    ).toEqual([])
    expect(made.missing.map(one => one.number)).not.toContain(number)
  })

  test('a lookalike is shown with its cell and not applied', () => {
    const made = plan('A-9\t1\n0123\t2', [unknown('A-9'), unknown('00123'), unknown('A-8')], 'all')
    expect(made.conflicts).toEqual([{ kind: 'looks_alike', number: '00123', id: '0123' }])
    expect(made.decisions.map(decision => [decision.id, decision.resolution])).toEqual([
      ['row A-9', 'found'],
      ['row A-8', 'absent'],
    ])
  })

  test('contradictions within the list or with the ledger are shown and not applied', () => {
    const orders = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map(number => unknown(number))
    const idOwners = new Map([['77', 'B-1']])
    const text = 'A-1\t1\nA-1\t2\nA-2\tn/a\nA-3\t5\nA-4\t5\nA-5\t77\nA-6\t6\nA-6\t6'
    const made = plan(text, orders, 'all', { ...nothing, idOwners })
    expect(made.conflicts).toEqual([
      { kind: 'two_ids', number: 'A-1', id: '1', other: '2' },
      { kind: 'not_an_id', number: 'A-2', id: 'n/a' },
      { kind: 'id_repeated', number: 'A-3', id: '5', other: 'A-4' },
      { kind: 'id_repeated', number: 'A-4', id: '5', other: 'A-3' },
      { kind: 'id_taken', number: 'A-5', id: '77', other: 'B-1' },
    ])
    expect(made.decisions.map(decision => decision.id)).toEqual(['row A-6'])
    expect(made.repeated).toBe(1)
  })

  test('ten thousand orders are compared with ten thousand lines quickly', () => {
    const orders = Array.from({ length: 10_000 }, (_, at) => unknown(`A-${at}`))
    const text = orders.map((one, at) => `${one.number}\t${1_000_000 + (at % 2 === 0 ? at : 0)}`).join('\n')
    const before = process.cpuUsage()
    const made = plan(text, orders, 'all')
    expect(made.found.length + made.conflicts.length).toBe(10_000)
    // Processor time in microseconds: the clock depends on what else the machine does.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
  })
})
