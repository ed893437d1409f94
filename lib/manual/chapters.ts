/**
 * The chapters of the manual, in the order of its table of contents. Each is a file `docs/manual/LANGUAGE/CHAPTER.md`
 * and a page `/help/CHAPTER`.
 */
export const chapterIds = [
  'install',
  'first-day',
  'daily-work',
  'connections',
  'unconfirmed-orders',
  'troubleshooting',
  'backup',
  'upgrade',
  'scale',
  'security',
  'api',
] as const

export type ChapterId = (typeof chapterIds)[number]
