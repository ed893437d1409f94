import { expect, test } from 'vitest'
import { sheets } from '@/lib/sheet/schema/sheets'
import { Workbook } from '@/lib/sheet/workbook/workbook'
import { seededHistory } from '@/testing/sheet/seeded-history'

/** What share of the orders may have a warning without a mistake. */
const MAX_FALSE = 0.005

test.each([1, 2, 3])(
  'in 5,000 orders (seed %i) all forty mistakes get a warning, and few other orders get one',
  seed => {
    const { lines, planted, facts } = seededHistory(seed)
    const workbook = new Workbook(sheets['orders/japan'], lines)
    const tasks: (() => void)[] = []
    workbook.scheduleTask = task => tasks.push(task)
    workbook.begin()
    workbook.serverFacts.takeItemFacts(Object.keys(facts), facts, '2026-11-23')
    for (let task = tasks.shift(); task; task = tasks.shift()) task()
    const found = new Map<string, Set<string>>()
    for (const group of workbook.warnings.groups)
      for (const { firstLine, mark } of group.list(workbook.view.lineOrder))
        found.set(firstLine, (found.get(firstLine) ?? new Set()).add(mark.code ?? ''))
    const missed = planted.filter(({ firstLine, code }) => !found.get(firstLine)?.has(code))
    expect(planted).toHaveLength(40)
    expect(missed).toEqual([])
    const isPlanted = new Set(planted.map(({ firstLine }) => firstLine))
    const wrong = [...found].filter(([firstLine]) => !isPlanted.has(firstLine))
    expect(wrong.length / workbook.orderCount).toBeLessThanOrEqual(MAX_FALSE)
    expect(workbook.orderCount).toBe(5000)
  },
)
