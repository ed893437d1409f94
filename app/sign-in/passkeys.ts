/** Why the browser signed nothing: the code that asks it could not be loaded, or the person used no passkey. */
export type NoSignature = 'offline' | 'unused'

/**
 * Loads the code that lets a browser create passkeys and sign with them: few pages need it.
 * @returns undefined if it could not be loaded; the next call tries again
 */
export const loadPasskeys = () => import('@simplewebauthn/browser').catch(() => undefined)

/**
 * Lets the browser sign with a passkey.
 * @param options of the server, as JSON
 * @returns its response as JSON, or why there is none
 */
export async function signWithPasskey(
  options: string,
): Promise<{ readonly response: string } | { readonly problem: NoSignature }> {
  const passkeys = await loadPasskeys()
  if (!passkeys) return { problem: 'offline' }
  const response = await passkeys
    .startAuthentication({ optionsJSON: JSON.parse(options) })
    .catch(() => undefined)
  return response ? { response: JSON.stringify(response) } : { problem: 'unused' }
}
