import formatOnly from 'use-intl/format-message/format-only'
import { withParticles } from '../sentences/particles.mjs'

/**
 * Takes the place of `use-intl/format-message` in the build (next.config.js): fills in compiled messages. A message all
 * of whose branches are empty is an empty text; the library returns an empty list, which would be shown as its key.
 * Korean particles are chosen by the values that were filled in.
 */
export default function formatMessage(...args) {
  const message = formatOnly(...args)
  if (Array.isArray(message) && message.length === 0) return ''
  return args[3]?.locale === 'ko' ? withParticlesIn(message) : message
}

/** Also within rich text, whose parts are a list. */
const withParticlesIn = message =>
  typeof message === 'string'
    ? withParticles(message)
    : Array.isArray(message)
      ? message.map(withParticlesIn)
      : message

/** Compiled messages have no source text, so `t.raw` fails. */
formatMessage.raw = false
