import { expect, test, vi } from 'vitest'
import { StorageFull } from '@/lib/store/space'
import { faultProblem } from './guard'

test('a full disk is told as such, any other fault by its number in the log', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(faultProblem(new StorageFull()).message).toMatch(/disk of the server is full/)
  expect(faultProblem(new Error('secret')).message).toMatch(/tell your administrator the number [0-9a-f]{8}/)
  log.mockRestore()
})
