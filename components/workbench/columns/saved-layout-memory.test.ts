import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedViews } from '@/lib/desk-api/drafts/column-views'
import { defaultLayout } from '@/lib/sheet/view/columns/column-layout'
import { keepLayout, newestViews, unsavedLayout } from './saved-layout-memory'

const SHEET = 'orders/japan'
const narrow = { ...defaultLayout, hidden: ['recipient.contact'] }
const viewsOf = (savedAt: string): SavedViews => ({ operatorId: 'kim', named: [], last: undefined, savedAt })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a layout that was not saved before its page was reloaded is shown, and saved then', () => {
  const views = viewsOf('2026-11-30T10:00:00.000Z')
  keepLayout(SHEET, views, { layout: narrow, savedAt: '' })
  expect(newestViews(SHEET, views).last).toEqual(narrow)
  expect(unsavedLayout(SHEET, views)).toEqual(narrow)
})

test('a page that was rendered while its layout was being saved shows it, and does not save it again', () => {
  const views = viewsOf('2026-11-30T10:00:00.000Z')
  keepLayout(SHEET, views, { layout: narrow, savedAt: '2026-11-30T10:00:05.000Z' })
  expect(newestViews(SHEET, views).last).toEqual(narrow)
  expect(unsavedLayout(SHEET, views)).toBeUndefined()
})

test('a layout that another tab saved later counts', () => {
  const later = viewsOf('2026-11-30T10:01:00.000Z')
  keepLayout(SHEET, later, { layout: narrow, savedAt: '2026-11-30T10:00:05.000Z' })
  expect(newestViews(SHEET, later).last).toBeUndefined()
})
