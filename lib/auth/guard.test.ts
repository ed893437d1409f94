import { expect, test, vi } from 'vitest'
import { StorageFullError } from '@/lib/store/db/disk-space'
import { faultProblem } from './guard'

test('a full disk and a database out of reach have their own messages, other errors their log number', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(faultProblem(new StorageFullError()).message).toMatch(/server’s disk is full/)
  const busy = new Error('timeout exceeded when trying to connect')
  expect(faultProblem(busy)).toEqual({
    code: 'unexpected',
    message: expect.stringMatching(/database can’t be reached or is too busy.*ID: [a-z]{8}/),
  })
  expect(faultProblem(new Error('secret')).message).toMatch(/give your administrator this ID: [a-z]{8}/)
  log.mockRestore()
})

test('a text that no database takes is a mistake of the request, and causes no line in the log', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const nul = Object.assign(new Error('NUL'), { name: 'SqliteError', code: 'SQLITE_NUL' })
  expect(faultProblem(nul)).toEqual({
    code: 'input',
    message: expect.stringMatching(/couldn’t read this request/),
  })
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})
