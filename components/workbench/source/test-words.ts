import type { SheetWords } from './sheet-words'

/** The words of a sheet in tests: ids of columns in place of names, keys in place of messages. */
export const testWords: SheetWords = {
  language: 'en',
  column: ({ id, group }) => ({ label: id, name: id, group }),
  sentence: () => '',
  sentences: () => [],
  original: () => undefined,
  withOriginal: () => '',
  sign: () => '',
  tip: () => null,
  origin: () => '',
  becameCodes: () => '',
  help: { finder: () => undefined, display: () => undefined, note: () => null, link: () => undefined },
  message: key => key,
}
