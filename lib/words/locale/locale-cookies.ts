/** The language that an operator chose in this browser; absent: what the browser asks for. */
export const LANGUAGE_COOKIE = 'lading-language'

/** The time zone of this browser's operator, as an IANA name. */
export const ZONE_COOKIE = 'lading-time-zone'

/** How long a browser keeps them, in seconds. */
export const LOCALE_COOKIE_MAX_AGE = 400 * 24 * 60 * 60
