import { readFileSync } from 'node:fs'
import { terminalLanguage } from '../../lib/words/locale/terminal-language.mjs'
import { fillIn } from '../lib/terminal.mjs'

/** The language of what the command prints, and of the sentences that the server sends it. */
export const language = terminalLanguage(process.env)

const { terminal } = JSON.parse(
  readFileSync(new URL(`../../lib/words/${language}.json`, import.meta.url), 'utf8'),
)

/**
 * A message of `terminal.lading` (lib/words). Messages have no other arguments than `{name}`.
 * @param {string} key with dots between its parts
 * @param {Readonly<Record<string, string | number>>} [values]
 * @returns {string}
 */
export const t = (key, values) =>
  fillIn(
    key.split('.').reduce((found, part) => found[part], terminal.lading),
    values,
  )

/** What is wrong with an option. @param {string} option @returns {string} */
export const wrongOptionText = option => fillIn(terminal.wrongOption, { option })
