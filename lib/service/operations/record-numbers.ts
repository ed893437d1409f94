import 'server-only'
import { countCharacters, firstCharacters } from '@/lib/contract/characters'
import { MAX_NUMBER_CHARACTERS } from '@/lib/contract/field'
import type { Failure } from '@/lib/contract/validation/failures'

/** Whether both databases store a number unchanged: they change or refuse NUL and lone surrogates. */
export const isStorableNumber = (number: string) =>
  // A character has at most two UTF-16 units.
  number.length <= 2 * MAX_NUMBER_CHARACTERS &&
  !/[\0\p{Surrogate}]/u.test(number) &&
  (number.length <= MAX_NUMBER_CHARACTERS || countCharacters(number) <= MAX_NUMBER_CHARACTERS)

/** A number as a response repeats it: only its beginning if it is too long. */
export const shortenNumber = (number: string): string => firstCharacters(number, MAX_NUMBER_CHARACTERS)

/**
 * The failure of a number that cannot be stored although the contract accepts it.
 * @param field its field in the record
 */
export const unstorableNumber = (field: string): Failure => ({ field, code: 'invalid', params: {} })
