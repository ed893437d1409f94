/** The content of a JSON file, with or without a byte order mark; undefined when the text is not JSON. */
export function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
