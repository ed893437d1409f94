/** The content of a JSON file, with or without a byte order mark; undefined where the text is no JSON. */
export function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
