import 'server-only'

const HERE = 'http://here.invalid'

/**
 * The path to open after sign-in: path, search and hash of `text` if it leads to this origin, else `/`. The
 * text is parsed as a browser parses it, because `/\evil`, `/%09/evil` and `/.//evil` only look like paths.
 */
export function callbackPath(text: string | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, HERE)) return '/'
  const url = new URL(text, HERE)
  const path = url.pathname + url.search + url.hash
  const staysHere = url.origin === HERE && !path.startsWith('//')
  return staysHere && !isSignInPage(url.pathname) ? path : '/'
}

/** Pages that are not useful destinations after sign-in. */
const isSignInPage = (pathname: string) => /^\/(sign-in|second-factor|setup|api)(\/|$)/.test(pathname)
