const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

/** 12 characters with 60 random bits. The database repeats these ids up to ten times an order, so they are short. */
const shortId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), byte => ALPHABET[byte & 31]).join('')

/** The id of a new line, unique in its draft. */
export const newLineId = shortId

/** The id of a new draft. */
export const newDraftId = shortId
