import { expect, it } from 'vitest'
import type { Column } from './columns'
import { addressOf, imagesIn, isImage, linksOf } from './links'
import { sheets } from './sheets'

const columnOf = (id: string): Column => {
  const column = sheets.products.columns.find(known => known.id === id)
  if (!column) throw new Error(id)
  return column
}

it('only http and https addresses are opened', () => {
  expect(addressOf(' https://shop.example/a b ')).toBe('https://shop.example/a%20b')
  expect(addressOf('HTTP://shop.example')).toBe('http://shop.example/')
  for (const text of [
    'javascript:alert(1)',
    'shop.example',
    '//shop.example',
    'https://',
    'data:text/html,x',
    '',
  ])
    expect(addressOf(text)).toBeUndefined()
})

it('a list has a link for each entry, without an address for invalid ones', () => {
  const text = 'https://a.example/1.jpg\nb.example/2.jpg  https://c.example/3.jpg'
  expect(linksOf(columnOf('productImages'), text).map(link => link.address !== undefined)).toEqual([
    true,
    false,
    true,
  ])
})

it('any other cell is one link, or none when it is blank', () => {
  expect(linksOf(columnOf('mainImage'), 'https://a.example/1.jpg')).toHaveLength(1)
  expect(linksOf(columnOf('mainImage'), '  ')).toEqual([])
})

it('columns with images are known, and only their http and https addresses are shown', () => {
  const images = [...sheets.products.columns, ...sheets['orders/japan'].columns].filter(isImage)
  expect(images.map(column => column.id)).toEqual([
    'mainImage',
    'productImages',
    'productDetailImages',
    'items[].imageUrl',
  ])
  expect(
    imagesIn('https://a.example/1.jpg\nhttp://b.example/2.png  javascript:alert(1) data:image/png,x no'),
  ).toEqual(['https://a.example/1.jpg', 'http://b.example/2.png'])
})
