import 'server-only'
import { countCharacters } from '@/lib/contract/characters'
import type { Failure } from '@/lib/contract/failures'

/** Characters that the number of an order or the id of a product may have: more than the databases' indexes hold. */
export const MOST_NUMBER = 500

/** Whether both databases keep it as it is: NUL and halves of a surrogate pair they change or refuse. */
export const isStorable = (number: string) =>
  !/[\0\p{Surrogate}]/u.test(number) &&
  (number.length <= MOST_NUMBER || countCharacters(number) <= MOST_NUMBER)

/** Why a number is not storable. @param field where it stands in its record */
export function numberFailure(field: string, number: string): Failure {
  const length = countCharacters(number)
  return length > MOST_NUMBER
    ? { field, code: 'too_long', params: { max: MOST_NUMBER, length } }
    : { field, code: 'invalid', params: {} }
}
