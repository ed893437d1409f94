import { readFileSync } from 'node:fs'
import { terminalLanguage } from '../../lib/words/locale/terminal-language.mjs'
import { withParticles } from '../../lib/words/sentences/particles.mjs'

let messages

/**
 * A message of `terminal.start` (lib/words) in the language of the terminal. `npm start` prints its first messages
 * before anything is installed, so these messages have no other arguments than `{name}`.
 * @param {string} key
 * @param {Readonly<Record<string, string | number>>} [values]
 * @returns {string}
 */
export function t(key, values) {
  messages = messages || readMessages(terminalLanguage(process.env))
  return fillIn(messages[key], values)
}

/** The messages of the start in a language, from the file of all messages. */
export const readMessages = language =>
  JSON.parse(readFileSync(new URL(`../../lib/words/${language}.json`, import.meta.url), 'utf8')).terminal
    .start

/** A message with its `{placeholders}` replaced, and the Korean particles that fit the values. */
export const fillIn = (message, values = {}) =>
  withParticles(message.replace(/\{(\w+)\}/g, (_, name) => String(values[name])))
