/**
 * Leaves the page for the company's sign-in provider, through next-auth.
 * @param to the path to open afterwards, on this origin
 * @param again whether the person must prove who they are although the provider knows them
 * @returns false if Lading could not be reached
 */
export async function openProvider(to: string, again = false): Promise<boolean> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const response = await fetch(`/api/auth/signin/oidc${again ? '?prompt=login&max_age=0' : ''}`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, callbackUrl: to, json: 'true' }),
    })
    const { url } = await response.json()
    if (typeof url !== 'string') return false
    window.location.assign(url)
    return true
  } catch {
    return false
  }
}
