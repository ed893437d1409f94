/** Languages of headings. */
export const headingLanguages = ['ko', 'ja', 'en'] as const
export type HeadingLanguage = (typeof headingLanguages)[number]

/** Names of one thing in each language. */
export type Names = Readonly<Record<HeadingLanguage, readonly string[]>>

/** What a column is called: in each language the name that our own files use comes first, then what merchants write. */
export type Entry = Names
