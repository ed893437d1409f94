import 'server-only'
import { countCharacters } from '@/lib/contract/characters'
import type { Failure } from '@/lib/contract/failures'

/**
 * Maximum characters of an order number or a product id, because database indexes have a maximum entry size.
 */
export const MAX_NUMBER_CHARACTERS = 500

/** Whether both databases store a number unchanged: they change or refuse NUL and lone surrogates. */
export const isStorableNumber = (number: string) =>
  !/[\0\p{Surrogate}]/u.test(number) &&
  (number.length <= MAX_NUMBER_CHARACTERS || countCharacters(number) <= MAX_NUMBER_CHARACTERS)

/** Why a number cannot be stored. @param field its field in the record */
export function numberFailure(field: string, number: string): Failure {
  const length = countCharacters(number)
  return length > MAX_NUMBER_CHARACTERS
    ? { field, code: 'too_long', params: { max: MAX_NUMBER_CHARACTERS, length } }
    : { field, code: 'invalid', params: {} }
}
