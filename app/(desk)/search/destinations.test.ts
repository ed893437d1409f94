import { expect, test } from 'vitest'
import { type Destination, isMeant, matchDestinations } from './destinations'

const all: readonly Destination[] = [
  { group: 'pages', title: 'History', href: '/history' },
  { group: 'pages', title: 'Settings › Personal data', href: '/settings/retention' },
  { group: 'commands', title: 'New Japan orders', href: '/orders/japan/new' },
]
const titles = (text: string) => matchDestinations(all, text).map(({ title }) => title)

test('a page or command is found by any of its words, in any case and width', () => {
  expect(titles('japan new')).toEqual(['New Japan orders'])
  expect(titles('ＨＩＳＴ')).toEqual(['History'])
  expect(titles('data')).toEqual(['Settings › Personal data'])
  expect(titles('1120-379')).toEqual([])
})

test('an empty text finds no page', () => expect(titles('  ')).toEqual([]))

test('a text at the start of a page or of its section means that page', () => {
  const meant = (text: string) => all.filter(each => isMeant(each, text)).map(({ title }) => title)
  expect(meant('hist')).toEqual(['History'])
  expect(meant('personal')).toEqual(['Settings › Personal data'])
  expect(meant('japan')).toEqual([])
})
