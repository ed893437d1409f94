const ALPHABET = '0123456789abcdefghijklmnopqrstuv'

const randomText = (characters: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(characters)), byte => ALPHABET[byte & 31]).join('')

/** 12 characters with 60 random bits. The database repeats these ids up to ten times an order, so they are short. */
const shortId = (): string => randomText(12)

export const newDraftId = shortId

/** The id of a file that arrives without a person. */
export const newFileId = shortId

/** The id of an editing session, or of another writer of one browser. */
export const newSessionId = shortId

/**
 * The id of a request that starts a run: a random UUID. `crypto.randomUUID` exists only in pages over https and from
 * this machine, and the desk also works over http.
 */
export function newRequestId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  // Version 4, variant 8 (RFC 9562).
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}

const COUNT_CHARACTERS = 3
const COUNT_LIMIT = ALPHABET.length ** COUNT_CHARACTERS

let prefix = ''
let count = COUNT_LIMIT

/**
 * The id of a new line, unique in its draft: 45 random bits and a count. Ids made one after another sort in that order,
 * so that the lines of a paste or an import are neighbours in every index of the database. Random ids would nearly
 * double the time that SQLite takes to save them.
 */
export function newLineId(): string {
  if (count === COUNT_LIMIT) {
    prefix = randomText(12 - COUNT_CHARACTERS)
    count = 0
  }
  return prefix + (count++).toString(ALPHABET.length).padStart(COUNT_CHARACTERS, '0')
}
