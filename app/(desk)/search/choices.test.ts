import { expect, test } from 'vitest'
import type { SearchItem } from '@/lib/desk-api/search'
import {
  type ChoiceSection,
  choicesFor,
  choicesWithoutText,
  countMatches,
  isFirstCertain,
  recentOf,
} from './choices'
import type { Destination } from './destinations'

const history: Destination = { group: 'pages', title: 'History', href: '/history' }
const newOrders: Destination = { group: 'commands', title: 'New Japan orders', href: '/orders/japan/new' }
const further: Destination = {
  group: 'further',
  title: 'Search order history for “x”',
  href: '/history?q=x',
}
const draft: SearchItem = {
  kind: 'draft',
  id: 'd',
  href: '/orders/japan/d',
  title: 'Hist',
  sheet: 'orders/japan',
}
const order: SearchItem = {
  ...{ kind: 'order', id: 'o', href: '/history/orders/o', title: 'N-1', state: 'REGISTERED' },
  ...{ orderId: '9', recipient: '김민지' },
}

const outline = (sections: readonly ChoiceSection[]) =>
  sections.map(({ group, choices }) => `${group}: ${choices.length}`)

test('results come in groups, orders before drafts, and the wider search last', () => {
  expect(outline(choicesFor('n', [draft, order], [history], [further]))).toEqual([
    'orders: 1',
    'drafts: 1',
    'further: 1',
  ])
})

test('a page whose name begins with the text comes before everything else', () => {
  const sections = choicesFor('hist', [draft], [history, newOrders], [further])
  expect(outline(sections)).toEqual(['pages: 1', 'drafts: 1', 'further: 1'])
  expect(sections[0]?.choices[0]).toMatchObject({ destination: history })
})

test('pages have one heading, the one that the text begins first, and all matches are counted', () => {
  const rehistory: Destination = { group: 'pages', title: 'Prehistory', href: '/help/prehistory' }
  const sections = choicesFor('hist', [draft], [rehistory, history, newOrders], [further])
  expect(outline(sections)).toEqual(['pages: 2', 'drafts: 1', 'further: 1'])
  expect(sections[0]?.choices[0]).toMatchObject({ destination: history })
  expect(countMatches(sections)).toBe(3)
  expect(countMatches(choicesFor('nothing', [], [history], [further]))).toBe(0)
})

test('Enter need not wait for results when the text names a page or a command, which stays first', () => {
  const isCertain = (text: string, found: readonly SearchItem[]) =>
    isFirstCertain(choicesFor(text, found, [history, newOrders], [further]), text)
  for (const found of [[], [draft, order]]) {
    expect(isCertain('hist', found)).toBe(true)
    expect(isCertain('new ja', found)).toBe(true)
    expect(isCertain('japan', found)).toBe(false)
    expect(isCertain('search', found)).toBe(false)
    expect(isCertain('N-1', found)).toBe(false)
  }
})

test('a page that has the text further behind comes after the results', () => {
  expect(outline(choicesFor('japan', [draft], [newOrders], []))).toEqual(['drafts: 1', 'commands: 1'])
})

test('without a text there are recent items, commands and pages', () => {
  expect(outline(choicesWithoutText([], [history, newOrders]))).toEqual(['commands: 1', 'pages: 1'])
  const recent = [{ kind: 'order', href: '/history/orders/o', title: 'N-1' }] as const
  expect(outline(choicesWithoutText(recent, [history]))).toEqual(['recent: 1', 'pages: 1'])
})

test('what the browser remembers of an order is its number, and of an unnumbered row nothing', () => {
  expect(recentOf(order)).toEqual({ kind: 'order', href: '/history/orders/o', title: 'N-1' })
  expect(recentOf({ kind: 'draftOrder', id: 'l', href: '/x', title: '', name: '김민지' })).toBeUndefined()
})
