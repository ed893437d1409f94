import 'server-only'

/**
 * The path of a request as Next understands it: without its query, dot segments are resolved, and no sent text can name
 * another host. `/` for what is no URL.
 */
export function requestPath(url: string): string {
  const whole = url.startsWith('/') ? `http://host${url}` : url
  return URL.canParse(whole) ? new URL(whole).pathname : '/'
}
