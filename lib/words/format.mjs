import formatOnly from 'use-intl/format-message/format-only'
import { withParticles } from './particles.mjs'

/**
 * Takes the place of `use-intl/format-message` in the build (next.config.js): fills in compiled messages. A message all
 * of whose branches are empty is an empty text; the library answers with an empty list, which would be shown as its key.
 * Korean particles are chosen by the values that were filled in.
 */
export default function formatMessage(...asked) {
  const said = formatOnly(...asked)
  if (Array.isArray(said) && said.length === 0) return ''
  return asked[3]?.locale === 'ko' ? particled(said) : said
}

/** Also within rich text, whose parts are a list. */
const particled = said =>
  typeof said === 'string' ? withParticles(said) : Array.isArray(said) ? said.map(particled) : said

/** There is no sentence to give away unread. */
formatMessage.raw = false
