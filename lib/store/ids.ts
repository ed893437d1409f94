import 'server-only'
import { randomBytes } from 'node:crypto'

/**
 * An id that nobody else makes: the time in milliseconds (base 36), then 72 random bits (base64url), 20 characters. Ids of
 * one time are neighbours in an index, and it is a little more than half as long as a UUID; the ledger repeats each some
 * twenty times.
 */
export const newId = (): string => `${Date.now().toString(36)}${randomBytes(9).toString('base64url')}`
