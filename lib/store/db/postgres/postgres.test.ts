import pg from 'pg'
import { expect, test } from 'vitest'
import { isStorageFull, isTransient } from '../database'

/** An error that PostgreSQL sent. */
function refusal(code: string): Error {
  const error = new pg.DatabaseError('refused', 7, 'error')
  error.code = code
  return error
}
const systemError = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['too many connections', refusal('53300')],
  ['a server that starts', refusal('57P03')],
  [
    'a connection that broke before the statement',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a connection that was closed before the statement', new Error('Client was closed and is not queryable')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a name that cannot be resolved now', systemError('EAI_AGAIN')],
  ['a name whose server is gone', systemError('ENOTFOUND')],
  ['a host without a route', systemError('EHOSTUNREACH')],
])('%s is temporary', (_, error) => {
  expect(isTransient(error)).toBe(true)
})

test('a full disk and a mistake in a statement are not temporary', () => {
  expect(isTransient(refusal('53100'))).toBe(false)
  expect(isStorageFull(refusal('53100'))).toBe(true)
  expect(isTransient(refusal('42703'))).toBe(false)
})
