/** Languages of headings. */
export const headingLanguages = ['ko', 'ja', 'en'] as const
export type HeadingLanguage = (typeof headingLanguages)[number]

/** Names of one thing in each language. */
export type LanguageNames = Readonly<Record<HeadingLanguage, readonly string[]>>

/** Names of a column: in each language first the name in our own files, then names that merchants write. */
export type DictionaryEntry = LanguageNames
