/**
 * Lets the browser sign with a passkey.
 * @param options of the server, as JSON
 * @returns its response as JSON; undefined if it has none, or the person cancelled
 */
export async function signWithPasskey(options: string): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: JSON.parse(options) }).catch(() => undefined)
  return response && JSON.stringify(response)
}
