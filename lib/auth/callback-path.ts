import 'server-only'

const HERE = 'http://here.invalid'

/**
 * Where to go after signing in: the path, search and hash of `text` when it leads to this very origin, else `/`.
 * It is parsed as a browser does and judged by what came out, because `/\evil`, `/%09/evil` and `/.//evil` only
 * look like paths.
 */
export function callbackPath(text: string | undefined): string {
  if (!text?.startsWith('/') || !URL.canParse(text, HERE)) return '/'
  const url = new URL(text, HERE)
  const path = url.pathname + url.search + url.hash
  const staysHere = url.origin === HERE && !path.startsWith('//')
  return staysHere && !isDoor(url.pathname) ? path : '/'
}

/** Pages that nobody wants to come back to after signing in. */
const isDoor = (pathname: string) => /^\/(sign-in|setup|api)(\/|$)/.test(pathname)
