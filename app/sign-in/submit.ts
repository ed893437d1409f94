import type { SecondStep } from '@/lib/desk-api/people/account'

/** What the sign-in form asks for. Only the server decides whether it is correct. */
export interface SignInValues {
  readonly email: string
  readonly password: string
}

export type SignInResult =
  | { kind: 'signed-in' }
  | { kind: 'wrong' }
  /** The password or the second step was judged; `isWrong`: the second step was wrong. */
  | { kind: 'second-step'; next: SecondStep; isWrong: boolean }
  /** The second step took too long. */
  | { kind: 'expired' }
  | { kind: 'refused'; message: string }
  | { kind: 'failure' }

/** What the person proves in the second step. `value` is a code, or the response of the browser as JSON. */
export interface SecondStepValues {
  readonly token: string
  readonly kind: 'totp' | 'recovery' | 'passkey'
  readonly value: string
}

/** The first step of a sign-in. */
export const submitSignIn = ({ email, password }: SignInValues): Promise<SignInResult> =>
  submit('credentials', { email, password })

/** The second step of a sign-in. */
export const submitSecondStep = ({ token, kind, value }: SecondStepValues): Promise<SignInResult> =>
  submit('second-step', { token, kind, value })

/** Signs in through next-auth by its two requests: a token against forgery, then the credentials. */
async function submit(provider: string, values: Readonly<Record<string, string>>): Promise<SignInResult> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const response = await fetch(`/api/auth/callback/${provider}`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, ...values, callbackUrl: '/', json: 'true' }),
    })
    const { url, message, detail, secondStep, hasExpired } = await response.json()
    if (secondStep) return { kind: 'second-step', next: secondStep, isWrong: response.status === 401 }
    if (hasExpired) return { kind: 'expired' }
    if (response.status === 401) return { kind: 'wrong' }
    if (response.status === 429) return { kind: 'refused', message }
    if (detail) return { kind: 'refused', message: detail }
    // Without its cookie next-auth responds with 200 and the address of the sign-in page.
    const isSignedIn = response.ok && !new URL(url, window.location.href).pathname.startsWith('/sign-in')
    return { kind: isSignedIn ? 'signed-in' : 'failure' }
  } catch {
    return { kind: 'failure' }
  }
}
