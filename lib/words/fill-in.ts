/**
 * Puts texts into a sentence of `lib/words` that has nothing but names in braces: `Menu of {column}`. Reading a sentence
 * as ICU message costs the browser about a millisecond, the first one ten, while a sheet opens.
 * @param sentence as `t.raw` gives it
 */
export const fillIn = (sentence: string, texts: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (name, key: string) => texts[key] ?? name)
