/** Languages of headings. */
export const headingLanguages = ['ko', 'ja', 'en'] as const
export type HeadingLanguage = (typeof headingLanguages)[number]
