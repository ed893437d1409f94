import { expect, test } from 'vitest'
import { MAX_FILE_BYTES as maxUploadBytes } from '@/lib/desk-api/drafts/source-files'
import { MAX_FILE_BYTES } from './arrival'

test('a file that is sent by a program may be as large as one that a page uploads', () => {
  expect(maxUploadBytes).toBe(MAX_FILE_BYTES)
})
