/** What the sign-in form asks for. Only the server decides whether it is correct. */
export interface SignIn {
  readonly email: string
  readonly password: string
}

export type SignInAnswer =
  | { kind: 'in' }
  | { kind: 'wrong' }
  | { kind: 'refused'; message: string }
  | { kind: 'trouble' }

/** Signs in through next-auth by its two requests: a token against forgery, then the credentials. */
export async function submitSignIn({ email, password }: SignIn): Promise<SignInAnswer> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const answer = await fetch('/api/auth/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, password, callbackUrl: '/', json: 'true' }),
    })
    if (answer.status === 401) return { kind: 'wrong' }
    const { url, message, detail } = await answer.json()
    if (answer.status === 429) return { kind: 'refused', message }
    if (answer.status === 403) return { kind: 'refused', message: detail }
    // Without its cookie next-auth answers 200 with the address of the sign-in page.
    const isIn = answer.ok && !new URL(url, window.location.href).pathname.startsWith('/sign-in')
    return { kind: isIn ? 'in' : 'trouble' }
  } catch {
    return { kind: 'trouble' }
  }
}
