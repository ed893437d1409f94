import { expect, test } from 'vitest'
import { MAX_FILE_BYTES } from '@/lib/desk-api/drafts/source-files'
import { MAX_ARRIVAL_BYTES } from './arrival'

test('a file that is sent by a program may be as large as one that a page uploads', () => {
  expect(MAX_FILE_BYTES).toBe(MAX_ARRIVAL_BYTES)
})
