/**
 * The ways in which the embedded service can be set to misbehave, so that an operator can rehearse it and a journey can
 * test it. Each has its address, `/simulator/<mode>`, with the same operations below it (docs/decisions/0016).
 */
export const rehearsals = [
  'slow',
  'busy',
  'bad-gateway',
  'times-out',
  'unauthorized',
  'too-large',
  'refuses',
  'refuses-some',
  'half',
  'foreign-number',
  'drops',
  'bare-names',
  'unknown-names',
] as const

/** One way to misbehave; lib/words (`rehearsal`) says what an operator sees of it. */
export type Rehearsal = (typeof rehearsals)[number]
