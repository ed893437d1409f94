import { expect, test } from 'vitest'

const { budgetProblems } = await import('./page-scripts.mjs')

const page = (bytes: number, ...modules: string[]) => ({ bytes, modules: new Set(modules) })
const budgets = {
  kilobytes: { '/': 100, '/sign-in': 50 },
  never: [
    { modules: 'node_modules/zod/', only: ['/sign-in'] },
    { modules: '^components/workbench/', except: ['/'] },
  ],
}

test('pages within their budgets, without forbidden modules, have no problem', () => {
  const pages = new Map([
    ['/', page(100_000, 'node_modules/zod/index.js', 'components/workbench/workbench.tsx')],
    ['/sign-in', page(49_999, 'app/sign-in/form.tsx')],
  ])
  expect(budgetProblems(pages, budgets)).toEqual([])
})

test('a page that is too large, has no budget, or loads a forbidden module is reported', () => {
  const pages = new Map([
    ['/', page(100_001)],
    ['/sign-in', page(1, 'node_modules/zod/index.js', 'components/workbench/workbench.tsx')],
    ['/history', page(1234)],
  ])
  expect(budgetProblems(pages, budgets)).toEqual([
    '/ loads 100.0 KB of JavaScript; its budget is 100 KB (scripts/page-budgets.json).',
    '/sign-in must not load node_modules/zod/index.js (scripts/page-budgets.json).',
    '/sign-in must not load components/workbench/workbench.tsx (scripts/page-budgets.json).',
    '/history loads 1.2 KB and has no budget in scripts/page-budgets.json.',
  ])
})

test('a budget of a page that no longer exists is reported', () => {
  expect(budgetProblems(new Map([['/', page(1)]]), budgets)).toEqual([
    '/sign-in has a budget in scripts/page-budgets.json and is no page.',
  ])
})
