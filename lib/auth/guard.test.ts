import { expect, test, vi } from 'vitest'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { faultProblem } from './guard'

test('a full disk has its own message, other errors their log number', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(faultProblem(new StorageFullError()).message).toMatch(/server’s disk is full/)
  expect(faultProblem(new Error('secret')).message).toMatch(/give your administrator this ID: [0-9a-f]{8}/)
  log.mockRestore()
})
