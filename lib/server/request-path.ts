import 'server-only'

/**
 * The path of a request as Next understands it: without its query, with dot segments resolved. The host that a request
 * names is ignored. `/` if the text is not a URL.
 */
export function requestPath(url: string): string {
  const whole = url.startsWith('/') ? `http://host${url}` : url
  return URL.canParse(whole) ? new URL(whole).pathname : '/'
}
