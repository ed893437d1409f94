import compile from 'icu-minify/compile'

/**
 * Sentences as the desk's build holds them: each ICU message read once, so that no browser needs a reader of ICU
 * messages (docs/decisions/0040).
 * @param {unknown} words the parsed JSON of a language: sentences, nested by area
 * @returns {unknown} the same with compiled messages in place of sentences
 * @throws with the path of a sentence that is no ICU message
 */
export function compileWords(words, path = '') {
  if (typeof words === 'string') return compileSentence(words, path)
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, compileWords(value, path ? `${path}.${key}` : key)]),
  )
}

function compileSentence(sentence, path) {
  try {
    return compile(sentence)
  } catch (error) {
    throw new Error(`${path} is no ICU message: ${error.message}. It says: ${sentence}`)
  }
}
