import 'server-only'
import { env } from '@/lib/env'
import { normalizeEmail } from './operators'

/**
 * Whether an account may use a password: all may, unless only the provider is allowed and OPERATOR_EMAIL is another.
 */
export function maySignInWithPassword(email: string): boolean {
  const { oidc, operatorEmail } = env()
  return (
    !oidc?.isOnly || (operatorEmail !== undefined && normalizeEmail(email) === normalizeEmail(operatorEmail))
  )
}
