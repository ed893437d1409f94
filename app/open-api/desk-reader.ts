import { currentOperator } from '@/lib/auth/session'

/**
 * The operator who reads the API page in the desk; undefined: the reader has no session, or must add a second factor
 * first, and reads the public page.
 */
export async function deskReader() {
  const operator = await currentOperator()
  return operator?.mustAddSecondFactor ? undefined : operator
}
